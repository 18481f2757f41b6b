"""What must not be loaded before a command needs it: a server of tools has seconds to answer."""

import subprocess
import sys

HEAVY = ("inspect_ai", "scipy", "statsmodels", "pandas", "altair")


def test_the_program_starts_without_what_only_some_commands_need():
    code = "import sys, bugsweep.cli.main; print(*sys.modules)"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert set(done.stdout.split()) & set(HEAVY) == set()

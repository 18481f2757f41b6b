"""What killed processes left behind is cleared up by the next, and nothing else."""

import subprocess
import sys
import tempfile
from pathlib import Path

MAKE = "from bugsweep.browser.leftovers import make_folder; print(make_folder(), flush=True)"
WAIT = f"{MAKE}; input()"


def _folder(program):
    return Path(program.stdout.readline().strip())


def _start(code):
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_only_folders_of_ended_processes_are_cleared():
    other = tempfile.TemporaryDirectory(prefix="bugsweep-browser-")

    with other as of_another_tool, _start(WAIT) as alive, _start(WAIT) as doomed:
        kept, left = _folder(alive), _folder(doomed)
        doomed.kill()
        doomed.wait()
        with _start(MAKE) as following:
            made = _folder(following)
        there = [path.exists() for path in (kept, left, Path(of_another_tool))]
        alive.communicate("\n")
    for path in (kept, made):
        path.rmdir()

    assert there == [True, False, True]

"""Waiting for an app ends with whoever waits."""

import subprocess
import sys

from bugsweep.apps import ready_probe


def test_it_ends_when_nobody_waits_any_more():
    # Nothing listens on the port of nobody; by itself it would ask for ten minutes.
    ask = ["0", "/", "200", "", "600"]

    done = subprocess.run(
        [sys.executable, "-I", "-S", ready_probe.__file__, *ask],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )

    assert done.returncode == 1

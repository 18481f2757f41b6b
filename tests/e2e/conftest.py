"""The installed program, run as a user would; and a look at what it leaves running."""

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

PROGRAM = Path(sys.executable).with_name("bugsweep")


@dataclass
class Done:
    exit_code: int
    stdout: str
    stderr: str

    @property
    def rows(self):
        return json.loads(self.stdout)


@pytest.fixture
def bugsweep(tmp_path, require):
    require(shutil.which("npm"), "npm is not installed")
    require(shutil.which("bwrap"), "bubblewrap is not installed")

    def run(*argv, timeout_s=600):
        done = subprocess.run(
            [PROGRAM, *argv],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    return run


class Family:
    """A program and all it has started, told apart from later programs by their start times."""

    def __init__(self, process):
        self.process = process
        self.members = set()

    def look(self):
        """Remember who is there now."""
        waiting = [self.process.pid]
        while waiting:
            pid = waiting.pop()
            try:
                self.members.add((pid, _started(pid)))
                for task in Path(f"/proc/{pid}/task").iterdir():
                    waiting += map(int, (task / "children").read_text().split())
            except (OSError, IndexError):
                continue
        return self.members

    def survivors(self, *, within_s=10):
        """Who is still there after the program itself has ended."""
        deadline = time.monotonic() + within_s
        while time.monotonic() < deadline:
            alive = [pid for pid, began in self.members if _is_alive(pid, began)]
            if not alive:
                return []
            time.sleep(0.05)
        return [Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ") for pid in alive]


def _started(pid):
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]


def _is_alive(pid, began):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        return state != "Z" and _started(pid) == began
    except (OSError, IndexError):
        return False


@pytest.fixture
def start_bugsweep(tmp_path):
    """Start the program without waiting for it."""
    started = []

    def start(*argv):
        # Who starts the tests in the background passes on that interrupts are to be ignored.
        process = subprocess.Popen(
            ["env", "--default-signal=INT", PROGRAM, *argv],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**os.environ, "BUGSWEEP_DEBUG": ""},
        )
        started.append(process)
        return Family(process)

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.fixture
def own_mounts():
    """Mounts of the host that a sandbox could have left."""

    def read():
        lines = Path("/proc/self/mounts").read_text().splitlines()
        return [
            line for line in lines if line.startswith(("overlay ", "layer ", "stage ", "disk "))
        ]

    return read

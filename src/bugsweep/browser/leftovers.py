"""Folders of browsers: the name tells whose it is, so that those of killed processes can go."""

import os
import re
import shutil
import tempfile
from functools import cache
from pathlib import Path

_PREFIX = "bugsweep-browser-"
_NAME = re.compile(rf"{_PREFIX}(\d+)-(\d+)-(\d+)-\w+")


def make_folder() -> Path:
    """A new folder for a browser of this process.

    The first time, the folders of processes that ended without clearing up are removed.
    """
    _clear()
    owner = os.getpid()
    name = f"{_PREFIX}{_namespace()}-{owner}-{_find_start(owner)}-"
    return Path(tempfile.mkdtemp(prefix=name))


@cache
def _clear() -> None:
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        told = _NAME.fullmatch(folder.name)
        # Processes of another namespace are none that could be looked up here.
        if told is None or int(told[1]) != _namespace():
            continue
        if _find_start(int(told[2])) != int(told[3]) and folder.stat().st_uid == os.geteuid():
            shutil.rmtree(folder, ignore_errors=True)


def _namespace() -> int:
    return Path("/proc/self/ns/pid").stat().st_ino


def _find_start(pid: int) -> int | None:
    """When a process began, in ticks since the machine did: its number may be used again."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    return int(told.rpartition(")")[2].split()[19])

"""Shell scripts that read and write one file inside, and tell in numbers what went wrong."""

import errno
import os

from bugsweep.sandboxes.api import Command, Completed, User
from bugsweep.sandboxes.entering import USUAL_PATH

# Added to error numbers: an honest `cat` or `mkdir` ends with neither of them.
_BASE = 100

_READ = f"""
[ -d "$1" ] && exit {_BASE + errno.EISDIR}
cat -- "$1" && exit
[ -e "$1" ] && ! [ -r "$1" ] && exit {_BASE + errno.EACCES}
[ -e "$1" ] || exit {_BASE + errno.ENOENT}
exit 1
"""
_WRITE = f"""
[ -d "$1" ] && exit {_BASE + errno.EISDIR}
folder=$(dirname -- "$1")
mkdir -p -- "$folder" && cat >"$1" && exit
[ -e "$1" ] && ! [ -w "$1" ] && exit {_BASE + errno.EACCES}
until [ -e "$folder" ]; do folder=$(dirname -- "$folder"); done
[ -w "$folder" ] || exit {_BASE + errno.EACCES}
exit 1
"""


def reading(path: str, user: User, cwd: str | None) -> Command:
    """The command that prints a file."""
    return _command(_READ, path, user=user, cwd=cwd)


def writing(path: str, data: bytes, user: User, cwd: str | None) -> Command:
    """The command that fills a file."""
    return _command(_WRITE, path, user=user, cwd=cwd, stdin=data)


def raise_for(done: Completed, path: str) -> None:
    """Raise what Python itself would have raised for a local file.

    Raises:
        OSError: one of its kinds, or `EIO` with what the tools said.
    """
    if done.exit_code > _BASE:
        number = done.exit_code - _BASE
        raise OSError(number, os.strerror(number), path)
    if done.exit_code:
        said = done.stderr.decode(errors="replace").strip()
        raise OSError(errno.EIO, said or f"exit code {done.exit_code}", path)


def _command(script: str, path: str, *, user: User, cwd: str | None, stdin: bytes = b"") -> Command:
    # Nobody inside may put another shell or `cat` before the system's.
    argv = ("/bin/sh", "-c", script, "sh", path)
    return Command(argv, user=user, cwd=cwd, env={"PATH": USUAL_PATH}, stdin=stdin)

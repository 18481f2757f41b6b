"""The walls around the browser: its own files and processes, and perhaps another network."""

import asyncio
import contextlib
import os
import shlex
import shutil
import signal
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bugsweep.domain.errors import MissingToolError

_SHOWN = (
    "/etc/alternatives",
    "/etc/chromium.d",
    "/etc/fonts",
    "/etc/hosts",
    "/etc/ld.so.cache",
    "/etc/nsswitch.conf",
    "/etc/resolv.conf",
    "/etc/ssl",
)
_USR_LINKS = ("bin", "lib", "lib32", "lib64", "libx32", "sbin")
_INFO = "inside.json"


class Enclosure:
    """An executable that starts `chromium` behind walls, for Playwright to call.

    Inside there is the distribution's `/usr`, an empty `/tmp` and `folder`; nothing else of the
    host's files and none of its processes. `door` is a command prefix that leads into another
    network namespace, `shown` what else it may see.
    """

    def __init__(
        self,
        chromium: Path,
        folder: Path,
        *,
        door: Sequence[str],
        walls: bool,
        shown: Sequence[Path] = (),
    ) -> None:
        self.executable = folder / "browser"
        self.downloads = folder / "downloads"
        self.has_walls = walls
        self._info = folder / _INFO
        self.downloads.mkdir()
        # Playwright speaks to the browser through file descriptors 3 and 4: `exec` keeps them.
        lines = ["#!/bin/sh"]
        if walls:
            command = [*door, *_walls(chromium, self.downloads, shown), str(chromium)]
            lines.append(f'exec {shlex.join(command)} "$@" 9>{shlex.quote(str(self._info))}')
        else:
            lines.append(f'exec {shlex.join([*door, str(chromium)])} "$@"')
        self.executable.write_text("\n".join(lines) + "\n")
        self.executable.chmod(0o700)

    def hold(self) -> int | None:
        """A handle of the first process inside, good also when its number is used again."""
        try:
            text = self._info.read_text()
            pid = int(text.partition('"child-pid":')[2].split(",")[0].strip(" }\n"))
            return os.pidfd_open(pid)
        except (OSError, ValueError):
            return None


@asynccontextmanager
async def inhabited(
    enclosure: Enclosure, process: asyncio.subprocess.Process, ready: Awaitable[None]
) -> AsyncIterator[None]:
    """The block in which `process` works in `enclosure`; at its end nothing is left inside."""
    handle = None
    try:
        await ready
        handle = enclosure.hold()
        yield
    finally:
        release(handle if handle is not None else enclosure.hold())
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        # Not `wait`: its pipes close only with their last byte, which may come after its end.
        await process.communicate()


def release(handle: int | None) -> None:
    """End everything inside: the death of its first process takes the namespace along."""
    if handle is None:
        return
    try:
        signal.pidfd_send_signal(handle, signal.SIGKILL)
    except ProcessLookupError:
        pass
    finally:
        os.close(handle)


def _walls(chromium: Path, downloads: Path, more: Sequence[Path]) -> list[str]:
    bubblewrap = shutil.which("bwrap")
    if bubblewrap is None:
        raise MissingToolError(
            "`bwrap` is missing, which keeps the browser apart from this machine's files",
            hint="install the package `bubblewrap`",
        )
    walls = [bubblewrap, "--die-with-parent", "--unshare-pid", "--unshare-ipc", "--info-fd", "9"]
    # Also for root: what runs the pages of a strange app must not be able to lift the walls.
    # Behind the door of an unprivileged sandbox there is a user namespace already, the last one.
    walls += ["--unshare-user-try", "--cap-drop", "ALL"]
    walls += ["--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev"]
    for name in _USR_LINKS:
        path = Path("/", name)
        if path.is_symlink():
            walls += ["--symlink", str(path.readlink()), str(path)]
        elif path.exists():
            walls += ["--ro-bind", str(path), str(path)]
    walls += ["--tmpfs", "/tmp", "--dir", "/tmp/home"]  # noqa: S108 - a path inside the walls
    for shown in _SHOWN:
        walls += ["--ro-bind-try", shown, shown]
    for path in more:
        walls += ["--ro-bind", str(path), str(path)]
    real = chromium.resolve()
    if not real.is_relative_to("/usr"):
        walls += ["--ro-bind", str(real.parent), str(real.parent)]
        walls += ["--ro-bind", str(chromium.parent), str(chromium.parent)]
    return [*walls, "--bind", str(downloads), str(downloads), "--chdir", "/"]

"""The process that keeps a sandbox's namespaces alive, tied to its maker's life."""

import asyncio
import contextlib
import fcntl
import json
import os
import signal
import socket
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from bugsweep.domain.errors import InternalError, SandboxError
from bugsweep.sandboxes.cgroups import ControlGroups
from bugsweep.sandboxes.finishing import begin, finish
from bugsweep.sandboxes.identities import Identities
from bugsweep.sandboxes.stage import StageFds

TOOL_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_CREATE_TIMEOUT_S = 120
NAMESPACES = ("user", "mnt", "net", "pid", "ipc", "uts", "cgroup")
_NSENTER_OPTIONS = {"mnt": "mount"}

# Takes the groups as its first arguments, up to `--`. Runs outside of them and in another
# session, so that it can end what bubblewrap leaves when it fails half way, and remove the
# groups, even after its maker was killed; wrappers of commands may take a moment to leave.
_LAUNCH = """
exec 3<&0
groups=
while [ "$1" != -- ]; do groups="$groups $1"; shift; done
shift
(
  for group in $groups; do echo 0 >"$group/cgroup.procs"; done
  exec setsid "$@"
) <&3 3<&- &
exec 3<&-
wait $!
code=$?
kill -s KILL -- -$! 2>/dev/null
for group in $groups; do
  for _ in 1 2 3 4 5 6 7 8 9 10; do rmdir "$group" 2>/dev/null && break; sleep 0.05; done
done
exit $code
"""

# The launching shell uses the numbers below for itself.
_FIRST_FD = 10


@dataclass(slots=True)
class Holder:
    """Process 1 of a sandbox, and doors into its namespaces.

    It ends when `lifeline` closes, which the kernel does whatever way this process ends.
    """

    launcher: Process
    lifeline: socket.socket
    pid: int = 0
    """In the host's numbers."""
    pidfd: int = -1
    namespaces: dict[str, int] = field(default_factory=dict)
    """Open files: unlike a process id they can never come to mean something else."""
    layers: str = ""
    """How Layers are made: `overlay` or `copy`."""
    last_words: str = ""
    """What the tools complained of, known at the end."""

    @classmethod
    async def start(
        cls, words: Sequence[str], *, fds: "Pipes", identities: Identities, groups: ControlGroups
    ) -> Self:
        """Start it and wait until everything inside is in place.

        Raises:
            SandboxError: with what the tools said.
        """
        lifeline, inner = socket.socketpair()
        try:
            launcher = await begin(
                _launch(words, stdin=inner, fds=fds, groups=groups),
                lambda launcher: cls(launcher, lifeline).give_up(fds),
            )
        except BaseException:
            lifeline.close()
            raise
        finally:
            inner.close()
        holder = cls(launcher, lifeline)
        try:
            async with asyncio.timeout(_CREATE_TIMEOUT_S):
                await holder._become_ready(fds, identities)
        except BaseException as error:
            await finish(holder.give_up(fds))
            if isinstance(error, (EOFError, OSError)):
                raise SandboxError(
                    f"a sandbox could not be made: {holder.last_words or repr(error)}",
                    hint="`bugsweep doctor` says what this machine lacks",
                ) from error
            raise
        return holder

    async def _become_ready(self, fds: "Pipes", identities: Identities) -> None:
        fds.close_theirs()
        info = await _read_info(fds.info_read)
        self.pid = json.loads(info)["child-pid"]
        self.pidfd = os.pidfd_open(self.pid)
        if not identities.is_single:
            identities.map_process(self.pid)
        os.write(fds.block_write, b"1")
        line = await _stream(self.launcher.stdout).readline()
        ready, _, layers = line.decode().strip().partition(" ")
        if ready != "ready":
            raise EOFError("process 1 ended early")
        self.layers = layers
        for name in NAMESPACES:
            self.namespaces[name] = os.open(f"/proc/{self.pid}/ns/{name}", os.O_RDONLY)

    async def give_up(self, fds: "Pipes") -> None:
        """End what has been made so far; bubblewrap waits as long as an answer may come."""
        fds.close()
        await self.aclose()

    @property
    def is_alive(self) -> bool:
        """Whether commands can still enter."""
        if self.pidfd < 0:
            return False
        try:
            signal.pidfd_send_signal(self.pidfd, 0)
        except ProcessLookupError:
            return False
        return self.launcher.returncode is None

    @property
    def pid_namespace(self) -> str:
        """Its name in /proc."""
        return Path(f"/proc/self/fd/{self.namespaces['pid']}").readlink().name

    def door(self, names: Sequence[str] = NAMESPACES) -> list[str]:
        """The options by which `nsenter` enters the namespaces of these names."""
        # Paths through this process, not through the one that opens them: nobody has to inherit.
        return [
            f"--{_NSENTER_OPTIONS.get(name, name)}=/proc/{os.getpid()}/fd/{self.namespaces[name]}"
            for name in names
        ]

    async def aclose(self) -> None:
        """End everything inside."""
        self.lifeline.close()
        if self.pidfd >= 0:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)
        # Not `wait`: its pipes close only with their last byte, which may come after its end.
        _, complaint = await self.launcher.communicate()
        self.last_words = complaint.decode(errors="replace").strip()
        for fd in (self.pidfd, *self.namespaces.values()):
            if fd >= 0:
                os.close(fd)
        self.pidfd = -1
        self.namespaces.clear()


async def _launch(
    words: Sequence[str], *, stdin: socket.socket, fds: "Pipes", groups: ControlGroups
) -> Process:
    return await asyncio.create_subprocess_exec(
        *("/bin/sh", "-c", _LAUNCH, "sh", *map(str, groups.folders), "--", *words),
        stdin=stdin.fileno(),
        stdout=PIPE,
        stderr=PIPE,
        pass_fds=(fds.info_write, fds.block_read),
        env={"PATH": TOOL_PATH, "LANG": "C.UTF-8"},
        start_new_session=True,
    )


class Pipes:
    """The two pipes over which bubblewrap tells its child's id and waits for the id map."""

    def __init__(self) -> None:
        self._open: set[int] = set()
        self.info_read, self.info_write = self._pipe()
        self.block_read, self.block_write = self._pipe()

    def _pipe(self) -> tuple[int, int]:
        low = os.pipe()
        high = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, _FIRST_FD) for fd in low]
        for fd in low:
            os.close(fd)
        self._open.update(high)
        return high[0], high[1]

    @property
    def stage_fds(self) -> StageFds:
        """The ends that bubblewrap gets."""
        return StageFds(info=self.info_write, block=self.block_read)

    def close_theirs(self) -> None:
        """Close the ends that are bubblewrap's alone by now."""
        self._close(self.info_write, self.block_read)

    def close(self) -> None:
        """Close what is open."""
        self._close(*self._open)

    def _close(self, *fds: int) -> None:
        for fd in self._open.intersection(fds):
            os.close(fd)
            self._open.discard(fd)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _stream(stream: asyncio.StreamReader | None) -> asyncio.StreamReader:
    if stream is None:
        raise InternalError("an output that was asked for is not there")
    return stream


async def _read_info(fd: int) -> bytes:
    """Read bubblewrap's one JSON object; its end of the pipe stays open longer."""
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    pipe = os.fdopen(os.dup(fd), "rb", buffering=0)
    transport, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader, loop=loop), pipe
    )
    try:
        return await reader.readuntil(b"}")
    finally:
        transport.close()

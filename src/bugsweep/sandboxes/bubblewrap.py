"""A sandbox of Linux namespaces, made with bubblewrap."""

import asyncio
import errno
import shlex
import shutil
import uuid
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from bugsweep.domain.errors import MissingToolError, SandboxError
from bugsweep.sandboxes import file_transfer
from bugsweep.sandboxes.api import (
    DEFAULT_OUTPUT_LIMIT_BYTES,
    Command,
    Completed,
    SandboxSpec,
    User,
)
from bugsweep.sandboxes.cgroups import create_control_groups
from bugsweep.sandboxes.entering import Entrance, rlimits
from bugsweep.sandboxes.finishing import begin, finish
from bugsweep.sandboxes.holder import TOOL_PATH, Holder, Pipes
from bugsweep.sandboxes.identities import Identities, find_identities
from bugsweep.sandboxes.output import Collected
from bugsweep.sandboxes.processes import Family
from bugsweep.sandboxes.running import BubblewrapProcess, spawn
from bugsweep.sandboxes.stage import render_stage

TOOLS = ("bwrap", "unshare", "nsenter", "setpriv", "prlimit", "mount", "install", "env")
READ_LIMIT_BYTES = 100 * 1024 * 1024


class BubblewrapSandbox:
    """An isolated place made of namespaces; made with `create`.

    Root can have three users inside; anybody else has one, shown as root to the programs inside.
    """

    def __init__(self, entrance: Entrance) -> None:
        self._entrance = entrance
        self._holder = entrance.holder
        self._everything = Family(entrance.holder.pid_namespace, first=entrance.holder.pid)
        self._processes: set[BubblewrapProcess] = set()
        self._readers: set[asyncio.Future[None]] = set()
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    async def create(cls, spec: SandboxSpec) -> Self:
        """Make a sandbox; whatever interrupts this, nothing of it is left.

        Raises:
            MissingToolError: a program of the distribution is not there.
            SandboxError: a source does not exist, or the kernel refuses.
        """
        _require_tools()
        identities = find_identities()
        with Pipes() as fds:
            script = render_stage(spec, identities, fds.stage_fds)
            groups = create_control_groups(spec.limits)
            words = [*rlimits(spec, groups), *_unshare(identities), "sh", "-c", script]
            try:
                holder = await Holder.start(words, fds=fds, identities=identities, groups=groups)
            except BaseException:
                groups.remove()
                raise
        return cls(Entrance(spec, holder, identities, groups))

    @property
    def spec(self) -> SandboxSpec:
        """What it was made from."""
        return self._entrance.spec

    @property
    def identities(self) -> Identities:
        """Who its users are outside."""
        return self._entrance.identities

    @property
    def layers_are_copies(self) -> bool:
        """Whether this machine has no overlay file system, so that every Layer costs a copy."""
        return self._holder.layers == "copy"

    @property
    def has_group_limits(self) -> bool:
        """Whether memory and processes are limited together, not process by process."""
        return self._entrance.groups.is_enforced

    @property
    def is_alive(self) -> bool:
        """Whether commands can still run in it."""
        return self._closing is None and self._holder.is_alive

    async def exec(
        self,
        command: Command,
        *,
        timeout_s: float | None = None,
        output_limit_bytes: int = DEFAULT_OUTPUT_LIMIT_BYTES,
    ) -> Completed:
        """Run a command to its end; children that it leaves behind run on.

        Raises:
            TimeoutError: it ran longer than `timeout_s`; it and its children are ended.
            SandboxError: the sandbox is gone.
        """
        process = await self._enter(command, stdout=PIPE, stderr=PIPE)
        stdout, stderr = Collected(output_limit_bytes), Collected(output_limit_bytes)
        try:
            async with asyncio.timeout(timeout_s):
                readers = await process.communicate(command.stdin, (stdout, stderr))
        except BaseException as error:
            await process.stop(grace_s=0)
            if isinstance(error, TimeoutError):
                start = shlex.join(command.argv)[:200]
                raise TimeoutError(f"`{start}` ran longer than {timeout_s:g} s") from None
            raise
        self._readers.update(readers)
        for reader in readers:
            reader.add_done_callback(self._readers.discard)
        exit_code = await process.wait()
        if exit_code and not self.is_alive:
            raise SandboxError("the sandbox ended while a command ran in it")
        return Completed(
            argv=tuple(command.argv),
            exit_code=exit_code,
            stdout=bytes(stdout.data),
            stderr=bytes(stderr.data),
            is_truncated=stdout.is_truncated or stderr.is_truncated,
        )

    async def start(self, command: Command, *, log: Path) -> BubblewrapProcess:
        """Run a command beside others; both its outputs go to the host file `log`."""
        # Appending keeps what an earlier start wrote.
        with log.open("ab") as file:
            return await self._enter(command, stdout=file.fileno(), stderr=file.fileno())

    async def read_file(
        self,
        path: str,
        *,
        user: User = User.AGENT,
        cwd: str | None = None,
        limit_bytes: int = READ_LIMIT_BYTES,
    ) -> bytes:
        """Read what `user` may read; a relative path begins at `cwd`, else at the user's home.

        Raises:
            OSError: `FileNotFoundError`, `PermissionError`, `IsADirectoryError`, or `EFBIG` for
                more than `limit_bytes`.
        """
        command = file_transfer.reading(path, user, cwd)
        done = await self.exec(command, output_limit_bytes=limit_bytes)
        if done.is_truncated:
            raise OSError(errno.EFBIG, f"larger than {limit_bytes} bytes", path)
        file_transfer.raise_for(done, path)
        return done.stdout

    async def write_file(
        self, path: str, data: bytes, *, user: User = User.AGENT, cwd: str | None = None
    ) -> None:
        """Write as `user`, making the folders on the way.

        Raises:
            OSError: `PermissionError`, `IsADirectoryError`, or `EIO` with what was said.
        """
        done = await self.exec(file_transfer.writing(path, data, user, cwd))
        file_transfer.raise_for(done, path)

    def network_door(self, argv: Sequence[str]) -> list[str]:
        """Wrap a host command so that it gets this sandbox's network, and only that."""
        return [*self._entrance.network_words(), *argv]

    def door(self, command: Command) -> list[str]:
        """A host command that runs `command` inside, for a terminal."""
        return self._entrance.words(command, uuid.uuid4().hex)

    async def kill_all(self) -> None:
        """End every process inside but the sandbox itself."""
        if self.is_alive:
            await finish(self._everything.end())

    async def aclose(self) -> None:
        """End everything inside and give everything back; may be called twice."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await finish(_done(self._closing))

    async def _close(self) -> None:
        await self._holder.aclose()
        self._entrance.groups.remove()
        await asyncio.gather(*(process.wait() for process in self._processes), *self._readers)

    async def _enter(self, command: Command, *, stdout: int, stderr: int) -> BubblewrapProcess:
        if not self.is_alive:
            raise SandboxError("the sandbox is gone")
        mark = uuid.uuid4().hex
        process = await begin(
            spawn(
                self._entrance.words(command, mark),
                stdin=PIPE if command.stdin else DEVNULL,
                stdout=stdout,
                stderr=stderr,
                family=self._everything.marked(mark),
            ),
            lambda process: process.stop(grace_s=0),
        )
        self._processes = {one for one in self._processes if one.exit_code is None} | {process}
        return process


async def _done(task: asyncio.Task[None]) -> None:
    await task


def _unshare(identities: Identities) -> list[str]:
    user = ["--user", "--map-root-user"] if identities.is_single else []
    return ["unshare", *user, "--mount", "--propagation", "private"]


def _require_tools() -> None:
    missing = [tool for tool in TOOLS if shutil.which(tool, path=TOOL_PATH) is None]
    if missing:
        raise MissingToolError(
            f"a sandbox needs {', '.join(f'`{tool}`' for tool in missing)}",
            hint="Debian: `apt-get install bubblewrap util-linux coreutils mount`",
        )

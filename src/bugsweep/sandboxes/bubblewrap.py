"""A sandbox of Linux namespaces, made with bubblewrap."""

import asyncio
import errno
import os
import shutil
import signal
import uuid
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from bugsweep.domain.errors import MissingToolError, SandboxError
from bugsweep.sandboxes.api import (
    DEFAULT_OUTPUT_LIMIT_BYTES,
    Command,
    Completed,
    SandboxSpec,
    User,
)
from bugsweep.sandboxes.cgroups import ControlGroups, create_control_groups
from bugsweep.sandboxes.holder import TOOL_PATH, Holder, Pipes
from bugsweep.sandboxes.identities import Identities, find_identities
from bugsweep.sandboxes.output import Collected, collect
from bugsweep.sandboxes.processes import MARK, Family
from bugsweep.sandboxes.stage import render_stage

TOOLS = ("bwrap", "unshare", "nsenter", "setpriv", "prlimit", "mount", "install", "env")
READ_LIMIT_BYTES = 100 * 1024 * 1024

_PATH = ("/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin")
_HOMES = {User.APP: "/home/app", User.AGENT: "/home/agent", User.ROOT: "/root"}

# What root inside may do to files and processes inside: an Image's build needs `chown`.
_ROOT_CAPABILITIES = "-all,+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid"

_JOIN = """
while [ "$1" != -- ]; do echo 0 >"$1/cgroup.procs"; shift; done
shift
exec "$@"
"""

# Exit codes above 200 are error numbers: an honest `cat` or `mkdir` never ends with them.
_ERRNO_BASE = 200
_READ = f"""
[ -d "$1" ] && exit {_ERRNO_BASE + errno.EISDIR}
cat -- "$1" && exit
[ -e "$1" ] && exit {_ERRNO_BASE + errno.EACCES}
exit {_ERRNO_BASE + errno.ENOENT}
"""
_WRITE = f"""
[ -d "$1" ] && exit {_ERRNO_BASE + errno.EISDIR}
mkdir -p -- "$(dirname -- "$1")" && cat >"$1" && exit
[ -e "$1" ] && ! [ -w "$1" ] && exit {_ERRNO_BASE + errno.EACCES}
[ -w "$(dirname -- "$1")" ] || exit {_ERRNO_BASE + errno.EACCES}
exit {_ERRNO_BASE + errno.ENOSPC}
"""

# How long to go on reading when a command has ended but left children that hold its output.
_LINGER_S = 0.25


class BubblewrapSandbox:
    """An isolated place made of namespaces; made with `create`.

    Root can have three users inside; anybody else has one, shown as root to the programs inside.
    """

    def __init__(
        self, spec: SandboxSpec, *, holder: Holder, identities: Identities, groups: ControlGroups
    ) -> None:
        self.spec = spec
        self.identities = identities
        self._groups = groups
        self._holder = holder
        self._first = holder.pid
        self._namespace = holder.pid_namespace
        self._ending: asyncio.Task[None] | None = None

    @classmethod
    async def create(cls, spec: SandboxSpec) -> Self:
        """Make a sandbox; whatever interrupts this, nothing of it is left.

        Raises:
            MissingToolError: a program of the distribution is not there.
            SandboxError: a source does not exist, or the kernel refuses.
        """
        _require_tools()
        identities = find_identities()
        pipes = Pipes()
        with pipes:
            script = render_stage(spec, identities, pipes.stage_fds)
            groups = create_control_groups(spec.limits)
            try:
                holder = await Holder.start(
                    [*_rlimits(spec, groups), *_unshare(identities), "sh", "-c", script],
                    fds=pipes,
                    identities=identities,
                    groups=groups,
                )
            except BaseException:
                groups.remove()
                raise
        return cls(spec, holder=holder, identities=identities, groups=groups)

    @property
    def layers_are_copies(self) -> bool:
        """Whether this machine has no overlay file system, so that every Layer costs a copy."""
        return self._holder.layers == "copy"

    @property
    def has_group_limits(self) -> bool:
        """Whether memory and processes are limited together, not process by process."""
        return self._groups.is_enforced

    @property
    def is_alive(self) -> bool:
        """Whether commands can still run in it."""
        return self._ending is None and self._holder.is_alive

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
        mark = uuid.uuid4().hex
        process = await self._spawn(command, mark, stdout=PIPE, stderr=PIPE)
        outputs = Collected(output_limit_bytes), Collected(output_limit_bytes)
        try:
            async with asyncio.timeout(timeout_s):
                await _communicate(process, command.stdin, outputs)
        except TimeoutError:
            raise TimeoutError(
                f"`{' '.join(command.argv)[:200]}` ran longer than {timeout_s:g} s"
            ) from None
        finally:
            if process.returncode is None:
                await asyncio.shield(self._end(process, mark))
        code = _exit_code(process.returncode)
        if code and not self.is_alive:
            raise SandboxError("the sandbox ended while a command ran in it")
        return Completed(
            argv=tuple(command.argv),
            exit_code=code,
            stdout=bytes(outputs[0].data),
            stderr=bytes(outputs[1].data),
            is_truncated=any(output.is_truncated for output in outputs),
        )

    async def start(self, command: Command, *, log: Path) -> "BubblewrapProcess":
        """Run a command beside others; both its outputs go to the host file `log`."""
        mark = uuid.uuid4().hex
        with log.open("ab") as file:
            process = await self._spawn(command, mark, stdout=file.fileno(), stderr=file.fileno())
        return BubblewrapProcess(self, process, mark)

    async def read_file(
        self, path: str, *, user: User = User.AGENT, limit_bytes: int = READ_LIMIT_BYTES
    ) -> bytes:
        """Read what `user` may read; a relative path begins at the user's home.

        Raises:
            OSError: `FileNotFoundError`, `PermissionError`, `IsADirectoryError`, or `EFBIG` for
                more than `limit_bytes`.
        """
        done = await self.exec(
            Command(("sh", "-c", _READ, "sh", path), user=user), output_limit_bytes=limit_bytes
        )
        if done.is_truncated:
            raise OSError(errno.EFBIG, f"larger than {limit_bytes} bytes", path)
        _raise_for(done, path)
        return done.stdout

    async def write_file(self, path: str, data: bytes, *, user: User = User.AGENT) -> None:
        """Write as `user`, making the folders on the way.

        Raises:
            OSError: `PermissionError`, `IsADirectoryError`, or `ENOSPC`.
        """
        done = await self.exec(Command(("sh", "-c", _WRITE, "sh", path), user=user, stdin=data))
        _raise_for(done, path)

    def network_door(self, argv: Sequence[str]) -> list[str]:
        """Wrap a host command so that it gets this sandbox's network, and only that."""
        if self.identities.is_single:
            return [*self._nsenter("user", "net"), "--", *argv]
        return ["nsenter", *self._holder.door("net"), "--", *argv]

    async def kill_all(self) -> None:
        """End every process inside but the sandbox itself."""
        await self._family(None).end()

    async def aclose(self) -> None:
        """End everything inside and give everything back; may be called twice."""
        if self._ending is None:
            self._ending = asyncio.create_task(self._close())
        await asyncio.shield(self._ending)

    async def _close(self) -> None:
        await self._holder.aclose()
        self._groups.remove()

    async def _spawn(
        self, command: Command, mark: str, *, stdout: int, stderr: int
    ) -> asyncio.subprocess.Process:
        if not self.is_alive:
            raise SandboxError("the sandbox is gone")
        return await asyncio.create_subprocess_exec(
            *self._words(command, mark),
            stdin=PIPE if command.stdin else DEVNULL,
            stdout=stdout,
            stderr=stderr,
            env={"PATH": TOOL_PATH},
            cwd="/",
            start_new_session=True,
        )

    def _words(self, command: Command, mark: str) -> list[str]:
        home = _HOMES[command.user]
        env = {
            "PATH": ":".join((*self.spec.path, *_PATH)),
            "HOME": home,
            "USER": command.user.value,
            "LANG": "C.UTF-8",
            "TMPDIR": "/tmp",  # noqa: S108 (a private one)
            **self.spec.env,
            **command.env,
            MARK: mark,
        }
        join = []
        if self._groups.folders:
            join = ["sh", "-c", _JOIN, "sh", *map(str, self._groups.folders), "--"]
        return [
            *join,
            *_rlimits(self.spec, self._groups),
            *self._nsenter(),
            "--",
            *self._setpriv(command.user),
            *("env", "-i", "-C", command.cwd or home),
            *(f"{name}={value}" for name, value in env.items()),
            *command.argv,
        ]

    def _nsenter(self, *only: str) -> list[str]:
        """Enter as root inside; one that maps no other group cannot change groups."""
        become = (
            ["--preserve-credentials"]
            if self.identities.is_single
            else ["--setuid", "0", "--setgid", "0"]
        )
        return ["nsenter", *self._holder.door(*only), *become]

    def _setpriv(self, user: User) -> list[str]:
        words = ["setpriv", "--no-new-privs", "--inh-caps", "-all", "--bounding-set"]
        if self.identities.is_single:
            return [*words, "-all"]
        number = str(self.identities.inside(user))
        capabilities = _ROOT_CAPABILITIES if user is User.ROOT else "-all"
        return [*words, capabilities, "--reuid", number, "--regid", number, "--clear-groups"]

    def _family(self, mark: str | None, door: int | None = None) -> Family:
        return Family(self._namespace, first=self._first, mark=mark, door=door)

    async def _end(
        self, process: asyncio.subprocess.Process, mark: str, *, grace_s: float = 0
    ) -> None:
        """End a command, everything it started, and the process that entered for it."""
        door = process.pid if process.returncode is None else None
        await self._family(mark, door).end(grace_s=grace_s)
        if process.returncode is None:
            # It stops itself when its child is stopped, and would never see the child's end.
            try:
                async with asyncio.timeout(0.2):
                    process.send_signal(signal.SIGCONT)
                    await process.wait()
            except (TimeoutError, ProcessLookupError):
                if process.returncode is None:
                    process.kill()
        await process.wait()


class BubblewrapProcess:
    """A command that runs on inside."""

    def __init__(
        self, sandbox: BubblewrapSandbox, process: asyncio.subprocess.Process, mark: str
    ) -> None:
        self._sandbox = sandbox
        self._process = process
        self._mark = mark

    @property
    def exit_code(self) -> int | None:
        """None while it runs; 128 + n when signal n ended it."""
        code = self._process.returncode
        return None if code is None else _exit_code(code)

    async def wait(self) -> int:
        """Until it ends."""
        return _exit_code(await self._process.wait())

    async def stop(self, *, grace_s: float = 2) -> None:
        """Ask it and what it started to end, then make it."""
        await asyncio.shield(self._sandbox._end(self._process, self._mark, grace_s=grace_s))


async def _communicate(
    process: asyncio.subprocess.Process, stdin: bytes, outputs: tuple[Collected, Collected]
) -> None:
    assert process.stdout is not None
    assert process.stderr is not None
    async with asyncio.TaskGroup() as tasks:
        reading = [
            tasks.create_task(collect(process.stdout, outputs[0])),
            tasks.create_task(collect(process.stderr, outputs[1])),
        ]
        feeding = tasks.create_task(_feed(process, stdin))
        await process.wait()
        feeding.cancel()
        await asyncio.wait(reading, timeout=_LINGER_S)
        for task in reading:
            task.cancel()


async def _feed(process: asyncio.subprocess.Process, stdin: bytes) -> None:
    if process.stdin is None:
        return
    try:
        process.stdin.write(stdin)
        await process.stdin.drain()
    except (BrokenPipeError, ConnectionResetError):
        pass  # a command need not read what it is given
    finally:
        process.stdin.close()


def _exit_code(returncode: int | None) -> int:
    assert returncode is not None
    return 128 - returncode if returncode < 0 else returncode


def _raise_for(done: Completed, path: str) -> None:
    if done.exit_code > _ERRNO_BASE:
        number = done.exit_code - _ERRNO_BASE
        raise OSError(number, os.strerror(number), path)
    if done.exit_code:
        raise OSError(errno.EIO, done.output.strip() or f"exit code {done.exit_code}", path)


def _unshare(identities: Identities) -> list[str]:
    user = ["--user", "--map-root-user"] if identities.is_single else []
    return ["unshare", *user, "--mount", "--propagation", "private"]


def _rlimits(spec: SandboxSpec, groups: ControlGroups) -> list[str]:
    """Limits per process and per user, where nothing better can be had."""
    if groups.is_enforced:
        return []
    # The data segment: programs like Chromium reserve far more address space than they use.
    memory_bytes = spec.limits.memory_mb * 1024 * 1024
    return ["prlimit", f"--nproc={spec.limits.processes}", f"--data={memory_bytes}"]


def _require_tools() -> None:
    missing = [tool for tool in TOOLS if shutil.which(tool, path=TOOL_PATH) is None]
    if missing:
        raise MissingToolError(
            f"a sandbox needs {', '.join(f'`{tool}`' for tool in missing)}",
            hint="Debian: `apt install bubblewrap util-linux coreutils mount`",
        )

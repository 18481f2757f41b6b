"""What a sandbox is: an isolated place to run commands, with loopback and nothing else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import Protocol

DEFAULT_OUTPUT_LIMIT_BYTES = 10 * 1024 * 1024


class User(StrEnum):
    """Who a command runs as inside; none of them is anybody outside."""

    APP = "app"
    AGENT = "agent"
    ROOT = "root"


class Network(StrEnum):
    """What a sandbox can reach."""

    LOOPBACK = "loopback"
    """Its own loopback device, nothing else."""
    HOST = "host"
    """The machine's network: only for building Images."""


@dataclass(frozen=True, slots=True)
class Bind:
    """A host path that appears inside."""

    source: Path
    target: PurePosixPath
    is_writable: bool = False


@dataclass(frozen=True, slots=True)
class Layer:
    """A host folder that appears inside writable; what is written is gone with the sandbox."""

    source: Path
    target: PurePosixPath


@dataclass(frozen=True, slots=True)
class Limits:
    """What everything inside one sandbox may use together."""

    memory_mb: int = 2048
    processes: int = 512
    disk_mb: int = 1024
    """For all Layers and private folders together or each, whichever the mechanism can hold."""


@dataclass(frozen=True, slots=True)
class SandboxSpec:
    """How to make one sandbox."""

    binds: tuple[Bind, ...] = ()
    layers: tuple[Layer, ...] = ()
    limits: Limits = Limits()
    network: Network = Network.LOOPBACK
    env: Mapping[str, str] = field(default_factory=dict)
    """The whole environment of every command, beside PATH, HOME, USER, LANG and TMPDIR."""
    path: tuple[str, ...] = ()
    """Folders before the usual ones on PATH."""


@dataclass(frozen=True, slots=True)
class Command:
    """What to run inside, and as whom."""

    argv: Sequence[str]
    user: User = User.AGENT
    cwd: str | None = None
    """The user's home when left out."""
    env: Mapping[str, str] = field(default_factory=dict)
    """Added to the sandbox's own."""
    stdin: bytes = b""


@dataclass(frozen=True, slots=True)
class Completed:
    """A command that has ended."""

    argv: tuple[str, ...]
    exit_code: int
    """128 + n for a command ended by signal n."""
    stdout: bytes
    stderr: bytes
    is_truncated: bool = False
    """Whether output beyond the limit was dropped."""

    @property
    def text(self) -> str:
        """Standard output, decoded."""
        return self.stdout.decode(errors="replace")

    @property
    def output(self) -> str:
        """Both outputs, decoded, for a person."""
        return (self.stdout + self.stderr).decode(errors="replace")


class Process(Protocol):
    """A command that runs on inside."""

    @property
    def exit_code(self) -> int | None:
        """None while it runs."""
        ...

    async def wait(self) -> int:
        """Until it ends."""
        ...

    async def stop(self, *, grace_s: float = 2) -> None:
        """Ask it and what it started to end, then make it."""
        ...


class Sandbox(Protocol):
    """An isolated place to run commands; one kill ends all that runs in it."""

    async def exec(
        self,
        command: Command,
        *,
        timeout_s: float | None = None,
        output_limit_bytes: int = DEFAULT_OUTPUT_LIMIT_BYTES,
    ) -> Completed:
        """Run a command to its end.

        Raises:
            TimeoutError: it ran longer than `timeout_s`; it and its children are ended.
            SandboxError: the sandbox is gone.
        """
        ...

    async def start(self, command: Command, *, log: Path) -> Process:
        """Run a command beside others; both its outputs go to the host file `log`."""
        ...

    async def read_file(self, path: str, *, user: User = User.AGENT) -> bytes:
        """Read what `user` may read."""
        ...

    async def write_file(self, path: str, data: bytes, *, user: User = User.AGENT) -> None:
        """Write as `user`, making the folders on the way."""
        ...

    def network_door(self, argv: Sequence[str]) -> list[str]:
        """Wrap a host command so that it gets this sandbox's network, and only that."""
        ...

    async def kill_all(self) -> None:
        """End every process inside but the sandbox itself."""
        ...

    async def aclose(self) -> None:
        """End everything inside and give everything back; may be called twice."""
        ...

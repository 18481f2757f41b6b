"""Inspect's sandbox environment `bugsweep`: one BubblewrapSandbox per sample."""

import errno
import shlex
from pathlib import Path, PurePosixPath
from typing import Any, Literal, Self, overload

from inspect_ai.util import (
    ExecResult,
    OutputLimitExceededError,
    SandboxConnection,
    SandboxEnvironment,
    SandboxEnvironmentConfigType,
    SandboxEnvironmentLimits,
    SandboxUnavailableError,
    SandboxUserUnsupportedError,
    sandbox,
    sandboxenv,
)
from pydantic import BaseModel, ConfigDict
from typing_extensions import override

from bugsweep.domain.errors import SandboxError
from bugsweep.sandboxes.api import Bind, Command, Layer, Limits, Network, SandboxSpec, User
from bugsweep.sandboxes.bubblewrap import BubblewrapSandbox
from bugsweep.sandboxes.entering import HOMES
from bugsweep.sandboxes.identities import INSIDE_IDS

_NOT_EXECUTABLE = 126
_USERS = {
    name: user
    for user in User
    for name in (user.value, str(INSIDE_IDS[user]))
}  # fmt: skip


class BindConfig(BaseModel):
    """A host path that appears inside."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    target: str
    is_writable: bool = False


class LayerConfig(BaseModel):
    """A host folder that appears inside writable."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    target: str


class BugsweepSandboxConfig(BaseModel):
    """A SandboxSpec in plain words, as Inspect writes it into its logs."""

    # Inspect keys tables with it: frozen, and nothing unhashable in it.
    model_config = ConfigDict(frozen=True, extra="forbid")

    binds: tuple[BindConfig, ...] = ()
    layers: tuple[LayerConfig, ...] = ()
    memory_mb: int = Limits().memory_mb
    processes: int = Limits().processes
    disk_mb: int = Limits().disk_mb
    env: tuple[tuple[str, str], ...] = ()
    path: tuple[str, ...] = ()
    cwd: str = HOMES[User.AGENT]
    """Where commands run and relative paths begin."""

    @classmethod
    def from_spec(cls, spec: SandboxSpec, *, cwd: str = HOMES[User.AGENT]) -> Self:
        """Write down a spec; the network is always the sandbox's own."""
        return cls(
            binds=tuple(
                BindConfig(
                    source=str(bind.source), target=str(bind.target), is_writable=bind.is_writable
                )
                for bind in spec.binds
            ),
            layers=tuple(
                LayerConfig(source=str(layer.source), target=str(layer.target))
                for layer in spec.layers
            ),
            memory_mb=spec.limits.memory_mb,
            processes=spec.limits.processes,
            disk_mb=spec.limits.disk_mb,
            env=tuple(spec.env.items()),
            path=spec.path,
            cwd=cwd,
        )

    def to_spec(self) -> SandboxSpec:
        """The spec this was written from."""
        return SandboxSpec(
            binds=tuple(
                Bind(Path(bind.source), PurePosixPath(bind.target), bind.is_writable)
                for bind in self.binds
            ),
            layers=tuple(
                Layer(Path(layer.source), PurePosixPath(layer.target)) for layer in self.layers
            ),
            limits=Limits(self.memory_mb, self.processes, self.disk_mb),
            network=Network.LOOPBACK,
            env=dict(self.env),
            path=self.path,
        )


def sample_sandbox() -> BubblewrapSandbox:
    """The sandbox of the sample that is running."""
    return sandbox().as_type(BugsweepSandboxEnvironment).sandbox


@sandboxenv(name="bugsweep")
class BugsweepSandboxEnvironment(SandboxEnvironment):
    """What Inspect's tools and agents see of a BubblewrapSandbox."""

    def __init__(self, sandbox: BubblewrapSandbox, *, cwd: str) -> None:
        super().__init__()
        self.sandbox = sandbox
        self._cwd = PurePosixPath(cwd)

    @override
    @classmethod
    async def sample_init(
        cls,
        task_name: str,
        config: SandboxEnvironmentConfigType | None,
        metadata: dict[str, str],
    ) -> dict[str, SandboxEnvironment]:
        """Make the sandbox of one sample."""
        if config is None:
            config = BugsweepSandboxConfig()
        elif isinstance(config, str):
            config = BugsweepSandboxConfig.model_validate_json(Path(config).read_bytes())  # noqa: ASYNC240
        config = BugsweepSandboxConfig.model_validate(config)
        box = await BubblewrapSandbox.create(config.to_spec())
        return {"default": cls(box, cwd=config.cwd)}

    @override
    @classmethod
    async def sample_cleanup(
        cls,
        task_name: str,
        config: SandboxEnvironmentConfigType | None,
        environments: dict[str, SandboxEnvironment],
        interrupted: bool,
    ) -> None:
        """End the sandbox, whatever became of the sample."""
        for environment in environments.values():
            await environment.as_type(cls).sandbox.aclose()

    @override
    @classmethod
    def config_deserialize(cls, config: dict[str, Any]) -> BaseModel:
        """Read the config out of a log."""
        return BugsweepSandboxConfig.model_validate(config)

    @override
    def default_polling_interval(self) -> float:
        """Seconds between questions to services inside: entering costs milliseconds."""
        return 0.2

    @override
    async def exec(
        self,
        cmd: list[str],
        input: str | bytes | None = None,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        user: str | None = None,
        timeout: int | None = None,
        timeout_retry: bool = True,
        concurrency: bool = True,
    ) -> ExecResult[str]:
        """Run a command as the agent, or as one of the three users."""
        stdin = input.encode() if isinstance(input, str) else input or b""
        command = Command(cmd, _user(user), str(self._cwd / (cwd or "")), env or {}, stdin)
        limit_bytes = SandboxEnvironmentLimits.MAX_EXEC_OUTPUT_SIZE
        try:
            done = await self.sandbox.exec(
                command, timeout_s=timeout, output_limit_bytes=limit_bytes
            )
        except SandboxError as error:
            raise SandboxUnavailableError(str(error)) from error
        if done.is_truncated:
            raise OutputLimitExceededError(
                SandboxEnvironmentLimits.MAX_EXEC_OUTPUT_SIZE_STR, done.output[-limit_bytes:]
            )
        stderr = done.stderr.decode(errors="replace")
        if done.exit_code == _NOT_EXECUTABLE and "Permission denied" in stderr:
            raise PermissionError(errno.EACCES, stderr.strip(), cmd[0])
        return ExecResult(done.exit_code == 0, done.exit_code, done.text, stderr)

    @override
    async def write_file(self, file: str, contents: str | bytes) -> None:
        """Write as the agent."""
        data = contents.encode() if isinstance(contents, str) else contents
        await self.sandbox.write_file(file, data, cwd=str(self._cwd))

    @overload
    async def read_file(self, file: str, text: Literal[True] = True) -> str: ...  # noqa: FBT002

    @overload
    async def read_file(self, file: str, text: Literal[False]) -> bytes: ...

    @override
    async def read_file(self, file: str, text: bool = True) -> str | bytes:
        """Read what the agent may read."""
        limit_bytes = SandboxEnvironmentLimits.MAX_READ_FILE_SIZE
        try:
            data = await self.sandbox.read_file(file, cwd=str(self._cwd), limit_bytes=limit_bytes)
        except OSError as error:
            if error.errno != errno.EFBIG:
                raise
            limit = SandboxEnvironmentLimits.MAX_READ_FILE_SIZE_STR
            raise OutputLimitExceededError(limit, None) from error
        return data.decode() if text else data

    @override
    async def connection(self, *, user: str | None = None) -> SandboxConnection:
        """How a person gets a shell inside."""
        if not self.sandbox.is_alive:
            raise ConnectionError("the sandbox is gone")
        command = Command(["bash", "-l"], _user(user), str(self._cwd))
        return SandboxConnection(type="bugsweep", command=shlex.join(self.sandbox.door(command)))


def _user(name: str | None) -> User:
    if name is None:
        return User.AGENT
    if name not in _USERS:
        raise SandboxUserUnsupportedError(
            f"there is no user `{name}` inside, only {', '.join(User)}"
        )
    return _USERS[name]

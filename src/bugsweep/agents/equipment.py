"""What an agent finds in its sandbox beside the app: tools, its own program, their environment."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bugsweep.apps.image import APP_PATH
from bugsweep.files.digest import join_digests
from bugsweep.sandboxes.api import Bind, Limits, SandboxSpec, User
from bugsweep.sandboxes.entering import USUAL_PATH

AGENT = "/opt/agent"
"""Where an agent's own program lies inside, read-only."""

TOOLS = "/opt/tools"
"""Where the tools that every agent gets lie inside, read-only."""

_AGENT_PATH = ":".join((f"{AGENT}/bin", f"{TOOLS}/bin", *APP_PATH, USUAL_PATH))

_NO_MORE = Limits(memory_mb=0, processes=0, disk_mb=0)


@dataclass(frozen=True, slots=True)
class Equipment:
    """What is added to the sandbox of a trial for its agent."""

    binds: tuple[Bind, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    """Of everything that runs in the sandbox."""
    more: Limits = _NO_MORE
    """On top of what the app may use."""
    version: str = ""
    """Of the agent's own program, as that program says."""
    parts: tuple[str, ...] = ()
    """All that is installed in it, as `name==version`."""

    @property
    def digest(self) -> str:
        """Changes with every version in it."""
        return join_digests(self.version, *self.parts) if self.version or self.parts else ""

    @property
    def agent_env(self) -> dict[str, str]:
        """Of the agent's programs alone: the app's own commands must not find its tools."""
        # Inspect's server inside starts an agent's program with the name of its own user.
        return {**self.env, "PATH": _AGENT_PATH, "USER": User.AGENT.value}

    def added_to(self, spec: SandboxSpec) -> SandboxSpec:
        """The sandbox of the app, with this in it."""
        limits = Limits(
            memory_mb=spec.limits.memory_mb + self.more.memory_mb,
            processes=spec.limits.processes + self.more.processes,
            disk_mb=spec.limits.disk_mb + self.more.disk_mb,
        )
        return replace(
            spec,
            binds=(*spec.binds, *self.binds),
            limits=limits,
            env={**spec.env, **self.env},
            # Inspect looks for an agent's program on the path of the sandbox.
            path=(*spec.path, f"{AGENT}/bin"),
        )


NOTHING = Equipment()
"""For agents that act from outside."""

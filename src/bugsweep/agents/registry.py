"""Agents by name. An agent is one module here, and one line in this table."""

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from bugsweep.agents.equipment import NOTHING, Equipment
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.errors import UnknownPluginError, UsageError

if TYPE_CHECKING:
    # Inspect takes seconds to load, and most commands do without it.
    from inspect_ai.agent import Agent


@dataclass(frozen=True, slots=True)
class AgentSetting:
    """What the agent of a trial is made from."""

    task_id: str
    argument: str = ""
    """What stands behind the colon in the agent's name."""
    equipment: Equipment = NOTHING
    has_model: bool = False
    """Whether there is a model behind Inspect's bridge."""
    area: str = ""
    """What the request is about, in its own words."""
    folder: str = "."
    """On the host: where it may leave what it found, for people."""
    egress: tuple[str, ...] = ()
    """The hosts that it may speak to, each with its port."""
    reference: PatchCandidate | None = None
    """The known repair; only given to an agent whose module says `NEEDS_REFERENCE`."""


class AgentModule(Protocol):
    """What the module of an agent offers."""

    NEEDS_REFERENCE: bool
    NEEDS_MODEL: bool

    async def equip(self, argument: str) -> Equipment:
        """What is put into the sandbox for it; made once for all trials.

        Raises:
            UsageError: the argument means nothing to it.
            SetupError: its program cannot be had on this machine.
        """
        ...

    def build(self, setting: AgentSetting) -> "Agent":
        """The agent of one trial."""
        ...


AGENTS: dict[str, str] = {
    "claude-code": "bugsweep.agents.claude_code",
    "codex": "bugsweep.agents.codex",
    "command": "bugsweep.agents.command",
    "explorer": "bugsweep.agents.explorer",
    "gemini-cli": "bugsweep.agents.gemini_cli",
    "kimi-code": "bugsweep.agents.kimi_code",
    "mini-swe-agent": "bugsweep.agents.mini_swe_agent",
    "noop": "bugsweep.agents.noop",
    "opencode": "bugsweep.agents.opencode",
    "react": "bugsweep.agents.react",
    "reference": "bugsweep.agents.reference",
}


def load_agent(name: str) -> AgentModule:
    """The module of the agent of this name, whatever its argument.

    Raises:
        UnknownPluginError: nothing has this name.
    """
    plain = name.partition(":")[0]
    if plain not in AGENTS:
        raise UnknownPluginError("agent", plain, AGENTS)
    module: AgentModule = import_module(AGENTS[plain])
    return module


def argument_of(name: str) -> str:
    """What stands behind the first colon of an agent's name: a version, or a command."""
    return name.partition(":")[2]


def refuse_argument(name: str, argument: str) -> None:
    """For agents that there is only one of.

    Raises:
        UsageError: there is an argument.
    """
    if argument:
        raise UsageError(f"the agent `{name}` takes nothing behind a colon, here `{argument}`")

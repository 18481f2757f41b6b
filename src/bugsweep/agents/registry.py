"""Agents by name. An agent is one module here, and one line in this table."""

from importlib import import_module
from typing import Protocol

from inspect_ai.agent import Agent

from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.errors import UnknownPluginError
from bugsweep.domain.record import Record


class AgentSetting(Record):
    """What an agent of a trial may be made from."""

    task_id: str
    reference: PatchCandidate | None = None
    """The known repair; only given to an agent whose module says `NEEDS_REFERENCE`."""


class AgentModule(Protocol):
    """What the module of an agent offers."""

    NEEDS_REFERENCE: bool

    def build(self, setting: AgentSetting) -> Agent:
        """The agent of one trial."""
        ...


AGENTS: dict[str, str] = {
    "noop": "bugsweep.agents.noop",
    "reference": "bugsweep.agents.reference",
}


def load_agent(name: str) -> AgentModule:
    """The module of the agent of this name.

    Raises:
        UnknownPluginError: nothing has this name.
    """
    if name not in AGENTS:
        raise UnknownPluginError("agent", name, AGENTS)
    module: AgentModule = import_module(AGENTS[name])
    return module

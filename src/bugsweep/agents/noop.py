"""An agent that changes nothing: what is measured with it is the measure itself."""

from inspect_ai.agent import Agent, AgentState, agent

from bugsweep.agents.equipment import NOTHING, Equipment
from bugsweep.agents.registry import AgentSetting, refuse_argument

NEEDS_REFERENCE = False
NEEDS_MODEL = False


async def equip(argument: str) -> Equipment:
    """It uses nothing."""
    refuse_argument("noop", argument)
    return NOTHING


@agent(name="noop")
def build(setting: AgentSetting) -> Agent:
    """Leave the product as it is."""
    del setting

    async def execute(state: AgentState) -> AgentState:
        return state

    return execute

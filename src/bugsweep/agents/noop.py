"""An agent that changes nothing: what is measured with it is the measure itself."""

from inspect_ai.agent import Agent, AgentState, agent

from bugsweep.agents.registry import AgentSetting

NEEDS_REFERENCE = False


@agent(name="noop")
def build(setting: AgentSetting) -> Agent:
    """Leave the product as it is."""
    del setting

    async def execute(state: AgentState) -> AgentState:
        return state

    return execute

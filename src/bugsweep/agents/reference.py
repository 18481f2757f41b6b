"""An agent that applies the known repair: what is measured with it is the task."""

from inspect_ai.agent import Agent, AgentState, agent

from bugsweep.agents.equipment import NOTHING, Equipment
from bugsweep.agents.registry import AgentSetting, refuse_argument
from bugsweep.apps.candidates import apply_patch
from bugsweep.domain.errors import InternalError
from bugsweep.sandboxes.inspect_provider import sample_sandbox

NEEDS_REFERENCE = True
NEEDS_MODEL = False


async def equip(argument: str) -> Equipment:
    """It works from outside."""
    refuse_argument("reference", argument)
    return NOTHING


@agent(name="reference")
def build(setting: AgentSetting) -> Agent:
    """Apply the repair of the task to the running app's product."""

    async def execute(state: AgentState) -> AgentState:
        if setting.reference is None:
            raise InternalError(f"the reference agent got no repair of `{setting.task_id}`")
        await apply_patch(setting.reference, sample_sandbox())
        return state

    return execute

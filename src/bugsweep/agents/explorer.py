"""An agent that looks for bugs without a model, and repairs none; `explorer:2` has two minutes."""

from pathlib import Path

from inspect_ai.agent import Agent, AgentState, agent
from inspect_ai.model import ChatMessageAssistant

from bugsweep.agents.equipment import NOTHING, Equipment
from bugsweep.agents.registry import AgentSetting
from bugsweep.browser import open_driver
from bugsweep.domain.app import INSTANCE_URL
from bugsweep.domain.errors import UsageError
from bugsweep.exploration.exploring import Explorer, Plan
from bugsweep.exploration.finding import Exploration
from bugsweep.exploration.target import SandboxTarget
from bugsweep.exploration.writing import write_exploration
from bugsweep.sandboxes.inspect_provider import sample_sandbox

NEEDS_REFERENCE = False
NEEDS_MODEL = False

_MINUTES = 5.0


async def equip(argument: str) -> Equipment:
    """It works from outside, with a browser of its own."""
    _minutes(argument)
    return NOTHING


def _minutes(argument: str) -> float:
    try:
        minutes = float(argument) if argument else _MINUTES
    except ValueError:
        minutes = 0
    if not 0 < minutes < float("inf"):
        raise UsageError(f"`{argument}` is no number of minutes", hint="write `explorer:2.5`")
    return minutes


@agent(name="explorer")
def build(setting: AgentSetting) -> Agent:
    """Explore the running app, and leave the findings beside the trial."""
    plan = Plan(minutes=_minutes(setting.argument), area=setting.area)

    async def execute(state: AgentState) -> AgentState:
        async with open_driver() as driver:
            target = SandboxTarget(INSTANCE_URL, driver, sample_sandbox())
            done = await Explorer(target, plan, folder=Path(setting.folder)).explore()
            # At the end of its time nothing more can be waited for.
            write_exploration(done, Path(setting.folder))
        state.messages.append(ChatMessageAssistant(content=_told(done)))
        return state

    return execute


def _told(done: Exploration) -> str:
    if not done.findings:
        return f"No finding after {done.actions} actions on {len(done.views)} pages."
    return "\n\n".join(
        f"{finding.title}\nExpected: {finding.expected}\nSeen: {finding.seen}\n\n{finding.feature}"
        for finding in done.findings
    )

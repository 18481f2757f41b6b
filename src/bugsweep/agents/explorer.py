"""An agent that looks for bugs without a model, and repairs none."""

import tempfile
from pathlib import Path

from inspect_ai.agent import Agent, AgentState, agent
from inspect_ai.model import ChatMessageAssistant
from inspect_ai.util import store

from bugsweep.agents.registry import AgentSetting
from bugsweep.browser import open_driver
from bugsweep.domain.app import INSTANCE_URL
from bugsweep.exploration.exploring import Explorer, Plan
from bugsweep.exploration.finding import Exploration
from bugsweep.exploration.target import SandboxTarget
from bugsweep.sandboxes.inspect_provider import sample_sandbox

NEEDS_REFERENCE = False
FINDINGS = "bugsweep:findings"
"""Where the findings stand in the sample's store, as JSON."""
_MINUTES = 5.0


@agent(name="explorer")
def build(setting: AgentSetting) -> Agent:
    """Explore the running app and leave the findings in the sample's store."""
    del setting

    async def execute(state: AgentState) -> AgentState:
        with tempfile.TemporaryDirectory(prefix="bugsweep-") as work:
            async with open_driver() as driver:
                target = SandboxTarget(INSTANCE_URL, driver, sample_sandbox())
                explorer = Explorer(target, Plan(minutes=_MINUTES), folder=Path(work))
                done = await explorer.explore()
        store().set(FINDINGS, done.model_dump_json())
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

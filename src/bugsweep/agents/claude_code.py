"""Claude Code, as it comes, in the sandbox."""

from inspect_ai.agent import Agent
from inspect_swe import claude_code

from bugsweep.agents.equipment import Equipment
from bugsweep.agents.programs import Program
from bugsweep.agents.registry import AgentSetting
from bugsweep.apps.image import PRODUCT
from bugsweep.domain.app import Registry

NEEDS_REFERENCE = False
NEEDS_MODEL = True

_PROGRAM = Program("claude", "@anthropic-ai/claude-code", Registry.NPM)


async def equip(argument: str) -> Equipment:
    """The toolbox and Claude Code, at the version `argument`."""
    return await _PROGRAM.equip(argument)


def build(setting: AgentSetting) -> Agent:
    """Claude Code at work on the product."""
    return claude_code(
        version="sandbox",
        cwd=PRODUCT,
        # A search at the provider's would be a way out of the sandbox.
        disallowed_tools=["WebSearch", "WebFetch"],
        env=setting.equipment.agent_env,
    )

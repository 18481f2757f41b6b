"""mini-SWE-agent, as it comes, in the sandbox."""

from inspect_ai.agent import Agent
from inspect_swe import mini_swe_agent

from bugsweep.agents.equipment import Equipment
from bugsweep.agents.programs import Program
from bugsweep.agents.registry import AgentSetting
from bugsweep.apps.image import PRODUCT
from bugsweep.domain.app import Registry

NEEDS_REFERENCE = False
NEEDS_MODEL = True

# Inspect SWE drives the second generation's command line.
_PROGRAM = Program("mini", "mini-swe-agent", Registry.PYPI, versions=">=2.2,<3", asks="--help")

_SETTINGS = {
    # Its own library for models speaks to Inspect's bridge, whoever the provider behind is.
    "MSWEA_MODEL_NAME": "openai/inspect",
    # Inspect counts the money.
    "MSWEA_COST_TRACKING": "ignore_errors",
    "MSWEA_SILENT_STARTUP": "1",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
}


async def equip(argument: str) -> Equipment:
    """The toolbox and mini-SWE-agent, at the version `argument`."""
    return await _PROGRAM.equip(argument)


def build(setting: AgentSetting) -> Agent:
    """mini-SWE-agent at work on the product."""
    return mini_swe_agent(
        version="sandbox", cwd=PRODUCT, env={**setting.equipment.agent_env, **_SETTINGS}
    )

"""Kimi Code, as it comes, in the sandbox."""

import platform

from inspect_ai.agent import Agent, AgentState, agent
from inspect_ai.model import get_model, get_model_info
from inspect_swe import kimi_code

from bugsweep.agents.equipment import Equipment
from bugsweep.agents.programs import Program
from bugsweep.agents.registry import AgentSetting
from bugsweep.apps.image import PRODUCT
from bugsweep.domain.app import Registry

NEEDS_REFERENCE = False
NEEDS_MODEL = True

_NODE = f"node-linux-{'arm64' if platform.machine() == 'aarch64' else 'x64'}"
_PROGRAM = Program(
    "kimi",
    "@moonshot-ai/kimi-code",
    Registry.NPM,
    # It wants a newer Node than distributions have.
    beside=(f"{_NODE}@>=22.19 <25",),
    links=(("node", f"node_modules/{_NODE}/bin/node"),),
)
_CONTEXT_TOKENS = 200_000
"""Of a model that Inspect knows nothing of: after so much, Kimi Code sums up what came before."""


async def equip(argument: str) -> Equipment:
    """The toolbox and Kimi Code, at the version `argument`."""
    return await _PROGRAM.equip(argument)


@agent(name="kimi-code")
def build(setting: AgentSetting) -> Agent:
    """Kimi Code at work on the product."""

    async def execute(state: AgentState) -> AgentState:
        known = get_model_info(get_model())
        work = kimi_code(
            version="sandbox",
            cwd=PRODUCT,
            max_context_size=(known and known.context_length) or _CONTEXT_TOKENS,
            env=setting.equipment.agent_env,
        )
        return await work(state)

    return execute

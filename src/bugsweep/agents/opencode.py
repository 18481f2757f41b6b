"""OpenCode, as it comes, in the sandbox."""

from inspect_ai.agent import Agent
from inspect_swe import opencode

from bugsweep.agents.equipment import Equipment
from bugsweep.agents.programs import Program
from bugsweep.agents.registry import AgentSetting
from bugsweep.apps.image import PRODUCT
from bugsweep.domain.app import Registry

NEEDS_REFERENCE = False
NEEDS_MODEL = True

_PROGRAM = Program(
    "opencode",
    "opencode-ai",
    Registry.NPM,
    beside=("@vscode/ripgrep",),
    links=(("rg", "node_modules/@vscode/ripgrep-linux-*/bin/rg"),),
)

_SETTINGS = {
    # It would ask servers that cannot be reached, and wait for them.
    "OPENCODE_DISABLE_AUTOUPDATE": "1",
    "OPENCODE_DISABLE_MODELS_FETCH": "1",
    "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
    "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1",
}


async def equip(argument: str) -> Equipment:
    """The toolbox and OpenCode, at the version `argument`."""
    return await _PROGRAM.equip(argument)


def build(setting: AgentSetting) -> Agent:
    """OpenCode at work on the product."""
    return opencode(
        version="sandbox", cwd=PRODUCT, env={**setting.equipment.agent_env, **_SETTINGS}
    )

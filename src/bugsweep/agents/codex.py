"""Codex CLI, as it comes, in the sandbox."""

from inspect_ai.agent import Agent
from inspect_swe import codex_cli

from bugsweep.agents.equipment import Equipment
from bugsweep.agents.programs import Program
from bugsweep.agents.registry import AgentSetting
from bugsweep.apps.image import PRODUCT
from bugsweep.domain.app import Registry

NEEDS_REFERENCE = False
NEEDS_MODEL = True

_PROGRAM = Program("codex", "@openai/codex", Registry.NPM)


async def equip(argument: str) -> Equipment:
    """The toolbox and Codex, at the version `argument`."""
    return await _PROGRAM.equip(argument)


def build(setting: AgentSetting) -> Agent:
    """Codex at work on the product."""
    return codex_cli(
        version="sandbox",
        cwd=PRODUCT,
        # Its own files must not become part of the candidate.
        home_dir="/home/agent/.codex",
        # A search at the provider's would be a way out of the sandbox.
        web_search="disabled",
        env=setting.equipment.agent_env,
    )

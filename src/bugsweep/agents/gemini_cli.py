"""Gemini CLI, as it comes, in the sandbox."""

from importlib.util import find_spec

from inspect_ai.agent import Agent, AgentState, agent
from inspect_swe import gemini_cli
from inspect_swe._util.sandbox import SANDBOX_INSTALL_DIR

from bugsweep.agents.equipment import AGENT, Equipment
from bugsweep.agents.programs import Program
from bugsweep.agents.registry import AgentSetting
from bugsweep.apps.image import PRODUCT
from bugsweep.domain.app import Registry
from bugsweep.domain.errors import MissingToolError, SandboxError
from bugsweep.sandboxes.api import Command
from bugsweep.sandboxes.inspect_provider import sample_sandbox

NEEDS_REFERENCE = False
NEEDS_MODEL = True

_PROGRAM = Program("gemini", "@google/gemini-cli", Registry.NPM)


async def equip(argument: str) -> Equipment:
    """The toolbox and Gemini CLI, at the version `argument`."""
    if find_spec("google.genai") is None:
        raise MissingToolError(
            "Inspect's bridge needs the package `google-genai` to speak Gemini CLI's format",
            hint="`uv pip install google-genai`",
        )
    return await _PROGRAM.equip(argument)


@agent(name="gemini-cli")
def build(setting: AgentSetting) -> Agent:
    """Gemini CLI at work on the product."""
    work = gemini_cli(
        # Only of a version that it is told, Inspect SWE asks no server.
        version=setting.equipment.version,
        cwd=PRODUCT,
        # A search at the provider's would be a way out of the sandbox.
        web_search=False,
        env=setting.equipment.agent_env,
    )

    async def execute(state: AgentState) -> AgentState:
        await _put_in_place()
        return await work(state)

    return execute


async def _put_in_place() -> None:
    """Inspect SWE looks for this program at a place of its own alone."""
    script = 'mkdir -p "$1" && ln -sfn "$2" "$1/gemini-cli"'
    done = await sample_sandbox().exec(
        Command(["sh", "-c", script, "sh", SANDBOX_INSTALL_DIR, AGENT])
    )
    if done.exit_code:
        raise SandboxError(f"Gemini CLI cannot be put in place: {done.output}")

"""Inspect's own agent with a shell and an editor; the browser is driven by scripts."""

from inspect_ai.agent import Agent
from inspect_ai.agent import react as inspect_react
from inspect_ai.tool import Tool, ToolError, text_editor, tool
from inspect_ai.util import sandbox

from bugsweep.agents.equipment import Equipment
from bugsweep.agents.registry import AgentSetting, refuse_argument
from bugsweep.agents.toolbox import open_toolbox
from bugsweep.apps.image import PRODUCT

NEEDS_REFERENCE = False
NEEDS_MODEL = True

_COMMAND_TIMEOUT_S = 600


async def equip(argument: str) -> Equipment:
    """The toolbox."""
    refuse_argument("react", argument)
    return await open_toolbox()


def build(setting: AgentSetting) -> Agent:
    """A loop of model and tools at work on the product."""
    return inspect_react(
        name="react", tools=[_shell(setting.equipment), text_editor(timeout=_COMMAND_TIMEOUT_S)]
    )


@tool(name="bash")
def _shell(equipment: Equipment) -> Tool:
    """Inspect's own shell tool would not find the toolbox: it takes no environment."""

    async def execute(command: str) -> str:
        """Run a shell command in the product's folder.

        Python and Node have Playwright, whose `chromium.launch()` works as it is.

        Args:
            command: What to run with `bash -c`.
        """
        try:
            done = await sandbox().exec(
                ["bash", "-c", command],
                cwd=PRODUCT,
                env=equipment.agent_env,
                timeout=_COMMAND_TIMEOUT_S,
                timeout_retry=False,
            )
        except TimeoutError:
            raise ToolError(f"the command ran longer than {_COMMAND_TIMEOUT_S} s") from None
        return f"{done.stderr}\n{done.stdout}" if done.stderr else done.stdout

    return execute

"""Inspect's own agent with shell, editor and browser; `react:sweep` explores by tools too."""

import functools
from collections.abc import Awaitable, Callable
from pathlib import Path

from inspect_ai.agent import Agent, AgentPrompt
from inspect_ai.agent import react as inspect_react
from inspect_ai.tool import (
    Tool,
    ToolDef,
    ToolError,
    ToolSource,
    mcp_server_sandbox,
    mcp_tools,
    text_editor,
    tool,
)
from inspect_ai.util import sandbox

from bugsweep.agents.equipment import Equipment
from bugsweep.agents.programs import Program
from bugsweep.agents.registry import AgentSetting
from bugsweep.agents.toolbox import CHROMIUM
from bugsweep.apps.image import PRODUCT
from bugsweep.browser import Driver
from bugsweep.domain.app import INSTANCE_URL, Registry
from bugsweep.domain.errors import UsageError
from bugsweep.exploration.target import SandboxTarget, Target
from bugsweep.exploration.workbench import INSTRUCTIONS, TOOLS, Workbench
from bugsweep.sandboxes.inspect_provider import sample_sandbox

NEEDS_REFERENCE = False
NEEDS_MODEL = True

_COMMAND_TIMEOUT_S = 600
_SWEEP = "sweep"
_PLANNER = f"""{INSTRUCTIONS}

Plan scenarios that combine what the app's area offers, let `play` do and judge them, and mend what
is broken. After a change, `verify` the test that failed, and play what is near it."""


_BROWSER = Program("playwright-mcp", "@playwright/mcp", Registry.NPM)
_OUTPUT = "/tmp/playwright-mcp"  # noqa: S108  # inside
_BROWSING = (
    *("--headless", "--no-sandbox", "--isolated"),
    *("--executable-path", CHROMIUM),
    # What it writes down must not become part of the candidate.
    *("--output-dir", _OUTPUT),
)


async def equip(argument: str) -> Equipment:
    """The toolbox, and a server of browser tools."""
    if argument not in {"", _SWEEP}:
        raise UsageError(f"`react:{argument}` is no agent", hint="write `react` or `react:sweep`")
    return await _BROWSER.equip()


def build(setting: AgentSetting) -> Agent:
    """A loop of model and tools at work on the product."""
    env = setting.equipment.agent_env
    browser = mcp_server_sandbox(
        name="browser", command=_BROWSER.command, args=[*_BROWSING], cwd=PRODUCT, env=env
    )
    tools: list[Tool | ToolSource] = [
        _shell(setting.equipment),
        text_editor(timeout=_COMMAND_TIMEOUT_S),
        mcp_tools(browser),
    ]
    if setting.argument != _SWEEP:
        return inspect_react(name="react", tools=tools)
    prompt = AgentPrompt(instructions=_PLANNER)
    return inspect_react(name="react", tools=[*tools, *_sweeping(setting)], prompt=prompt)


def _sweeping(setting: AgentSetting) -> list[Tool]:
    """The explorer's tools on the app of this trial; they drive a browser from outside."""

    async def make_target(driver: Driver) -> Target:
        return SandboxTarget(INSTANCE_URL, driver, sample_sandbox())

    bench = Workbench(make_target, folder=Path(setting.folder) / _SWEEP)
    return [_as_tool(getattr(bench, name), name) for name in TOOLS]


def _as_tool(method: Callable[..., Awaitable[str]], name: str) -> Tool:
    @functools.wraps(method)
    async def execute(*args: object, **kwargs: object) -> str:
        return await method(*args, **kwargs)

    return ToolDef(execute, name=name).as_tool()


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

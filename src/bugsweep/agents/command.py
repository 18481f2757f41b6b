"""Any program as an agent: it gets the prompt on standard input and edits the product.

`command:./fix.sh --fast` brings the file `./fix.sh` of the host in; `command:./my-agent` brings
the folder in and runs `agent` of it; any other word is looked up inside.
"""

import hashlib
import shlex
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path, PurePosixPath

from inspect_ai.agent import Agent, AgentState, agent, sandbox_agent_bridge
from inspect_ai.model import ChatMessageAssistant, user_prompt
from inspect_ai.util import sandbox

from bugsweep.agents.egress import open_egress
from bugsweep.agents.equipment import AGENT, Equipment
from bugsweep.agents.registry import AgentSetting
from bugsweep.agents.toolbox import open_toolbox
from bugsweep.apps.image import PRODUCT
from bugsweep.domain.errors import AgentError, UsageError
from bugsweep.files.digest import folder_digest
from bugsweep.sandboxes.api import Bind
from bugsweep.sandboxes.inspect_provider import sample_sandbox

NEEDS_REFERENCE = False
NEEDS_MODEL = False

_ENTRY = "agent"
_KEPT_OUTPUT = 20_000


async def equip(argument: str) -> Equipment:
    """The toolbox, and the program where it is one of the host."""
    program = _find_program(_words(argument)[0])
    toolbox = await open_toolbox()
    if program is None:
        return toolbox
    bind, digest = program
    return replace(
        toolbox,
        binds=(*toolbox.binds, bind),
        parts=(*toolbox.parts, f"{bind.source.name}=={digest[:16]}"),
    )


def _find_program(word: str) -> tuple[Bind, str] | None:
    """What to bring in, and its digest; None for a command that is looked up inside."""
    if "/" not in word or word.startswith("/opt/"):
        return None
    path = Path(word).expanduser().resolve()
    if not path.exists():
        raise UsageError(f"there is no program `{word}`", hint="`command:sh -c '…'` works too")
    if path.is_dir():
        if not (path / _ENTRY).is_file():
            raise UsageError(f"the folder `{path}` holds no program `{_ENTRY}`")
        return Bind(path, PurePosixPath(AGENT)), folder_digest(path)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return Bind(path, PurePosixPath(AGENT, path.name)), digest


def _words(argument: str) -> list[str]:
    try:
        words = shlex.split(argument)
    except ValueError as error:
        raise UsageError(f"the command `{argument}` cannot be read: {error}") from None
    if not words:
        raise UsageError("no command is given", hint="write `command:./my-agent --option`")
    return words


def _inside(words: list[str]) -> list[str]:
    """The same command with the program's path inside."""
    program = _find_program(words[0])
    if program is None:
        return words
    source, target = program[0].source, program[0].target
    return [str(target / _ENTRY if source.is_dir() else target), *words[1:]]


@agent(name="command")
def build(setting: AgentSetting) -> Agent:
    """Run the command to its end, with a model at its usual addresses if there is one."""

    async def execute(state: AgentState) -> AgentState:
        if not setting.has_model:
            return await _run(state, setting, {})
        # A search or a sandbox at the provider's would be a way out of this one.
        async with sandbox_agent_bridge(state, web_search=False, code_execution=False) as bridge:
            address = f"http://localhost:{bridge.port}"
            env = {
                "OPENAI_BASE_URL": f"{address}/v1",
                "OPENAI_API_KEY": "inspect",
                "ANTHROPIC_BASE_URL": address,
                "ANTHROPIC_API_KEY": "inspect",
                "GOOGLE_GEMINI_BASE_URL": address,
                "GEMINI_API_KEY": "inspect",
                "MODEL": "inspect",
            }
            await _run(state, setting, env)
            return bridge.state

    return execute


async def _run(state: AgentState, setting: AgentSetting, env: dict[str, str]) -> AgentState:
    prompt = user_prompt(state.messages).text
    async with AsyncExitStack() as stack:
        if setting.egress:
            way_out = open_egress(sample_sandbox(), setting.egress, Path(setting.folder))
            env = {**env, **await stack.enter_async_context(way_out)}
        done = await sandbox().exec(
            _inside(_words(setting.argument)),
            input=prompt,
            cwd=PRODUCT,
            env={**setting.equipment.agent_env, **env},
        )
    output = (done.stdout + done.stderr)[-_KEPT_OUTPUT:]
    state.messages.append(ChatMessageAssistant(content=output or "(no output)"))
    if not done.success:
        raise AgentError(f"the command ended with exit code {done.returncode}: {output[-500:]}")
    return state

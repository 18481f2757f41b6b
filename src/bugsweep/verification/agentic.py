"""The executor with a model: it reads the steps, drives the browser, and looks for itself.

It gets the browser and nothing else: no source, no program, no interface of the app. The browser
sits in the app's own network, which leads nowhere.
"""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from inspect_ai.agent import Agent, AgentState, agent
from inspect_ai.agent import run as run_agent
from inspect_ai.model import (
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    Model,
    ModelOutput,
    execute_tools,
)
from inspect_ai.tool import Tool
from inspect_ai.util import LimitExceededError, time_limit
from pydantic import TypeAdapter

from bugsweep.behaviour import Behaviour, Hands, open_hands
from bugsweep.browser import BrowserGoneError, Driver, open_driver
from bugsweep.domain.errors import BugsweepError, UsageError
from bugsweep.domain.verdict import Verdict, VerdictKind
from bugsweep.verification.browser_tools import Desk, browser_tools, render_vocabulary
from bugsweep.verification.executors import Executor, OpenApp
from bugsweep.verification.models import find_model
from bugsweep.verification.reporting import Claimed, Reports, render_rules, render_steps
from bugsweep.verification.scripted import open_beside
from bugsweep.verification.usage import usage_of

_TURNS_PER_STEP: Final = 6
_MORE_TURNS: Final = 10
_TIME_S: Final = 1800.0
_LARGEST_SILENCE: Final = 3
"""Answers in a row without a tool call."""
_CONVERSATION: Final = "conversation.json"
_TASK: Final = """\
{rules}
{vocabulary}

Work with the tools: `act` and `look` as often as need be, `report` each step as soon as it is
done, and `finish` with your verdict. `report` and `finish` are all that counts.
"""
_GO_ON: Final = "Go on with the tools; `finish` when every step that can be is reported."


class AgenticExecutor:
    """A model at the browser."""

    def __init__(self, driver: Driver, model: Model) -> None:
        self.name = f"agentic:{model}"
        self._driver = driver
        self._model = model

    async def execute(
        self, behaviour: Behaviour, open_app: OpenApp, *, evidence_dir: Path, reruns: bool
    ) -> Verdict:
        """Nothing is carried out twice: it would cost as much again."""
        del reruns
        async with (
            open_beside(self._driver, open_app) as app,
            open_hands(
                behaviour, browser=app.browser, base_url=app.base_url, evidence_dir=evidence_dir
            ) as hands,
        ):
            return await self._at(hands, behaviour, evidence_dir)

    async def _at(self, hands: Hands, behaviour: Behaviour, evidence_dir: Path) -> Verdict:
        began = time.monotonic()
        desk = Desk(hands, Reports(behaviour), evidence_dir)
        conversation = _Conversation(self._model, desk)
        told = await conversation.run(behaviour)
        conversation.write(evidence_dir / _CONVERSATION)
        return Verdict(
            behaviour=behaviour.name,
            kind=told.kind,
            reason=told.reason,
            steps=tuple(desk.reports.results),
            elapsed_s=time.monotonic() - began,
            evidence_dir=str(evidence_dir),
            usage=usage_of(conversation.outputs),
            note=desk.claimed.reason if desk.claimed else "",
        )


class _Conversation:
    """What is said between bugsweep and the model about one test."""

    def __init__(self, model: Model, desk: Desk) -> None:
        self.outputs: list[ModelOutput] = []
        self._model = model
        self._desk = desk
        self._state = AgentState(messages=[])

    async def run(self, behaviour: Behaviour) -> Claimed:
        """Let the model work until it finishes, or for as long as it may."""
        rules = _TASK.format(rules=render_rules(behaviour), vocabulary=render_vocabulary())
        messages: list[ChatMessage] = [
            ChatMessageSystem(content=rules),
            ChatMessageUser(content=render_steps(behaviour)),
        ]
        turns = _MORE_TURNS + _TURNS_PER_STEP * len(behaviour.steps)
        worker = _worker(self, browser_tools(self._desk), turns)
        try:
            _, limit = await run_agent(worker, messages, limits=[time_limit(_TIME_S)])
        except LimitExceededError:
            # Somebody else's limit, around all of this.
            raise
        except BrowserGoneError as error:
            return Claimed(VerdictKind.CRASH, error.message)
        except BugsweepError as error:
            return Claimed(error.verdict, error.message)
        except Exception as error:  # noqa: BLE001  # every provider raises errors of its own
            return Claimed(VerdictKind.CRASH, f"the model failed: {type(error).__name__}: {error}")
        reason = f"it was not finished within {_TIME_S:g} s" if limit else self._ending(turns)
        return self._desk.reports.conclude(self._desk.claimed, otherwise=reason)

    def _ending(self, turns: int) -> str:
        if len(self.outputs) >= turns:
            return f"the model did not finish within {turns} turns"
        return "the model stopped without finishing"

    async def turn(self, state: AgentState, tools: list[Tool]) -> bool:
        """One answer of the model, and what its tools say; whether it called any."""
        self._state = state
        state.output = await self._model.generate(state.messages, tools=tools)
        self.outputs.append(state.output)
        state.messages.append(state.output.message)
        if not state.output.message.tool_calls:
            state.messages.append(ChatMessageUser(content=_GO_ON))
            return False
        answers, _ = await execute_tools(state.messages, tools, max_output=0)
        state.messages.extend(answers)
        return True

    @property
    def is_finished(self) -> bool:
        """Whether the model gave its verdict."""
        return self._desk.claimed is not None

    def write(self, path: Path) -> None:
        """Keep every word that was said."""
        path.parent.mkdir(parents=True, exist_ok=True)
        messages = TypeAdapter(list).dump_json(
            [
                message.model_dump(mode="json", exclude_none=True)
                for message in self._state.messages
            ],
            indent=1,
        )
        path.write_bytes(messages)


@agent(name="executor")
def _worker(conversation: _Conversation, tools: list[Tool], turns: int) -> Agent:
    async def execute(state: AgentState) -> AgentState:
        """Carry a behaviour test out at the browser."""
        silent = 0
        for _ in range(turns):
            silent = 0 if await conversation.turn(state, tools) else silent + 1
            if conversation.is_finished or silent >= _LARGEST_SILENCE:
                break
        return state

    return execute


@asynccontextmanager
async def open_named(argument: str) -> AsyncIterator[Executor]:
    """The model that `argument` names, as Inspect names it.

    Raises:
        UsageError: there is no model, or Inspect cannot make it.
    """
    if not argument:
        raise UsageError(
            "the executor `agentic` needs a model",
            hint="name it behind a colon: `--executor agentic:openai/gpt-5.5`",
        )
    model = find_model(argument)
    async with open_driver() as driver:
        yield AgenticExecutor(driver, model)

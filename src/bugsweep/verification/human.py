"""The executor that is a person: the terminal asks step by step, beside a browser window.

The person is told the steps and the rules, and nothing of task, agent, patch or other verdicts.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from enum import StrEnum
from pathlib import Path
from typing import Final

from bugsweep.behaviour import Behaviour, Exhibit, Step
from bugsweep.browser import open_window, require_window
from bugsweep.domain.errors import BrowserError, MissingToolError, UsageError
from bugsweep.domain.verdict import Verdict, VerdictKind
from bugsweep.verification.executors import Executor, OpenApp, RunningApp
from bugsweep.verification.reporting import (
    Claimed,
    Reports,
    may_fail,
    render_rules,
    render_steps,
)
from bugsweep.verification.terminal import Terminal
from bugsweep.verification.way_in import open_way_in

_ANSWERS: Final = {
    "p": VerdictKind.PASS,
    "f": VerdictKind.FAIL,
    "s": VerdictKind.SETUP,
    "u": VerdictKind.UNCLEAR,
}
_BACK: Final = "b"
_STOP: Final = "q"


class Means(StrEnum):
    """What the person looks at the app with."""

    BROWSER = "browser"
    """A window that is opened for each test, and closed after it."""
    URL = "url"
    """A browser of the person's own."""


class HumanExecutor:
    """A person who walks through the steps, beside a window if there can be one."""

    def __init__(self, name: str, terminal: Terminal, *, means: Means | None = None) -> None:
        self.name = name
        self._terminal = terminal
        self._means = means
        self._is_free = asyncio.Lock()
        self._knows_rules = False

    async def execute(
        self, behaviour: Behaviour, open_app: OpenApp, *, evidence_dir: Path, reruns: bool
    ) -> Verdict:
        """One test at a time, and nobody is asked twice."""
        del reruns
        async with (
            self._is_free,
            open_app() as app,
            open_way_in(app) as url,
            AsyncExitStack() as stack,
        ):
            has_window = await self._open_window(app, stack)
            began = time.monotonic()
            self._introduce(behaviour, url, has_window=has_window)
            reports = await self._walk(behaviour)
            told = reports.conclude(_claim(reports), otherwise="")
            self._terminal.say(f"\n{told.kind}: {told.reason}")
            note = await self._asked("A note for the record, or Enter:")
            return Verdict(
                behaviour=behaviour.name,
                kind=told.kind,
                reason=told.reason,
                steps=tuple(reports.results),
                elapsed_s=time.monotonic() - began,
                evidence_dir=str(evidence_dir),
                note=note,
            )

    async def _open_window(self, app: RunningApp, stack: AsyncExitStack) -> bool:
        if self._means is Means.URL:
            return False
        try:
            await stack.enter_async_context(open_window(app.url, app.door))
        except (MissingToolError, BrowserError) as error:
            if self._means is Means.BROWSER:
                raise
            if isinstance(error, BrowserError):
                self._terminal.say(f"{error.message}.")
            return False
        return True

    def _introduce(self, behaviour: Behaviour, url: str, *, has_window: bool) -> None:
        if not self._knows_rules:
            self._terminal.say(render_rules(behaviour))
            self._knows_rules = True
        if has_window:
            self._terminal.say(
                "\nA new browser window shows the app; it closes after your verdict."
            )
            self._terminal.say(f"Should it be gone, open {url} in a private window.")
        else:
            self._terminal.say(f"\nOpen {url} in a new private window.")
        self._terminal.say("Addresses in the steps that begin with `/` belong to the app.\n")
        self._terminal.say(render_steps(behaviour))

    async def _walk(self, behaviour: Behaviour) -> Reports:
        reports = Reports(behaviour)
        began = time.monotonic()
        while step := reports.next_step:
            kind = await self._judged(behaviour, step, reports)
            if kind is None:
                reports.take_back()
                continue
            seen = await self._seen() if kind is not VerdictKind.PASS else ""
            now = time.monotonic()
            reports.add(kind, seen, exhibit=Exhibit(), elapsed_s=now - began)
            began = now
        return reports

    async def _judged(
        self, behaviour: Behaviour, step: Step, reports: Reports
    ) -> VerdictKind | None:
        """The answer to one step; None to go back to the one before."""
        judges = may_fail(behaviour, step)
        yes = "p it holds, f it is false" if judges else "Enter it is done"
        back = ", b back" if reports.results else ""
        self._terminal.say(f"\n{reports.next_number}. {step.text}")
        while True:
            answer = (
                await self._asked(f"[{yes}, s it cannot be done, u I cannot tell{back}, q stop]")
            ).lower()
            if answer == _BACK and reports.results:
                return None
            if not judges and not answer:
                return VerdictKind.PASS
            if answer in _ANSWERS and (judges or answer != "f"):
                return _ANSWERS[answer]

    async def _seen(self) -> str:
        while True:
            words = await self._asked("What did you see?")
            if words:
                return words

    async def _asked(self, question: str) -> str:
        answer = await self._terminal.ask(question)
        if answer is None or answer.lower() == _STOP:
            # As after an interrupt: what was half done is no verdict and is not kept.
            raise asyncio.CancelledError("the person stopped")
        return answer


def _claim(reports: Reports) -> Claimed:
    """A person says what each step shows; the whole follows from that."""
    last = reports.results[-1]
    return Claimed(last.kind, last.seen or "every step holds")


@asynccontextmanager
async def open_named(argument: str) -> AsyncIterator[Executor]:
    """The person who sits at the terminal.

    `argument` is a name to tell several apart, `browser` or `url` for what they look with, or both
    with a comma between.

    Raises:
        UsageError: there is more in it.
        MissingToolError: `browser` is asked for, and no window can be opened.
    """
    words = [word for word in argument.split(",") if word]
    means = [Means(word) for word in words if word in list(Means)]
    names = [word for word in words if word not in list(Means)]
    if len(means) > 1 or len(names) > 1:
        raise UsageError(
            f"the executor `human` takes a name and `browser` or `url`, here `{argument}`",
            hint="`--executor human:ann,url`",
        )
    if Means.BROWSER in means:
        require_window()
    name = f"human:{names[0]}" if names else "human"
    yield HumanExecutor(name, Terminal(), means=means[0] if means else None)

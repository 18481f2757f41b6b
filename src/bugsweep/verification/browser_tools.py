"""What a model may do while it carries out a behaviour test: act, look, report, finish."""

import base64
import time
from pathlib import Path
from typing import Final, Literal

from inspect_ai.model import ContentImage, ContentText
from inspect_ai.tool import Tool, ToolError, ToolResult, tool

from bugsweep.behaviour import Hands, action_cards
from bugsweep.browser import BrowserGoneError
from bugsweep.domain.errors import BugsweepError
from bugsweep.domain.verdict import VerdictKind
from bugsweep.verification.reporting import Claimed, Reports, may_fail

Result = Literal["PASS", "FAIL", "SETUP", "UNCLEAR"]

_LARGEST_VIEW: Final = 40_000
"""Characters; of a longer page the middle is left out, and this is said."""


class Desk:
    """One behaviour test on a model's desk: what it has done, seen and said of it."""

    def __init__(self, hands: Hands, reports: Reports, evidence_dir: Path) -> None:
        self.hands = hands
        self.reports = reports
        self.claimed: Claimed | None = None
        self._evidence_dir = evidence_dir
        self._is_seen = False
        """Whether the page was looked at since the last action."""
        self._is_touched = False
        """Whether anything was done or seen since the last report."""
        self._pictures = 0
        self._reported_at = time.monotonic()

    async def act(self, sentence: str, text: str) -> str:
        """Do one action.

        Raises:
            BugsweepError: it could not be done.
        """
        self._is_seen, self._is_touched = False, True
        return await self.hands.act(sentence, text) or "done"

    async def look(self) -> str:
        """Read the page."""
        view = str(await self.hands.look())
        self._is_seen = self._is_touched = True
        if len(view) <= _LARGEST_VIEW:
            return view
        half = _LARGEST_VIEW // 2
        return f"{view[:half]}\n[… {len(view) - 2 * half} characters left out …]\n{view[-half:]}"

    async def show(self) -> str:
        """A picture of the window, as a data URL."""
        self._pictures += 1
        path = self._evidence_dir / f"look-{self._pictures:02d}.jpeg"
        data = (await self.hands.picture(path)).read_bytes()
        return f"data:image/jpeg;base64,{base64.b64encode(data).decode()}"

    def find_objection(self, number: int, kind: VerdictKind) -> str:
        """Why a report cannot be taken down; empty when it can."""
        step = self.reports.next_step
        if step is None:
            return "no step is to be reported any more: finish"
        if number != self.reports.next_number:
            return f"step {self.reports.next_number} is next; what is reported stands"
        if may_fail(self.reports.behaviour, step) and kind.is_decided and not self._is_seen:
            return "look at the page as it is now before you judge it"
        if not self._is_touched:
            return "nothing was done or looked at since the last report"
        return ""

    async def report(self, kind: VerdictKind, seen: str) -> str:
        """Take down what the next step showed."""
        step = self.reports.next_step
        if step is None:
            return "finish"
        number = self.reports.next_number
        exhibit = await self.hands.keep(
            step,
            number,
            is_over=kind is not VerdictKind.PASS or number == len(self.reports.behaviour.steps),
            has_failed=kind is not VerdictKind.PASS,
        )
        now = time.monotonic()
        result = self.reports.add(kind, seen, exhibit=exhibit, elapsed_s=now - self._reported_at)
        self._reported_at = now
        # Several claims may be judged by one look; an action needs something done for itself.
        self._is_touched = self._is_seen
        following = self.reports.next_step
        told = f"step {number} is {result.kind}"
        return f"{told}; next: {following.text}" if following else f"{told}; now finish"


def browser_tools(desk: Desk) -> list[Tool]:
    """All tools of one test."""
    return [_act(desk), _look(desk), _report(desk), _finish(desk)]


@tool(name="act", parallel=False)
def _act(desk: Desk) -> Tool:
    async def execute(sentence: str, text: str = "") -> str:
        """Do one thing in the browser, as a user would, in a sentence of the vocabulary.

        Args:
            sentence: One sentence, such as `I click the button "Save"`.
            text: For sentences that take a text below them.
        """
        try:
            return await desk.act(sentence, text)
        except BrowserGoneError:
            raise
        except BugsweepError as error:
            raise ToolError(f"{error.message}. {error.hint}".strip()) from None

    return execute


@tool(name="look", parallel=False)
def _look(desk: Desk) -> Tool:
    async def execute(picture: bool = False) -> ToolResult:  # noqa: FBT001, FBT002
        """See the page once it has come to rest: address, title, notices and all that is on it.

        Args:
            picture: Whether to see a picture of the window too.
        """
        try:
            view = await desk.look()
            if not picture:
                return view
            return [ContentText(text=view), ContentImage(image=await desk.show())]
        except BrowserGoneError:
            raise
        except BugsweepError as error:
            raise ToolError(error.message) from None

    return execute


@tool(name="report", parallel=False)
def _report(desk: Desk) -> Tool:
    async def execute(step: int, result: Result, seen: str) -> str:
        """Report what one step showed; steps are reported in their order, each once.

        Args:
            step: The step's number.
            result: PASS, FAIL, SETUP or UNCLEAR, by the rules.
            seen: What you saw that shows it, in the words of the page.
        """
        kind = VerdictKind(result)
        objection = desk.find_objection(step, kind)
        if objection:
            raise ToolError(objection)
        return await desk.report(kind, seen)

    return execute


@tool(name="finish", parallel=False)
def _finish(desk: Desk) -> Tool:
    async def execute(verdict: Result, reason: str) -> str:
        """End the test with your verdict over all of it.

        Args:
            verdict: PASS only when every step was reported as PASS.
            reason: Why, in one sentence.
        """
        desk.claimed = Claimed(VerdictKind(verdict), reason)
        return "thank you"

    return execute


def render_vocabulary() -> str:
    """The sentences that `act` knows."""
    lines = [f"- {card.example}" for card in action_cards()]
    return "\n".join(
        [
            "`act` takes sentences like these, with other names and texts:",
            *lines,
            'An element is named by its kind and what a user reads on it; `the second button "x"`',
            'and endings such as `in the row containing "x"`, `in the section "x"` or `in the open',
            "dialog` tell equal ones apart. Any may end in `within 30 seconds`, `if it is there`,",
            'or `and accept the browser question "x"`.',
        ]
    )

"""What Playwright's errors mean to us: the browser is gone, or an element did not do as asked."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from bugsweep.domain.errors import BrowserError, SetupError
from bugsweep.domain.verdict import VerdictKind

_GONE = (
    "has been closed",
    "Target crashed",
    "age crashed",
    "Target closed",
    "Browser closed",
    "Connection closed",
)
_MOVED = (
    "Execution context was destroyed",
    "Cannot find context with specified id",
    "Frame was detached",
    "frame got detached",
    "Element is not attached",
    "navigating and changing the content",
)


class BrowserGoneError(BrowserError):
    """The browser, or the page's process, died or was closed from outside."""


class TargetMissingError(SetupError):
    """No visible element answers to the words of the text."""

    def __init__(self, what: str, *, is_scope: bool = False, hint: str = "") -> None:
        super().__init__(f"there is no {what} on the page", hint=hint)
        self.what = what
        self.is_scope = is_scope


class TargetAmbiguousError(SetupError):
    """More than one visible element answers to the words of the text."""

    verdict = VerdictKind.UNCLEAR

    def __init__(self, what: str, candidates: Sequence[str]) -> None:
        listed = "; ".join(candidates[:6])
        super().__init__(
            f"{len(candidates)} elements fit {what}: {listed}",
            hint='add a scope, such as `in the section "…"`',
        )
        self.candidates = tuple(candidates)


class ActionRefusedError(SetupError):
    """The element is there and the browser could not do to it what was asked."""


class PageMovedError(ActionRefusedError):
    """The page was replaced while it was looked at: look again."""


class PageSilentError(SetupError):
    """The page answers nothing at all: it is in an endless loop, or the machine is."""

    verdict = VerdictKind.UNCLEAR


@asynccontextmanager
async def read(silent_s: float, doing: str = "the page was read") -> AsyncIterator[None]:
    """Look at a page: an element that is gone by then means to look again.

    Raises:
        PageSilentError: there was no answer for `silent_s` seconds.
    """
    try:
        async with asyncio.timeout(silent_s):
            with translated(doing):
                try:
                    yield
                except PlaywrightTimeout as error:
                    raise PageMovedError(f"the element was gone while {doing}") from error
    except TimeoutError as error:
        raise PageSilentError(
            f"the page did not answer for {silent_s:g} s while {doing}"
        ) from error


@contextmanager
def translated(doing: str) -> Iterator[None]:
    """Turn Playwright's errors inside the block into ours."""
    try:
        yield
    except PlaywrightError as error:
        text = str(error)
        if any(sign in text for sign in _GONE):
            raise BrowserGoneError(f"the browser was gone while {doing}") from error
        if any(sign in text for sign in _MOVED):
            raise PageMovedError(f"the page changed while {doing}") from error
        raise ActionRefusedError(f"{doing} did not work: {gist(error)}") from error


COVERED = "something covers it"
_OBSTACLES = {
    "intercepts pointer events": COVERED,
    "not enabled": "it is disabled",
    "not editable": "it is read-only",
    "not stable": "it does not stop moving",
    "not visible": "it is not visible",
    "is inert": "it is out of reach behind a dialog",
    "outside of the viewport": "it is outside the window",
    "did not find some options": "there is no such option",
}


def find_obstacle(error: PlaywrightError) -> str:
    """Why the element could not be acted on, when that is known; empty when it was only slow."""
    for line in reversed(str(error).splitlines()):
        for sign, words in _OBSTACLES.items():
            if sign in line:
                return words
    return ""


def was_done(error: PlaywrightError) -> bool:
    """Whether the mouse had been pressed already when the time was up."""
    return re.search(r"performing [\w ]*action", str(error)) is not None


def gist(error: PlaywrightError) -> str:
    """The telling line of an error that carries its whole call log."""
    lines = [line.strip(" -") for line in str(error).splitlines() if line.strip(" -")]
    return find_obstacle(error) or (lines[0] if lines else "no reason given")

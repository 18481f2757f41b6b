"""What Playwright's errors mean to us: the browser is gone, or an element did not do as asked."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from bugsweep.domain.errors import BrowserError, SetupError
from bugsweep.domain.verdict import VerdictKind

_GONE = (
    "has been closed",
    "Target crashed",
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
        raise ActionRefusedError(f"{doing} did not work: {_gist(error)}") from error


def _gist(error: PlaywrightError) -> str:
    """The telling lines of an error that carries its whole call log."""
    lines = [line.strip(" -") for line in str(error).splitlines() if line.strip(" -")]
    if not isinstance(error, PlaywrightTimeout):
        return lines[0] if lines else "no reason given"
    telling = [
        line
        for line in lines
        if any(sign in line for sign in ("intercepts", "not enabled", "not stable", "not visible"))
    ]
    return telling[-1] if telling else lines[0]

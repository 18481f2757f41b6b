"""When a page is at rest: the scripts every page carries, and the one place that waits."""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Protocol, TypeVar

QUIET_MS = 100
"""A page without change and request for this long is at rest."""
SETTLED_MS = 1500
"""A page at rest for this long, with no timer to come, will not change by itself."""
LOOSE_AFTER_S = 2.0
"""After this long a restless page is searched with the loose rules too."""
_SOON_MS = 1000
"""A timer due later than this is none that a user would wait for."""
DEFAULT_LIMIT_S = 5.0
_PULSE_MS = 100

_SCRIPTS = files("bugsweep.browser").joinpath("scripts")


def page_script() -> str:
    """What runs in every frame before its own scripts."""
    return "".join(_SCRIPTS.joinpath(name).read_text() for name in ("observe.js", "look.js"))


@dataclass(frozen=True, slots=True)
class PageState:
    """How restless a page is."""

    changes: int = 0
    """Counts up with every change of the page, request and input."""
    reactions: int = 0
    """Counts up with what the app does: changes, requests, timers; not with the user's input."""
    idle_ms: float = 0
    """Since the last change; 0 while a request, a load or a navigation is under way."""
    timer_ms: float = -1
    """Until the last timer that is due soon; -1 when there is none."""
    age_ms: float = 0
    """Since the document began."""
    born_ms: float = 0
    """When the document began, by the clock: tells one document from the next."""
    elements: int = 0


def page_state(seen: Mapping[str, Any]) -> PageState:
    """What the page's own script reports."""
    return PageState(
        changes=seen["changes"],
        reactions=seen["reactions"],
        idle_ms=seen["idleMs"],
        timer_ms=seen["timerMs"],
        age_ms=seen["ageMs"],
        born_ms=seen["bornMs"],
        elements=seen["elements"],
    )


def has_reacted(before: PageState, now: PageState) -> bool:
    """Whether the app did anything between the two, or put another document in its place."""
    is_another = now.changes < 0 or now.born_ms != before.born_ms
    return is_another or now.reactions > before.reactions


def is_quiet(state: PageState) -> bool:
    """Whether what was set going has come to an end."""
    return state.idle_ms >= QUIET_MS and (
        state.timer_ms < 0 or state.timer_ms > _SOON_MS or state.idle_ms >= SETTLED_MS
    )


def _is_settled(state: PageState) -> bool:
    return state.idle_ms >= SETTLED_MS and state.timer_ms < 0


class Watched(Protocol):
    """What can be waited for."""

    async def pulse(self, max_ms: float) -> PageState:
        """Return at the next change, or after `max_ms`."""
        ...


@dataclass(frozen=True, slots=True)
class Sight:
    """What an attempt may know of the page it looks at."""

    is_quiet: bool
    is_loose: bool
    """Whether looser ways to find an element may be tried."""


T = TypeVar("T")


async def watch(
    watched: Watched,
    attempt: Callable[[Sight], Awaitable[tuple[bool, T]]],
    *,
    limit_s: float = DEFAULT_LIMIT_S,
    may_end_early: bool = True,
    settle: bool = False,
) -> T:
    """Try `attempt` on every change of the page until it says True, and return what it saw last.

    Gives up after `limit_s`, or before on a page that will not change by itself. With `settle`
    the page has to be quiet before an attempt counts.
    """
    began = time.monotonic()
    if not settle:
        # Mostly it is there at once: a page already as it should be is asked nothing more.
        done, seen = await attempt(Sight(is_quiet=False, is_loose=False))
        if done:
            return seen
    state = await watched.pulse(0)
    while True:
        elapsed_s = time.monotonic() - began
        is_last = elapsed_s >= limit_s or (may_end_early and _is_settled(state))
        quiet = is_quiet(state)
        sight = Sight(is_quiet=quiet, is_loose=quiet or elapsed_s >= LOOSE_AFTER_S or is_last)
        if not settle or quiet or is_last:
            done, seen = await attempt(sight)
            if done or is_last:
                return seen
        state = await watched.pulse(_PULSE_MS if quiet or not settle else QUIET_MS / 2)

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
_LOOSE_ANYHOW_S = 10.0
"""By the clock, for a page that loads for ever."""
_SOON_MS = 1000
"""A timer due later than this is none that a user would wait for."""
DEFAULT_LIMIT_S = 5.0
_PULSE_MS = 100
_TURN_S = 0.2
"""One look and one pulse take no longer where the machine is not busy with other things."""
_CALM_TURNS = 10
"""So many looks in a row without a change: idle time alone may be a machine that stands still."""

_SCRIPTS = files("bugsweep.browser").joinpath("scripts")
_PARTS = ("observe.js", "look.js", "guard.js")


def page_script() -> str:
    """What runs in every frame before its own scripts."""
    return "".join(_SCRIPTS.joinpath(name).read_text() for name in _PARTS)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a page is borne with that has not come to an end."""

    busy_s: float = 60
    """While it loads or awaits an answer, beyond what a step may wait for a page at work."""
    silent_s: float = 30
    """While it answers nothing at all, as in an endless loop."""


PATIENCE = Patience()


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
    is_awaiting: bool = False
    """A request, a load or a navigation is under way."""
    is_leaving: bool = False
    """Another page was asked for and has not come yet."""
    is_loading: bool = False
    """Some of its files have not come yet, its scripts perhaps among them."""


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
        is_awaiting=seen["isAwaiting"],
        is_leaving=seen["isLeaving"],
        is_loading=seen["isLoading"],
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


def is_settled(state: PageState) -> bool:
    """Whether it has been at rest so long that it will not change by itself."""
    return state.idle_ms >= SETTLED_MS and state.timer_ms < 0


class Watched(Protocol):
    """What can be waited for."""

    @property
    def patience(self) -> Patience:
        """How long it is borne with."""
        ...

    async def pulse(self, max_ms: float) -> PageState:
        """Return at the next change, or after `max_ms`."""
        ...


@dataclass(frozen=True, slots=True)
class Sight:
    """What an attempt may know of the page it looks at."""

    is_quiet: bool
    is_loose: bool
    """Whether looser ways to find an element may be tried."""


class Budget:
    """What is left of a wait, told by what the page got done and not by the clock alone.

    While the page awaits an answer its time stands still, and a turn that takes longer than it
    should counts as one that does not: that is the machine being busy, not the page.
    """

    def __init__(self, limit_s: float, patience: Patience, *, may_end_early: bool) -> None:
        self._began = self._turned_at = time.monotonic()
        self._limit_s = limit_s
        self._all_s = limit_s + patience.busy_s
        self._may_end_early = may_end_early
        self._changes: int | None = None
        self._calm_turns = 0
        self.spent_s = 0.0
        """Of the page's own time."""

    @property
    def elapsed_s(self) -> float:
        """By the clock."""
        return time.monotonic() - self._began

    def is_over(self, state: PageState) -> bool:
        """Take note of one more turn; whether it was the last."""
        now = time.monotonic()
        if not state.is_awaiting:
            self.spent_s += min(now - self._turned_at, _TURN_S)
        self._turned_at = now
        self._calm_turns = self._calm_turns + 1 if state.changes == self._changes else 0
        self._changes = state.changes
        if self._may_end_early and is_settled(state) and self._calm_turns >= _CALM_TURNS:
            return True
        return self.spent_s >= self._limit_s or self.elapsed_s >= self._all_s


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

    Gives up when the page has had `limit_s` of its own time, before on a page that will not
    change by itself, and later on one that awaits an answer. With `settle` the page has to be
    quiet before an attempt counts.
    """
    budget = Budget(limit_s, watched.patience, may_end_early=may_end_early)
    if not settle:
        # Mostly it is there at once: a page already as it should be is asked nothing more.
        done, seen = await attempt(Sight(is_quiet=False, is_loose=False))
        if done:
            return seen
    state = await watched.pulse(0)
    while True:
        is_last = budget.is_over(state)
        quiet = is_quiet(state)
        has_waited = budget.spent_s >= LOOSE_AFTER_S or budget.elapsed_s >= _LOOSE_ANYHOW_S
        sight = Sight(is_quiet=quiet, is_loose=quiet or has_waited or is_last)
        if not settle or quiet or is_last:
            done, seen = await attempt(sight)
            if done or is_last:
                return seen
        state = await watched.pulse(_PULSE_MS if quiet or not settle else QUIET_MS / 2)

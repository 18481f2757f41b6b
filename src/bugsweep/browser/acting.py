"""Doing something to an element: how long to try, and when it counts as done."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import chain, repeat
from typing import TYPE_CHECKING

from playwright.async_api import Locator
from playwright.async_api import TimeoutError as PlaywrightTimeout

from bugsweep.browser.failures import (
    COVERED,
    ActionRefusedError,
    find_obstacle,
    read,
    translated,
    was_done,
)
from bugsweep.browser.observation import DEFAULT_LIMIT_S, is_settled

if TYPE_CHECKING:
    from bugsweep.browser.session import Tab

_TRIES_MS = (1500, 3000)
_LAST_TRIES_MS = 8000
"""Growing, so that on a slow machine one try is long enough."""
_LOOK_MS = 50
_RESTLESS_S = DEFAULT_LIMIT_S
_NOTICE_S = 20
"""A notice in the way is waited for so long: most go by themselves."""

Act = Callable[[float], Awaitable[object]]
"""Tries once, for so many milliseconds."""


@dataclass(frozen=True, slots=True)
class Cover:
    """What lies over an element."""

    words: str
    passes: bool
    """It is a notice that goes by itself."""
    belongs: bool
    """It is part of the same drawing: who clicks the one means the other."""


async def insist(
    tab: "Tab", locator: Locator, doing: str, act: Act, *, through: Act | None = None
) -> None:
    """Try until it is done, or until it is plain that it cannot be.

    A try that ran out of time with the mouse pressed is done: what is slow is what follows. One
    that did not get that far is repeated while the page or the machine is busy. On a page at rest
    an obstacle stays one. `through` does it to what covers the element, where that is part of it.

    Raises:
        ActionRefusedError: something is in the way, named in plain words.
    """
    began = time.monotonic()
    for try_ms in chain(_TRIES_MS, repeat(_LAST_TRIES_MS)):
        with translated(doing):
            try:
                await act(try_ms)
            except PlaywrightTimeout as error:
                if was_done(error):
                    break
                obstacle = find_obstacle(error) or await _is_gone(tab, locator)
            else:
                return
        elapsed_s = time.monotonic() - began
        limit_s = tab.patience.busy_s
        if obstacle:
            cover = await _find_cover(tab, locator) if obstacle == COVERED else None
            if cover and cover.belongs and through:
                act = through
                continue
            obstacle = f"it is covered by `{cover.words}`" if cover and cover.words else obstacle
            state = await tab.pulse(_LOOK_MS)
            limit_s = 0 if is_settled(state) else limit_s if state.is_awaiting else _RESTLESS_S
            limit_s = max(limit_s, _NOTICE_S) if cover and cover.passes else limit_s
        if elapsed_s >= limit_s:
            reason = obstacle or f"it took more than {limit_s:g} s"
            raise ActionRefusedError(f"{doing} did not work: {reason}")
    await tab.departed()


async def _is_gone(tab: "Tab", locator: Locator) -> str:
    async with read(tab.patience.silent_s):
        return "" if await locator.count() else "it is no longer there"


async def _find_cover(tab: "Tab", locator: Locator) -> Cover | None:
    async with read(tab.patience.silent_s):
        found = await locator.evaluate_all(
            "all => all.length && window.__bugsweep ? __bugsweep.cover(all[0]) : null"
        )
    return Cover(**found) if found else None

"""Doing something to an element: how long to try, and when it counts as done."""

import time
from collections.abc import Awaitable, Callable
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
_RESTLESS_S = DEFAULT_LIMIT_S
_NOTICE_S = 20
"""A notice in the way is waited for so long: most go by themselves."""

Act = Callable[[float], Awaitable[object]]
"""Tries once, for so many milliseconds."""


async def insist(tab: "Tab", locator: Locator, doing: str, act: Act) -> None:
    """Try until it is done, or until it is plain that it cannot be.

    A try that ran out of time with the mouse pressed is done: what is slow is what follows. One
    that did not get that far is repeated while the page or the machine is busy. On a page at rest
    an obstacle stays one.

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
                obstacle = find_obstacle(error)
            else:
                return
        elapsed_s = time.monotonic() - began
        limit_s = tab.patience.busy_s
        if obstacle:
            obstacle, may_pass = await _named(tab, locator, obstacle)
            state = await tab.pulse(0)
            limit_s = 0 if is_settled(state) else limit_s if state.is_awaiting else _RESTLESS_S
            limit_s = max(limit_s, _NOTICE_S) if may_pass else limit_s
        if elapsed_s >= limit_s:
            reason = obstacle or f"it took more than {limit_s:g} s"
            raise ActionRefusedError(f"{doing} did not work: {reason}")
    await tab.departed()


async def _named(tab: "Tab", locator: Locator, obstacle: str) -> tuple[str, bool]:
    """An obstacle in plain words, and whether it is a notice that goes by itself."""
    if obstacle != COVERED:
        return obstacle, False
    async with read(tab.patience.silent_s):
        found = await locator.evaluate_all(
            "all => all.length && window.__bugsweep ? __bugsweep.cover(all[0]) : null"
        )
    if not found:
        return obstacle, False
    words = f"`{found['words']}`" if found["words"] else "something without words"
    return f"it is covered by {words}", bool(found["passes"])

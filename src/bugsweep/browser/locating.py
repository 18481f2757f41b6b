"""The one place that finds elements by the words a user has for them.

Exact ways come first; looser ones only on a page at rest. More than one visible element at any
tier is ambiguous: never the first of several.
"""

import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, cast

from playwright.async_api import Locator

from bugsweep.browser import healing
from bugsweep.browser.element import Element, Place
from bugsweep.browser.failures import (
    PageMovedError,
    TargetAmbiguousError,
    TargetMissingError,
    read,
    translated,
)
from bugsweep.browser.kinds import BEARINGS, HOLDERS, MAY_HIDE, Bearing, Kind, Target
from bugsweep.browser.observation import PageState, page_state
from bugsweep.browser.session import Tab
from bugsweep.browser.wording import exact_pattern, literal_pattern, name_pattern

_SCROLLS = 200


@dataclass(frozen=True, slots=True)
class Effort:
    """How far to go in looking for an element."""

    is_loose: bool = False
    """Whether text near it or a plain text may stand for it; only on a page at rest."""
    may_contain: bool = False
    """Whether the only name that contains the words will do."""
    may_heal: bool = False
    """Whether a reworded label will do."""
    may_hide: bool = True
    """Whether a control hidden behind its label will do."""


@dataclass(frozen=True, slots=True)
class _Hits:
    locator: Locator
    found: tuple[tuple[int, str], ...]
    is_moving: bool = False
    """Whether it, or what it is in, is on its way: a dialog that opens."""
    note: str = ""
    reworded_as: str = ""
    state: PageState | None = None
    """Of the main frame; a frame within it is watched with it, and is asked anew."""


async def find_place(tab: Tab, scopes: Sequence[Target], *, effort: Effort) -> tuple[Place, ...]:
    """Where to look: inside all of `scopes`, the outermost first; the whole page without any.

    Raises:
        TargetMissingError: one of them is not there.
        TargetAmbiguousError: one of them is there more than once.
    """
    places = tab.places()
    for scope in scopes:
        element = await _find_one(tab, places, scope, effort)
        if element is None:
            raise TargetMissingError(str(scope), is_scope=scope.kind in HOLDERS)
        places = (await element.frame_place() if scope.kind is Kind.FRAME else element.place,)
    return places


async def find_target(
    tab: Tab, scopes: Sequence[Target], target: Target, *, effort: Effort
) -> Element:
    """The one element that `target` names inside `scopes`, looked for once.

    Raises:
        TargetMissingError: it or a scope is not there.
        TargetAmbiguousError: it or a scope is there more than once.
    """
    places = await find_place(tab, scopes, effort=effort)
    element = await _find_one(tab, places, target, effort)
    if element is None and effort.is_loose and scopes and BEARINGS[target.kind].by_content:
        element = await _scroll_to(tab, places, target)
    if element is None:
        raise TargetMissingError(str(target), is_scope=target.kind in HOLDERS)
    return element


async def find_all(
    tab: Tab, scopes: Sequence[Target], target: Target, *, effort: Effort
) -> list[Element]:
    """All elements that answer to `target` at the first tier at which any does."""
    places = await find_place(tab, scopes, effort=effort)
    hits = await _search(places, target, effort)
    if hits is None:
        return []
    return [Element(tab, hits.locator.nth(index), str(target)) for index, _ in hits.found]


async def _find_one(
    tab: Tab, places: Sequence[Place], target: Target, effort: Effort
) -> Element | None:
    hits = await _search(places, target, effort)
    if hits is None:
        return None
    found = hits.found
    if target.ordinal:
        position = target.ordinal - 1 if target.ordinal > 0 else len(found) - 1
        if position >= len(found):
            return None
        found = found[position : position + 1]
    if len(found) > 1:
        raise TargetAmbiguousError(f"the {target}", [label for _, label in found])
    seen = hits.state if len(tab.places()) == 1 else None
    element = Element(tab, hits.locator.nth(found[0][0]), str(target), seen=seen)
    element.note = hits.note
    element.is_moving = hits.is_moving
    element.is_early = hits.state is not None and tab.may_load(hits.state)
    element.reworded_as = hits.reworded_as
    return element


async def _search(places: Sequence[Place], target: Target, effort: Effort) -> _Hits | None:
    for tiers in (_exact_tiers, _loose_tiers) if effort.is_loose else (_exact_tiers,):
        for place in places:
            try:
                async with read(place.silent_s, "the page was searched"):
                    async for hits in tiers(place, target, effort):
                        if hits.found:
                            return hits
            except PageMovedError:
                continue
    return None


async def _exact_tiers(place: Place, target: Target, effort: Effort) -> AsyncIterator[_Hits]:
    bearing = BEARINGS[target.kind]
    hidden = effort.may_hide and target.kind in MAY_HIDE
    if target.css:
        yield await _look(place.root.locator(target.css), "any", hidden=hidden)
        return
    if not target.name:
        if bearing.roles:
            yield await _look(_by_roles(place, bearing.roles, None), "any")
        if target.kind not in {Kind.DIALOG, Kind.SECTION, Kind.TEXT}:
            yield await _look(_by_css(place, bearing), "any")
        return
    if bearing.by_content:
        yield await _holding(_by_roles(place, bearing.roles, None), target.name)
        return
    if bearing.roles:
        yield await _named(place, bearing.roles, target.name, hidden=hidden)
    if target.kind is Kind.TEXT:
        exactly = re.compile(exact_pattern(target.name))
        yield await _look(place.root.get_by_text(exactly), "any")
    else:
        yield await _look(
            _by_css(place, bearing), "attributes", name_pattern(target.name), hidden=hidden
        )
    if bearing.by_title:
        yield await _look(_by_css(place, bearing), "titled", name_pattern(target.name))
    if bearing.siblings:
        sibling = await _named(place, bearing.siblings, target.name, hidden=hidden)
        yield replace(sibling, note=f"not a {target.kind} by its role")


async def _loose_tiers(place: Place, target: Target, effort: Effort) -> AsyncIterator[_Hits]:
    bearing = BEARINGS[target.kind]
    if not target.name:
        return
    if bearing.by_content:
        everything = place.root.locator("*")
        yield await _evaluate(everything, "repeated", literal_pattern(target.name))
        return
    loosely = re.compile(literal_pattern(target.name), re.IGNORECASE)
    if target.kind is Kind.TEXT:
        yield await _look(place.root.get_by_text(loosely), "any")
        return
    if bearing.clickable:
        text = place.root.get_by_text(re.compile(name_pattern(target.name), re.IGNORECASE))
        yield await _look(text, "clickable")
    else:
        near = await _look(place.root.locator(bearing.css), "near", name_pattern(target.name))
        yield replace(near, note="found by the text beside it")
    if effort.may_contain and bearing.roles:
        longer = await _look(_by_roles(place, bearing.roles, loosely), "any")
        yield replace(longer, note="its name is longer")
    if effort.may_heal and bearing.roles:
        yield await _healed(place, target)


async def _named(place: Place, roles: Sequence[str], name: str, *, hidden: bool) -> _Hits:
    loosely = re.compile(name_pattern(name), re.IGNORECASE)
    hits = await _look(_by_roles(place, roles, loosely), "any", hidden=hidden)
    if len(hits.found) < 2:  # noqa: PLR2004 - more than one
        return hits
    exact = await _look(
        _by_roles(place, roles, re.compile(exact_pattern(name))), "any", hidden=hidden
    )
    return exact if exact.found else hits


async def _holding(locator: Locator, name: str) -> _Hits:
    return await _evaluate(
        locator,
        "look",
        {"how": "holding", "pattern": literal_pattern(name), "whole": exact_pattern(name)},
    )


async def _healed(place: Place, target: Target) -> _Hits:
    locator = _by_roles(place, BEARINGS[target.kind].roles, None)
    with translated("the page was read"):
        labels = cast(
            "list[list[str]]",
            await locator.evaluate_all("elements => window.__bugsweep.labels(elements)"),
        )
    now = healing.find_reworded(target.name, (name for names in labels for name in names))
    bearers = [index for index, names in enumerate(labels) if now in names]
    if now is None or len(bearers) != 1:
        return _Hits(locator, ())
    return _Hits(locator, ((bearers[0], now),), reworded_as=now)


def _by_roles(place: Place, roles: Sequence[str], name: re.Pattern[str] | None) -> Locator:
    # Playwright lists the roles in a literal type of some eighty words.
    found = [place.root.get_by_role(cast("Any", role), name=name) for role in roles]
    return reduce(Locator.or_, found)


def _by_css(place: Place, bearing: Bearing) -> Locator:
    # The page as a whole is none of its parts, whatever its classes are called; but for a frame
    # that is all editor.
    whole = "html, body:not([contenteditable])"
    return place.root.locator(f":is({bearing.css}):not({whole})")


async def _look(locator: Locator, how: str, pattern: str = "", *, hidden: bool = False) -> _Hits:
    return await _evaluate(locator, "look", {"how": how, "pattern": pattern, "hidden": hidden})


async def _evaluate(locator: Locator, function: str, argument: object) -> _Hits:
    with translated("the page was searched"):
        seen = await locator.evaluate_all(
            f"(all, arg) => window.__bugsweep ? window.__bugsweep.{function}(all, arg) : null",
            argument,
        )
    if seen is None:
        return _Hits(locator, ())
    found = tuple((hit["index"], hit["label"]) for hit in seen["hits"])
    return _Hits(locator, found, is_moving=seen["isMoving"], state=page_state(seen["state"]))


async def _scroll_to(tab: Tab, places: Sequence[Place], target: Target) -> Element | None:
    """Scroll a long list, whose far items are not rendered, until the target is."""
    wanted = f"{target} in {places}"
    if await tab.was_scrolled_through(wanted):
        return None
    for place in places:
        if not isinstance(place.root, Locator):
            continue
        holder = Element(tab, place.root, "list")
        await holder.scroll_on(to_start=True)
        for _ in range(_SCROLLS):
            element = await _find_one(tab, (place,), target, Effort())
            if element is not None:
                return element
            if not await holder.scroll_on():
                break
        await holder.scroll_on(to_start=True)
    await tab.note_scrolled_through(wanted)
    return None

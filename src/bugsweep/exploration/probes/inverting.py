"""Controls that undo each other, such as Next and Previous: there and back again."""

import asyncio
import re
from collections.abc import Iterator
from functools import partial

from bugsweep.browser.looking import ControlSeen, Look
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.probes.job import Offer, views_of, words_of
from bugsweep.exploration.safety import DESTROYS
from bugsweep.exploration.trail import Held, Sense
from bugsweep.exploration.views import View
from bugsweep.exploration.walker import Walker, held_in

_PAIRS = 8
_MOVEMENT_S = 1.5
_NUMBER = re.compile(r"-?\d+([.,]\d+)*")
_OPPOSITES = (
    ("next", "previous"),
    ("next", "prev"),
    ("forward", "backward"),
    ("zoom in", "zoom out"),
    ("increase", "decrease"),
    ("increment", "decrement"),
    ("expand", "collapse"),
    ("unfold", "fold"),
    ("show", "hide"),
    ("enlarge", "reduce"),
    ("rotate left", "rotate right"),
    ("move up", "move down"),
    ("check", "uncheck"),
    ("select all", "select none"),
    ("select all", "deselect all"),
    ("enable", "disable"),
    ("star", "unstar"),
    ("pin", "unpin"),
    ("lock", "unlock"),
    ("like", "unlike"),
    ("follow", "unfollow"),
    ("watch", "unwatch"),
    ("subscribe", "unsubscribe"),
    ("mute", "unmute"),
    ("publish", "unpublish"),
    ("mark as read", "mark as unread"),
    ("add to favourites", "remove from favourites"),
    ("add to favorites", "remove from favorites"),
)
_SIGNS = {"+": "-", "›": "‹", "»": "«", "→": "←", "▶": "◀", ">": "<"}
_MINUS = {"−": "-", "–": "-", "➕": "+", "➖": "-"}


def jobs(ground: Ground) -> Iterator[Offer]:
    """Each view with a control that has, or may get, an opposite."""
    for view in views_of(ground):
        if any(opposites_of(control.name) for control in view.look.controls):
            yield Offer(view.key, words_of(view.look), partial(_there_and_back, view=view))


def opposites_of(name: str) -> list[str]:
    """What a control would be called that takes this one's doing back, in lower case."""
    said = " ".join(name.lower().split())
    said = _MINUS.get(said, said)
    signs = {**_SIGNS, **{back: there for there, back in _SIGNS.items()}}
    found = [signs[said]] if said in signs else []
    for there, back in _OPPOSITES:
        for one, other in ((there, back), (back, there)):
            # A longer word may only hold the shorter: `show` is no `unshow`.
            if re.search(rf"(?<![\w-]){re.escape(one)}(?![\w-])", said):
                found.append(re.sub(rf"(?<![\w-]){re.escape(one)}(?![\w-])", other, said))
    return list(dict.fromkeys(found))


async def _there_and_back(ground: Ground, *, view: View) -> None:
    tried = 0
    seen: set[str] = set()
    for control in view.look.controls:
        name = control.name.lower()
        if not control.is_enabled or not opposites_of(name) or name in seen:
            continue
        seen.add(name)
        if DESTROYS.search(name) or (control.kind == "link" and control.is_download):
            continue
        if tried >= _PAIRS:
            return
        tried += 1
        await _try(ground, view, control)


async def _try(ground: Ground, view: View, wanted: ControlSeen) -> None:
    walker = ground.begin("inverting", view.key)
    if not await ground.follow(walker, view.route):
        return
    first = walker.look
    if not await _leave_the_end(walker, wanted):
        return
    control = _same(walker.look, wanted)
    if control is None or not _may(walker, control):
        return
    before, held = walker.look, _all_held(walker.look)
    if not await _changes(walker, control) or await _springs_back(walker, before):
        return
    back = opposite_in(walker.look, control)
    if back is None or not walker.safety.allows(walker.look, back):
        return
    is_undone = await _changes(walker, back)
    if is_undone and _differ_in_numbers(before, walker.look, among=first):
        # A last step may be shorter than the others. What goes wrong each time goes on to.
        before, held = walker.look, _all_held(walker.look)
        await walker.click(control)
        await walker.click(back)
    is_undone = is_undone and not walker.trail.steps[-1].refusal
    if is_undone and _tells(walker.look) != _tells(before):
        walker.mark(
            Sense.INVERTED,
            detail=f"“{control.name}” and “{back.name}”",
            # What says something about the control under the pointer is not there at first.
            others=tuple(line for line in before.lines if _bare(line) in map(_bare, first.lines)),
            wanted=held,
        )


async def _leave_the_end(walker: Walker, wanted: ControlSeen) -> bool:
    """Do back and there once: where a range ends, one of the two does nothing.

    One control that changes its name has no such end.
    """
    control = _same(walker.look, wanted)
    back = opposite_in(walker.look, control) if control else None
    if control is None or back is None or back.css == control.css:
        return True
    if not _may(walker, control) or not _may(walker, back):
        return False
    await walker.click(back)
    control = _same(walker.look, wanted)
    return control is not None and not (await walker.click(control)).refusal


async def _changes(walker: Walker, control: ControlSeen) -> bool:
    """Click it; whether the page shows something else afterwards."""
    before = _tells(walker.look)
    return not (await walker.click(control)).refusal and _tells(walker.look) != before


async def _springs_back(walker: Walker, before: Look) -> bool:
    """Whether it was a movement that has come back to where it was: the end of a range."""
    await asyncio.sleep(_MOVEMENT_S)
    walker.look = await walker.scout.look()
    return _tells(walker.look) == _tells(before)


def _may(walker: Walker, control: ControlSeen) -> bool:
    return control.is_enabled and walker.safety.allows(walker.look, control, gently=True)


def _same(look: Look, wanted: ControlSeen) -> ControlSeen | None:
    found = [control for control in look.controls if control.css == wanted.css]
    return next((control for control in found if control.name == wanted.name), None)


def opposite_in(look: Look, control: ControlSeen) -> ControlSeen | None:
    """What takes the doing of a control back: in its place, in its row, or nearest in the page."""
    names = opposites_of(control.name)
    fitting = [
        other
        for other in look.controls
        if other.is_enabled and (_MINUS.get(other.name, other.name).lower().strip() in names)
    ]

    def away(other: ControlSeen) -> tuple[bool, int]:
        own, its = control.css.split(" > "), other.css.split(" > ")
        common = next(
            (n for n, (a, b) in enumerate(zip(own, its, strict=False)) if a != b),
            min(len(own), len(its)),
        )
        return other.css != control.css, -common

    return min(fitting, key=away, default=None)


def _tells(look: Look) -> tuple[object, ...]:
    return look.lines, tuple((field.css, field.held) for field in look.fields)


def _bare(text: str) -> str:
    return _NUMBER.sub("", text)


def _differ_in_numbers(one: Look, other: Look, *, among: Look) -> bool:
    """Whether what a page showed at first shows something else in numbers, and in nothing more."""
    usual = set(map(_bare, among.lines))
    texts = [
        (
            *(line for line in look.lines if _bare(line) in usual),
            *(field.held for field in look.fields),
        )
        for look in (one, other)
    ]
    return texts[0] != texts[1] and list(map(_bare, texts[0])) == list(map(_bare, texts[1]))


def _all_held(look: Look) -> tuple[Held, ...]:
    return tuple(held for form in range(len(look.forms)) for held in held_in(look, form))

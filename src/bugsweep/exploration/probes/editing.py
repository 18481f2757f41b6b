"""Editing in place: a cell or text becomes a field when it is clicked."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from bugsweep.browser.looking import Look
from bugsweep.exploration.action import Action, Op, Spot, spot_of_field
from bugsweep.exploration.filling import CODES
from bugsweep.exploration.ground import Ground, shows
from bugsweep.exploration.probes.job import Offer, views_of, words_of
from bugsweep.exploration.trail import Sense
from bugsweep.exploration.views import View, is_texty
from bugsweep.exploration.walker import Walker

_TRIES = 8
_LONGEST = 40
_SHAPES = 4
_SHAPE_LENGTH = 24
"""The end of a path of CSS: the same for the same column of a tree or table."""


@dataclass(frozen=True, slots=True)
class Way:
    """A text of the page, and how it becomes a field."""

    text: str
    spot: Spot
    op: Op
    is_always_open: bool = False
    """Whether it can be written into as it stands."""


def jobs(ground: Ground) -> Iterator[Offer]:
    """Each view that shows short texts, where anything may be changed."""
    if not ground.safety.may_destroy:
        return
    for view in views_of(ground):
        if view.look.lines:
            yield Offer(view.key, words_of(view.look), partial(_edit, view=view))


def _open_fields(look: Look) -> list[Way]:
    """What can be written into as it stands, one of each shape first."""
    found: dict[str, Way] = {}
    for field in look.fields:
        if field.kind == "editable" and field.is_enabled and 1 < len(field.value) <= _LONGEST:
            spot = spot_of_field(look, field)
            way = Way(field.value.strip(), spot, Op.CLICK, is_always_open=True)
            found.setdefault(field.css[-_SHAPE_LENGTH:], way)
    return list(found.values())


def _texts(look: Look) -> list[str]:
    """Short texts that stand once: cells first, then lines, without what is a control."""
    controls = {control.name for control in look.controls if control.kind != "text"}
    columns = {column for group in look.groups for column in group.columns}
    choices = {option for field in look.fields for option in field.options}
    cells = [cell for row in look.rows for cell in row.cells]
    found = []
    for text in (*cells, *look.lines):
        is_short = 1 < len(text) <= _LONGEST and text not in controls | columns | choices
        if is_short and text not in found and look.text.count(text) == 1:
            found.append(text)
    return found


def _way(text: str, op: Op) -> Way:
    return Way(text, Spot(kind="text", name=text), op)


async def _find_ways(ground: Ground, walker: Walker, view: View) -> list[Way]:
    """Places that can be edited, found by trying."""
    ready = _open_fields(view.look)
    if ready:
        return ready
    texts = _texts(view.look)
    for op in (Op.DOUBLE_CLICK, Op.CLICK):
        for text in texts[: _TRIES if op is Op.CLICK else 2]:
            if not await ground.follow(walker, view.route):
                return []
            if await _open(walker, _way(text, op)):
                return [_way(other, op) for other in (text, *(t for t in texts if t != text))]
    return []


async def _open(walker: Walker, way: Way) -> bool:
    """Click it; whether the keyboard now writes into something that holds its text."""
    step = await walker.do(Action(op=way.op, spot=way.spot))
    if step.refusal or not walker.look.focus_is_field:
        return False
    if step.before.focus_is_field and _focused(step.before) == _focused(step.after):
        return False
    return way.text in _focused(walker.look)


def _focused(look: Look) -> str:
    """What stands in the field that the keyboard writes into; a choice takes no text."""
    own = (field for field in look.fields if field.ref == look.focus)
    return next((item.value for item in own if is_texty(item) or item.kind == "editable"), "")


async def _edit(ground: Ground, *, view: View) -> None:
    walker = ground.begin("editing", view.key)
    ways = await _find_ways(ground, walker, view)
    if not ways:
        return
    if not await _plain(ground, view, ways[0]):
        return
    for way in ways[1:3] or ways:
        if await _with_arrows(ground, view, way):
            break
    for code in CODES:
        for way in ways[:_SHAPES] if ways[0].is_always_open else ways[3:4]:
            await _code(ground, view, way, code)


async def _begin(ground: Ground, view: View, way: Way) -> Walker | None:
    walker = ground.begin("editing", view.key)
    if not await ground.follow(walker, view.route) or not await _open(walker, way):
        return None
    await walker.do(Action(op=Op.PRESS, value="Control+A"))
    return walker


async def _keep(walker: Walker, text: str, key: str) -> None:
    """End the editing; an editor that is still open is left with Tab."""
    await walker.do(Action(op=Op.PRESS, value=key))
    if key != "Tab" and walker.look.focus_is_field and text in _focused(walker.look):
        await walker.do(Action(op=Op.PRESS, value="Tab"))


async def _plain(ground: Ground, view: View, way: Way) -> bool:
    """Type a word; whether it stayed, without which nothing else can be said."""
    walker = await _begin(ground, view, way)
    if walker is None:
        return False
    marker = ground.markers.new()
    await walker.do(Action(op=Op.TYPE, value=marker))
    await _keep(walker, marker, _ending(way))
    is_kept = shows(walker.look, marker)
    walker.mark(Sense.TYPED, marker=marker, detail="plain", others=(way.text,), spot=way.spot)
    if walker.trail.steps[-1].writes:
        await walker.do(Action(op=Op.RELOAD))
        walker.mark(Sense.RELOADED, marker=marker, detail="typed", others=(way.text,))
    return is_kept


def _ending(way: Way) -> str:
    """What ends the editing: Enter would begin a new line in what is always open."""
    return "Tab" if way.is_always_open else "Enter"


async def _with_arrows(ground: Ground, view: View, way: Way) -> bool:
    """Move the cursor within an open editor: what is typed then lands where it stands."""
    walker = await _begin(ground, view, way)
    if walker is None:
        return False
    marker = ground.markers.new()
    await walker.do(Action(op=Op.TYPE, value=f"{marker}ab"))
    for key in ("ArrowLeft", "ArrowLeft"):
        await walker.do(Action(op=Op.PRESS, value=key))
    await walker.do(Action(op=Op.TYPE, value="-"))
    wanted = f"{marker}-ab"
    await _keep(walker, marker, _ending(way))
    walker.mark(Sense.TYPED, marker=wanted, detail="arrow keys", others=(way.text,), spot=way.spot)
    return True


async def _code(ground: Ground, view: View, way: Way, code: str) -> None:
    """Type a text that looks like something else."""
    walker = await _begin(ground, view, way)
    if walker is None:
        return
    await walker.do(Action(op=Op.TYPE, value=code))
    await _keep(walker, code, "Tab")
    walker.mark(Sense.TYPED, marker=code, detail="code", others=(way.text,), spot=way.spot)

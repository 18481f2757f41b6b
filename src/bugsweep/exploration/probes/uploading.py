"""Files given to the app: they arrive, and under the name that was typed last."""

import re
from collections.abc import Iterator
from functools import partial

from bugsweep.browser.looking import FieldSeen, Look
from bugsweep.exploration.action import Action, Op, spot_of_control
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.probes.job import Offer, views_of, words_of
from bugsweep.exploration.trail import Sense
from bugsweep.exploration.views import View, is_texty
from bugsweep.exploration.walker import Walker

_RENAMES = re.compile(r"\b(rename|edit|change|name)\w*", re.IGNORECASE)
_TAKES = re.compile(r"\b(import|upload|save|ok|done|add|continue|submit|apply)\b", re.IGNORECASE)


def jobs(ground: Ground) -> Iterator[Offer]:
    """Each view with a field for a file."""
    for view in views_of(ground):
        if any(field.kind == "file" for field in view.look.fields):
            words = f"{words_of(view.look)} import upload file"
            yield Offer(f"{view.key}|plain", words, partial(_upload, view=view, renames=False))
            yield Offer(f"{view.key}|rename", words, partial(_upload, view=view, renames=True))
            yield Offer(f"{view.key}|again", words, partial(_again, view=view), 0.9)


def _file_fields(look: Look) -> list[FieldSeen]:
    return [field for field in look.fields if field.kind == "file" and field.is_enabled]


async def _upload(ground: Ground, *, view: View, renames: bool) -> None:
    walker = ground.begin("uploading", view.key)
    if not await ground.follow(walker, view.route):
        return
    fields = _file_fields(walker.look)
    if not fields:
        return
    marker = ground.markers.new()
    name = f"{marker.lower()}.txt"
    before = walker.look
    await walker.set(fields[0], f"{name}\nSome words about {marker}")
    wanted = name
    if renames:
        typed = await _rename(ground, walker, before, name)
        if typed is None:
            return
        wanted = typed
    taken = await _take(walker, before)
    if not taken:
        return
    walker.mark(
        Sense.TYPED, marker=wanted, detail="name of a file" if renames else "file", others=(name,)
    )


async def _again(ground: Ground, *, view: View) -> None:
    """Give two files, then other contents, and those of the second, under the name of the first.

    Where the other contents take the place of the first, that is how the app means it.
    """
    walker = ground.begin("uploading", view.key)
    first, second = (f"{ground.markers.new().lower()}.txt" for _ in range(2))
    words = [f"Some words about {ground.markers.new()}" for _ in range(3)]
    for name, content in ((first, words[0]), (second, words[1]), (first, words[2])):
        if not await _give(ground, walker, view, name, content):
            return
        if name == first and not await _open_file(ground, walker, name, words[0]):
            return
    if await _give(ground, walker, view, first, words[1]):
        await _open_file(ground, walker, first, words[0])
        walker.mark(Sense.STORED, marker=words[0], detail=first)


async def _give(ground: Ground, walker: Walker, view: View, name: str, content: str) -> bool:
    if not await ground.follow_until(walker, view.route, lambda look: bool(_file_fields(look))):
        return False
    fields = _file_fields(walker.look)
    before = walker.look
    step = await walker.set(fields[0], f"{name}\n{content}")
    return not step.refusal and await _take(walker, before)


async def _open_file(ground: Ground, walker: Walker, name: str, content: str) -> bool:
    """Open a file by the link that bears its name; whether it shows its contents."""
    if await ground.locate(walker, name) is None:
        return False
    links = [c for c in walker.look.controls if c.kind == "link" and c.name.strip() == name]
    if not links:
        return False
    # By its address where that has the name: its place in the list is another one next time.
    path = links[0].href.partition("//")[2].partition("/")[2]
    if name in path:
        await walker.open(f"/{path}")
    else:
        await walker.click(links[0])
    if content not in walker.look.text:
        return False
    walker.mark(Sense.STORED, marker=content, detail=name)
    return True


async def _rename(ground: Ground, walker: Walker, before: Look, name: str) -> str | None:
    """Type another name wherever the page now asks for one."""
    fresh = _new_texts(walker.look, before)
    if not fresh:
        known = {control.css for control in before.controls}
        ways = [
            control
            for control in walker.look.controls
            if control.css not in known and _RENAMES.search(control.name) and control.is_enabled
        ]
        if not ways:
            return None
        ways.sort(key=lambda way: not re.search(r"\brename", way.name, re.IGNORECASE))
        now = walker.look
        await walker.do(Action(op=Op.CLICK, spot=spot_of_control(walker.look, ways[0])))
        fresh = _new_texts(walker.look, now)
    if not fresh:
        return None
    field = next((item for item in fresh if name in item.value), fresh[0])
    typed = f"{ground.markers.new()} name"
    await walker.set(field, typed)
    return typed


def _new_texts(look: Look, before: Look) -> list[FieldSeen]:
    known = {field.css for field in before.fields}
    return [field for field in look.fields if is_texty(field) and field.css not in known]


async def _take(walker: Walker, before: Look) -> bool:
    """Click what takes the file in, if it was not taken at once."""
    known = {control.css for control in before.controls}
    fresh = [c for c in walker.look.controls if c.css not in known and c.is_enabled]
    ways = [c for c in fresh if c.kind in {"button", "link"} and _TAKES.fullmatch(c.name.strip())]
    ways = ways or [c for c in walker.look.controls if c.is_submit and _TAKES.search(c.name)]
    if not ways:
        return walker.trail.steps[-1].writes
    step = await walker.click(ways[0])
    return not step.refusal

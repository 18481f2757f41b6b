"""Editors with a toolbar: what is written is chosen and formatted, once and a second time."""

import re
from collections.abc import Iterator
from functools import partial

from bugsweep.browser.looking import ControlSeen, FieldSeen, Look
from bugsweep.exploration.action import Action, Op, spot_of_field
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.probes.job import Offer, views_of, words_of
from bugsweep.exploration.trail import Held, Sense
from bugsweep.exploration.views import View
from bugsweep.exploration.walker import Walker

_FORMATS = re.compile(
    r"\b(bold|italic|emphasis|underline|strike(through)?|heading|h[1-6]|(block)?quote"
    r"|(inline )?code|bullet\w*|(un)?ordered|numbered|list|indent|outdent|align\w*|justify"
    r"|sub(script)?|super(script)?|highlight|paragraph|fett|kursiv|gras|italique|negrita|cursiva)\b",
    re.IGNORECASE,
)
_LEAST = 3
_MOST = 10
_KINDS = {"editable", "textarea"}


def jobs(ground: Ground) -> Iterator[Offer]:
    """Each view with a large field and what looks like a toolbar."""
    for view in views_of(ground):
        if _editor(view.look) is not None and len(formats_in(view.look)) >= _LEAST:
            yield Offer(view.key, words_of(view.look), partial(_format, view=view))


def formats_in(look: Look) -> list[ControlSeen]:
    """The controls that format, each name once."""
    found: dict[str, ControlSeen] = {}
    for control in look.controls:
        is_tool = control.kind in {"button", "text"} and control.is_enabled and control.row < 0
        if is_tool and not control.is_submit and _FORMATS.search(control.name):
            found.setdefault(control.name.lower(), control)
    return list(found.values())


def _editor(look: Look) -> FieldSeen | None:
    return next((it for it in look.fields if it.kind in _KINDS and it.is_enabled), None)


async def _format(ground: Ground, *, view: View) -> None:
    walker = ground.begin("formatting", view.key)
    for tool in formats_in(view.look)[:_MOST]:
        if not await ground.follow(walker, view.route):
            return
        field = _editor(walker.look)
        if field is None:
            return
        text = f"{ground.markers.new()} apple pear"
        await walker.set(field, text)
        field = _editor(walker.look)
        if field is None or text not in field.value:
            return
        wanted = Held(field.title, field.kind, text, spot_of_field(walker.look, field))
        for detail in ("once", "twice"):
            if not await _apply(walker, tool, wanted):
                break
            walker.mark(
                Sense.FORMATTED, marker=text, wanted=(wanted,), detail=detail, others=(tool.name,)
            )


async def _apply(walker: Walker, tool: ControlSeen, field: Held) -> bool:
    """Choose all that is written and format it; False when the tool does something else."""
    await walker.do(Action(op=Op.CLICK, spot=field.spot))
    await walker.do(Action(op=Op.PRESS, value="Control+A"))
    now = next((it for it in formats_in(walker.look) if it.name == tool.name), None)
    if now is None or (await walker.click(now)).refusal:
        return False
    return not walker.look.dialogs and _editor(walker.look) is not None

"""Every choice of a list is kept, also the one that means nothing, and all words of one field."""

import re
from collections.abc import Iterator
from functools import partial

from bugsweep.browser.looking import FieldSeen
from bugsweep.exploration.action import spot_of_field
from bugsweep.exploration.ground import Ground, in_table, same_field
from bugsweep.exploration.probes.job import Offer, forms_of, words_of_form
from bugsweep.exploration.safety import DESTROYS
from bugsweep.exploration.trail import Held, Sense
from bugsweep.exploration.views import Form, is_texty, speaks, submits
from bugsweep.exploration.walker import Walker

_FIELDS = 4
_OPTIONS = 3
_MAIL = re.compile(r"mail|recipient|\bcc\b", re.IGNORECASE)
_NOTHING = re.compile(r"\b(no|none|nobody|un\w+|not|any|default|empty)\b", re.IGNORECASE)


def jobs(ground: Ground) -> Iterator[Offer]:
    """Each form with lists to choose from, or with a field that may take several words."""
    if not ground.safety.may_destroy:
        return
    for form in forms_of(ground, "create", "settings"):
        sends = submits(form.look, form.index)
        if not sends or DESTROYS.search(sends[0].name):
            continue
        if _lists(form.fields, form):
            yield Offer(f"{form.key}|each", words_of_form(form), partial(_each, form=form))
        if any(_takes_several(field) for field in form.fields):
            yield Offer(f"{form.key}|several", words_of_form(form), partial(_several, form=form))


def _lists(fields: tuple[FieldSeen, ...], form: Form) -> list[FieldSeen]:
    return [
        field
        for field in fields
        if field.kind == "select"
        and len(field.options) > 1
        and not in_table(form.look, field)
        and not speaks(field)
    ][:_FIELDS]


def _takes_several(field: FieldSeen) -> bool:
    return field.kind in {"text", "email"} and bool(_MAIL.search(f"{field.label} {field.name}"))


def _picked(field: FieldSeen) -> list[str]:
    """A few of the options: those that mean nothing last, so that others show what is normal."""
    # A line of dashes asks for a choice; it is none.
    others = [name for name in field.options if name.strip(" -–—.…") and name != field.value]
    telling = [name for name in others if not _NOTHING.search(name)]
    nothing = [name for name in others if _NOTHING.search(name)]
    return [*telling[: _OPTIONS - 1], *nothing[:2]]


async def _fill_needed(ground: Ground, walker: Walker, index: int) -> None:
    """Type into what has to be there: what is required, and long texts."""
    for field in walker.look.fields_of(index):
        is_needed = field.is_required or field.kind == "textarea"
        now = same_field(walker.look, index, field)
        if now and is_needed and is_texty(now) and not now.value.strip() and now.is_enabled:
            value = ground.filler.value(now)
            if value is not None:
                await walker.set(now, value)


async def _each(ground: Ground, *, form: Form) -> None:
    for wanted in _lists(form.fields, form):
        walker = ground.begin("options", form.key)
        for option in _picked(wanted):
            index = await ground.reach(walker, form)
            field = same_field(walker.look, index, wanted) if index is not None else None
            if index is None or field is None:
                return
            if field.value == option:
                continue
            await _fill_needed(ground, walker, index)
            now = same_field(walker.look, index, wanted)
            if now is None:
                break
            await walker.set(now, option)
            step = await ground.send(walker, index)
            if step is None or step.refusal or not step.writes:
                break
            if await ground.reach(walker, form) is None:
                break
            held = Held(field.title, field.kind, option, spot_of_field(walker.look, field))
            walker.mark(Sense.SAVED, wanted=(held,), detail="option", others=(field.value,))


async def _several(ground: Ground, *, form: Form) -> None:
    """Save one word, then several in one field: all of them must come back."""
    for wanted in [field for field in form.fields if _takes_several(field)][:2]:
        walker = ground.begin("options", form.key)
        before = wanted.value
        for count in (1, 2):
            index = await ground.reach(walker, form)
            field = same_field(walker.look, index, wanted) if index is not None else None
            if index is None or field is None:
                return
            words = [f"{ground.markers.new().lower()}@example.org" for _ in range(count)]
            await walker.set(field, ",".join(words))
            step = await ground.send(walker, index)
            if step is None or step.refusal or not step.writes:
                break
            if await ground.reach(walker, form) is None:
                break
            value = ",".join(words)
            held = Held(field.title, field.kind, value, spot_of_field(walker.look, field))
            detail = "several" if count > 1 else "one"
            walker.mark(Sense.SAVED, wanted=(held,), detail=detail, others=(before,))
            before = value

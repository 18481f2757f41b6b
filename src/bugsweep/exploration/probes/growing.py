"""Forms that grow: rows added at the end, folded away before sending, taken out again."""

import re
from collections.abc import Iterator
from functools import partial

from bugsweep.browser.looking import ControlSeen, FieldSeen, Look
from bugsweep.exploration.action import Action, Op, spot_of_control, spot_of_field
from bugsweep.exploration.ground import Ground, find_form, form_holding, shows
from bugsweep.exploration.markers import find_markers
from bugsweep.exploration.probes.job import Offer, forms_of, words_of_form
from bugsweep.exploration.safety import DESTROYS
from bugsweep.exploration.trail import Held, Sense, Trail
from bugsweep.exploration.views import Form, cancels, is_texty, leads_away, submits
from bugsweep.exploration.walker import Walker, held_in

_ADDS = re.compile(r"\badd\b|\bnew\b|\banother\b|\bmore\b|^\W*\+", re.IGNORECASE)
_FOLDS = 4
_DIGITS = re.compile(r"\d+")


def jobs(ground: Ground) -> Iterator[Offer]:
    """Each form with a control that may add a row, or fold something away."""
    for form in forms_of(ground, "create", "settings"):
        may_change = ground.safety.may_destroy or form.role == "create"
        if not may_change or not submits(form.look, form.index):
            continue
        words = words_of_form(form)
        if adders(form.look, form.index):
            if form.role == "settings":
                # Only here there may be rows already.
                yield Offer(f"{form.key}|order", words, partial(_order, form=form))
            yield Offer(f"{form.key}|out", words, partial(_take_out, form=form), 0.7)
        if folders(form.look, form.index) and any(is_texty(field) for field in form.fields):
            yield Offer(f"{form.key}|fold", words, partial(_fold, form=form))


def adders(look: Look, index: int) -> list[ControlSeen]:
    """Controls of a form that may add fields to it."""
    return [c for c in _own(look, index) if _ADDS.search(c.name) and not DESTROYS.search(c.name)]


def folders(look: Look, index: int) -> list[ControlSeen]:
    """Controls of a form that neither send, leave, add nor destroy: they may hide a part of it."""
    leaving = {control.css for control in cancels(look, index)}
    return [
        control
        for control in _own(look, index)
        if not _ADDS.search(control.name)
        and not DESTROYS.search(control.name)
        and control.css not in leaving
    ]


def _own(look: Look, index: int) -> Iterator[ControlSeen]:
    for control in look.controls:
        is_here = control.form == index and not leads_away(look, control)
        if is_here and control.is_enabled and not control.is_submit:
            yield control


def _fresh(look: Look, index: int, before: Look) -> list[FieldSeen]:
    known = {field.css for field in before.fields}
    own = look.fields_of(index)
    return [field for field in own if field.css not in known and field.is_enabled]


def ways_to_add(trail: Trail, look: Look, index: int) -> list[ControlSeen]:
    """Controls that may add a row; first the one that was tried last, which is the one that did."""
    tried = {step.action.spot.name: step.index for step in trail.steps if step.action.spot}
    return sorted(adders(look, index), key=lambda control: -tried.get(control.name, -1))


async def _grow(walker: Walker, form: Form) -> list[FieldSeen]:
    """Add a row, by the control that added one before if there is one; the fields that came up."""
    index = _index(walker.look, form)
    if index is None:
        return []
    before = walker.look
    for control in ways_to_add(walker.trail, before, index)[:3]:
        step = await walker.click(control)
        now = _index(walker.look, form)
        if now is None or step.writes:
            return []
        fresh = _fresh(walker.look, now, before)
        if any(is_texty(field) for field in fresh):
            return fresh
    return []


def _index(look: Look, form: Form) -> int | None:
    """A form that has grown is known by the fields that it had."""
    exact = find_form(look, form.key)
    if exact is not None:
        return exact
    wanted = {field.css for field in form.fields}
    sizes = {i: len(wanted & {f.css for f in look.fields_of(i)}) for i in range(len(look.forms))}
    best = max(sizes, key=lambda index: sizes[index], default=None)
    return best if best is not None and 2 * sizes[best] > len(wanted) else None


async def _fill(ground: Ground, walker: Walker, fields: list[FieldSeen], marker: str) -> str:
    """Fill the fields of a row; the place of the one that now holds the marker."""
    css = ""
    for field in fields:
        now = next((item for item in walker.look.fields if item.css == field.css), None)
        if now is None or now.kind in {"file", "checkbox", "radio"}:
            continue
        if is_texty(now) and not css:
            await walker.set(now, marker)
            css = now.css
        elif now.is_required or is_texty(now) or not now.value:
            value = ground.filler.value(now)
            if value is not None:
                await walker.set(now, value)
    return css


async def _order(ground: Ground, *, form: Form) -> None:
    """Add two rows below those there are and save: they must stand below them, in this order."""
    walker = ground.begin("growing", form.key)
    index = await ground.reach(walker, form)
    if index is None:
        return
    before = walker.look
    # Ascending, so that a list kept by name has them in this order too.
    markers = sorted(ground.markers.new() for _ in range(2))
    places = []
    for marker in markers:
        fresh = await _grow(walker, form)
        if not fresh:
            return
        places.append(await _fill(ground, walker, fresh, marker))
    shape = _DIGITS.sub("#", places[0])
    older = [f for f in before.fields if _DIGITS.sub("#", f.css) == shape and f.value.strip()]
    now = _index(walker.look, form)
    step = await ground.send(walker, now) if now is not None else None
    if step is None or not step.writes:
        return
    await ground.follow(walker, form.route)
    if form_holding(walker.look, markers[1]) is None:
        return
    wanted = tuple(
        Held(field.title, field.kind, field.value, spot_of_field(before, field)) for field in older
    )
    walker.mark(Sense.ORDERED, marker=markers[0], wanted=wanted, others=tuple(markers))


async def _take_out(ground: Ground, *, form: Form) -> None:
    """Add a row twice, so that the second is in the way; take it out again and save."""
    marker = ground.markers.new()
    once = await _added(ground, form, marker, times=1)
    if once is None:
        return
    usual = set(once.look.lines)
    walker = await _added(ground, form, ground.markers.new(), times=2)
    if walker is None:
        return
    step = walker.trail.steps[-1]
    complaints = tuple(
        line for line in step.after.lines if line not in step.before.lines and line not in usual
    )
    twice = [field for field in walker.look.fields if [field.value] == find_markers(field.value)]
    again = [c for c in walker.look.controls if DESTROYS.search(c.name) and c.is_enabled]
    mine = [c for c in again if _is_near(c, twice[-1])] if len(twice) > 1 else []
    if not mine or not complaints:
        return
    held = twice[-1].value
    await walker.click(mine[-1], accepts=True)
    now = form_holding(walker.look, held)
    if now is None or await ground.send(walker, now) is None:
        return
    walker.mark(Sense.TAKEN_OUT, marker=held, others=complaints)


async def _added(ground: Ground, form: Form, marker: str, *, times: int) -> Walker | None:
    """Add a row so many times with the same words in it, and send the form."""
    walker = ground.begin("growing", form.key)
    index = await ground.reach(walker, form)
    if index is None:
        return None
    if form.role == "create":
        await ground.fill(walker, index)
    for _ in range(times):
        row = await _grow(walker, form)
        if not row:
            return None
        await _fill(ground, walker, row, marker)
    now = _index(walker.look, form)
    step = await ground.send(walker, now) if now is not None else None
    return walker if step is not None and step.writes else None


def _is_near(control: ControlSeen, field: FieldSeen) -> bool:
    """Whether a control stands in the same row of a form as a field, told by their places."""
    ours, theirs = control.css.split(" > "), field.css.split(" > ")
    numbers = _DIGITS.findall(theirs[0])
    if numbers and theirs[0].startswith("#"):
        return bool(set(numbers) & set(_DIGITS.findall(ours[0])))
    return ours[:-3] == theirs[: len(ours) - 3] and len(ours) > 3  # noqa: PLR2004 - a row's depth


async def _fold(ground: Ground, *, form: Form) -> None:
    """Fill a form, fold a part of it away, send it: all that was typed must arrive."""
    plain = await _sent(ground, form, "")
    if plain is None:
        return
    shown, walker = plain
    names = []
    for step in walker.trail.steps:
        index = _index(step.before, form)
        if index is not None:
            names += [control.name for control in folders(step.before, index)]
    for name in [name for name in dict.fromkeys(names) if name][:_FOLDS]:
        folded = await _sent(ground, form, name)
        if folded is None:
            continue
        _, walker = folded
        moment = walker.trail.moments[-1]
        wanted = tuple(held for place, held in enumerate(moment.wanted) if place in shown)
        walker.mark(Sense.FOLDED, marker=moment.marker, wanted=wanted, detail=name)


async def _sent(ground: Ground, form: Form, folder: str) -> tuple[set[int], Walker] | None:
    """Send a form, folded by `folder`; which of its fields' values are shown where it lands."""
    walker = ground.begin("growing", form.key)
    index = await ground.reach(walker, form)
    if index is None:
        return None
    if adders(walker.look, index):
        await _grow(walker, form)
        await _grow(walker, form)
    now = _index(walker.look, form)
    if now is None:
        return None
    await ground.fill(walker, now)
    held = tuple(
        one for one in held_in(walker.look, now) if one.kind in {"text", "textarea", "number"}
    )
    marker = next((one.value.split()[0] for one in held if one.value.startswith("Zq")), "")
    if folder and not await _hide(walker, folder, held):
        return None
    senders = submits(form.look, form.index)
    step = await walker.do(Action(op=Op.CLICK, spot=spot_of_control(form.look, senders[0])))
    if not marker or step.refusal:
        return None
    if not shows(walker.look, marker) and await ground.locate(walker, marker) is None:
        return None
    walker.mark(Sense.LISTED, marker=marker, wanted=held, detail="sent")
    text = walker.look.text
    return {place for place, one in enumerate(held) if one.value and one.value in text}, walker


async def _hide(walker: Walker, name: str, held: tuple[Held, ...]) -> bool:
    """Click what bears the name; whether something that was filled in is hidden then."""
    control = next((c for c in walker.look.controls if c.name == name and c.is_enabled), None)
    if control is None:
        return False
    step = await walker.click(control)
    if step.refusal or step.writes or step.before.path != step.after.path:
        return False
    values = [field.value for field in walker.look.fields]
    return any(one.value and one.value not in values for one in held)

"""The life of an entity: made, listed, opened, saved again, edited, left, deleted."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bugsweep.browser.looking import ControlSeen, FieldSeen, Look, RowSeen
from bugsweep.exploration.action import Action, Op
from bugsweep.exploration.filling import BRACES, PLAIN, SPECIAL, Variant
from bugsweep.exploration.ground import (
    Ground,
    Made,
    fillable,
    form_holding,
    is_refused,
    row_of,
    same_field,
    shows,
)
from bugsweep.exploration.markers import find_markers
from bugsweep.exploration.probes.dragging import drag_what_can_be
from bugsweep.exploration.probes.job import Offer, forms_of, words_of_form
from bugsweep.exploration.safety import DESTROYS
from bugsweep.exploration.trail import Held, Sense
from bugsweep.exploration.views import COPIES, Form, View, cancels, edits, form_key, is_texty
from bugsweep.exploration.walker import Walker, held_in

_EDITED_FIELDS = 6
_ROUNDS = 3
_OTHER_VIEWS = 6
_VIEWS_AGAIN = 2
_LATE = 0.4
"""A form that shows values from the start seldom makes something new."""
_YES = {"yes", "ok", "confirm", "you sure", "sure", "are you sure", "yes, delete"}
Route = tuple[Action, ...]


def jobs(ground: Ground) -> Iterator[Offer]:
    """One job per form that may make something, and per kind of text."""
    for form in forms_of(ground, "create", "settings"):
        if form.role == "settings" and not any(is_texty(field) for field in form.fields):
            continue
        words = words_of_form(form)
        value = 1.0 if form.role == "create" else _LATE
        many, edit = partial(_many, form=form), partial(_edit, form=form)
        yield Offer(f"{form.key}|many", words, many, value)
        yield Offer(f"{form.key}|edit", words, partial(edit, variant=PLAIN), value)
        yield Offer(f"{form.key}|special", words, partial(edit, variant=SPECIAL), value * 0.8)
        yield Offer(f"{form.key}|braces", words, partial(edit, variant=BRACES), value * 0.6)


async def _many(ground: Ground, *, form: Form) -> None:
    """Make three, with other choices each time, then delete one: list, counters, reload."""
    walker = ground.begin("life", form.key)
    route: Route | None = None
    home = await _baseline(ground, walker, form)
    made: list[Made] = []
    for number in range(_ROUNDS):
        one = await ground.make(walker, form)
        if one is None or not one.marker:
            break
        made.append(one)
        walker.mark(Sense.RETURNED, marker=one.marker, detail="at once")
        if number == 0:
            await walker.do(Action(op=Op.RELOAD))
            walker.mark(Sense.RELOADED, marker=one.marker, detail="at once")
        route = route or home or await ground.locate(walker, one.marker)
        if route is None:
            walker.mark(Sense.LISTED, marker=one.marker, detail="nowhere")
            break
        await ground.follow(walker, route)
        await ground.seek(walker, one.marker)
        walker.mark(
            Sense.LISTED,
            marker=one.marker,
            detail=str(number + 1),
            wanted=one.values,
            others=tuple(other.marker for other in made),
        )
    if made and route:
        ground.model.entities += 1
        if len(made) == _ROUNDS:
            await _show_elsewhere(ground, walker, route, made)
            await ground.follow(walker, route)
            await drag_what_can_be(ground, walker, route)
            await _open_one_after_another(ground, walker, route, made)
        await _delete(ground, walker, route, made[0].marker)


def _other_views(ground: Ground, route: Route) -> list[View]:
    """The views that may show a thing beside the list of its kind."""
    views = [view for view in ground.model.views.values() if len(view.route) == 1]
    return [view for view in views if view.route != route and not view.shows_history][:_OTHER_VIEWS]


async def _show_elsewhere(
    ground: Ground, walker: Walker, route: Route, made: list[Made]
) -> list[View]:
    """Look where else things are shown, and what of them; the views that show the first."""
    found = []
    for view in _other_views(ground, route):
        await ground.follow(walker, view.route)
        for one in made:
            if row_of(walker.look, one.marker) is not None:
                walker.mark(Sense.SHOWN, marker=one.marker, wanted=one.values, detail=view.key)
        if row_of(walker.look, made[0].marker) is not None:
            found.append(view)
    return found


async def _open_one_after_another(
    ground: Ground, walker: Walker, route: Route, made: list[Made]
) -> None:
    """Open a thing and leave it, then open another without loading the page again."""
    first, other = (one.marker for one in made[:2])
    index = await _open_entity(ground, walker, route, other)
    if index is None:
        return
    own = held_in(walker.look, index)
    index = await _open_entity(ground, walker, route, first)
    if index is None:
        return
    before = held_in(walker.look, index)
    ways = cancels(walker.look, index)
    left = walker.look
    await (walker.click(ways[0]) if ways else walker.do(Action(op=Op.PRESS, value="Escape")))
    row = row_of(walker.look, other)
    if row is None or walker.look == left:
        return
    wanted = edits(walker.look, walker.look.rows.index(row))[:1]
    if not wanted or not walker.safety.allows(walker.look, wanted[0]):
        return
    await walker.click(wanted[0])
    # The marker itself may be what the form holds wrongly: the last form to come up is the one.
    again = form_holding(walker.look, other)
    again = again if again is not None else form_holding(walker.look, first)
    if again is not None:
        walker.mark(
            Sense.OPENED_AFTER,
            marker=other,
            detail=first,
            wanted=own,
            others=tuple(f"{one.title}\n{one.value}" for one in before),
            form=again,
        )


async def _baseline(ground: Ground, walker: Walker, form: Form) -> Route | None:
    """Find out where the things of a form are listed, and look at it before one is made."""
    for _ in range(2):
        probe = ground.begin("life", form.key)
        one = await ground.make(probe, form)
        if one is None or not one.marker:
            return None
        route = await ground.locate(probe, one.marker)
        if route is not None:
            walker.look = probe.look
            await ground.follow(walker, route)
            walker.mark(Sense.LISTED, detail="0")
            return route
    return None


async def _delete(ground: Ground, walker: Walker, route: Route, marker: str) -> bool:
    await ground.follow(walker, route)
    await ground.seek(walker, marker, alone=True)
    before = walker.look
    row = row_of(walker.look, marker)
    if row is None and not await _open_entity(ground, walker, route, marker):
        return False
    if not await _click_delete(walker, marker):
        # Where a row offers no deletion, the entity's own page may.
        await ground.follow(walker, route)
        opened = await _open_entity(ground, walker, route, marker)
        if not opened or not await _click_delete(walker, marker):
            return False
    await ground.follow(walker, route)
    walker.mark(Sense.DELETED, marker=marker, others=tuple(row.text for row in before.rows[:60]))
    for view in list(ground.model.views.values())[:6]:
        if len(view.route) == 1 and not view.shows_history and view.route != route:
            await ground.follow(walker, view.route)
            walker.mark(Sense.DELETED, marker=marker, detail="elsewhere")
    return True


async def _click_delete(walker: Walker, marker: str) -> bool:
    """Click what deletes, and what asks whether it is meant."""
    done = False
    for _ in range(3):
        row = row_of(walker.look, marker)
        place = walker.look.rows.index(row) if row else -1
        wanted = [
            control
            for control in walker.look.controls
            if control.is_enabled
            and DESTROYS.search(f"{control.name} {control.href.rpartition('/')[2]}")
            and (control.row == place or control.in_dialog or (place < 0 and control.row < 0))
        ]
        confirming = [
            control
            for control in walker.look.controls
            if done
            and control.is_enabled
            and control.row in {place, -1}
            and control.name.lower().strip(" ?!") in _YES
        ]
        wanted.sort(key=lambda control: (not control.in_dialog, len(control.name)))
        chosen = (confirming or wanted)[:1]
        if not chosen:
            return done
        step = await walker.click(chosen[0], accepts=True)
        if step.refusal:
            return done
        done = True
        if step.writes or not shows(walker.look, marker):
            return True
    return done


async def _open_entity(ground: Ground, walker: Walker, route: Route, marker: str) -> int | None:
    """Open the form that holds an entity; its place on the page."""
    await ground.follow(walker, route)
    await ground.seek(walker, marker, alone=True)
    row = row_of(walker.look, marker)
    if row is None:
        return form_holding(walker.look, marker)
    place = walker.look.rows.index(row)
    tries = edits(walker.look, place)[:3]
    for number in range(len(tries)):
        if number:
            await ground.follow(walker, route)
            await ground.seek(walker, marker, alone=True)
        again = row_of(walker.look, marker)
        if again is None:
            return None
        own = edits(walker.look, walker.look.rows.index(again))
        if number >= len(own) or not walker.safety.allows(walker.look, own[number]):
            continue
        await walker.click(own[number])
        form = form_holding(walker.look, marker)
        if form is not None:
            return form
        # A page of its own, with a way to edit it.
        for control in edits(walker.look, -1)[:2]:
            if not control.name or control.in_nav:
                continue
            await walker.click(control)
            form = form_holding(walker.look, marker)
            if form is not None:
                return form
            break
    return None


async def _edit(ground: Ground, *, form: Form, variant: Variant) -> None:
    """Make one, then open, save, edit one field at a time, and leave without saving."""
    walker = ground.begin("edit", form.key)
    made = await ground.make(walker, form, variant=variant)
    if made is None or not made.marker:
        return
    marker = made.marker
    route = await ground.locate(walker, marker)
    if route is None:
        return
    walker.mark(Sense.LISTED, marker=marker, wanted=made.values, detail=f"as {variant.name}")
    index = await _open_entity(ground, walker, route, marker)
    if index is None:
        return
    walker.mark(Sense.OPENED, marker=marker, wanted=made.values, detail=variant.name, form=index)
    held = held_in(walker.look, index)
    await _resave(ground, walker, route, marker, held)
    if variant is PLAIN:
        views = await _show_elsewhere(ground, walker, route, [made])
        marker = await _change_each(ground, walker, route, marker, views[:_VIEWS_AGAIN])
        if marker and await _offers_copy(ground, walker, route, marker) is not None:
            await _copy(ground, form, route)


async def _resave(
    ground: Ground, walker: Walker, route: Route, marker: str, held: tuple[Held, ...]
) -> None:
    index = form_holding(walker.look, marker)
    if index is None or await ground.send(walker, index) is None:
        return
    again = await _open_entity(ground, walker, route, marker)
    if again is not None:
        walker.mark(Sense.RESAVED, marker=marker, wanted=held, form=again)


async def _copy(ground: Ground, form: Form, route: Route) -> None:
    """Make one, have the app copy it, and open the copy: it holds the same but for its name."""
    walker = ground.begin("copy", form.key)
    made = await ground.make(walker, form)
    if made is None or not made.marker:
        return
    marker = made.marker
    index = await _open_entity(ground, walker, route, marker)
    if index is None:
        return
    held = held_in(walker.look, index)
    offered = await _offers_copy(ground, walker, route, marker)
    if offered is None:
        return
    rows = [row.text for row in walker.look.rows]
    step = await walker.click(offered, accepts=True)
    if step.refusal:
        return
    index = form_holding(walker.look, marker)
    if index is not None and find_markers(" ".join(one.value for one in held)):
        # It comes as a form that is filled in already.
        walker.mark(Sense.COPIED, marker=marker, wanted=held, form=index)
        if await ground.send(walker, index) is None:
            return
    await ground.follow(walker, route)
    new = [row for row in walker.look.rows if row.text not in rows and marker in row.text]
    if len(new) != 1:
        return
    for control in edits(walker.look, walker.look.rows.index(new[0]))[:1]:
        await walker.click(control)
        opened = form_holding(walker.look, marker)
        if opened is not None:
            walker.mark(Sense.COPIED, marker=marker, wanted=held, form=opened)


async def _offers_copy(
    ground: Ground, walker: Walker, route: Route, marker: str
) -> ControlSeen | None:
    """What copies a thing: on its own page, or in its row of the list."""
    for is_listed in (False, True):
        if is_listed:
            await ground.follow(walker, route)
            await ground.seek(walker, marker, alone=True)
        row = row_of(walker.look, marker)
        place = walker.look.rows.index(row) if row is not None else -1
        for control in walker.look.controls:
            is_near = control.row == place if is_listed else control.row < 0
            if is_near and control.is_enabled and COPIES.match(control.name):
                return control
    return None


async def _change_each(
    ground: Ground, walker: Walker, route: Route, marker: str, views: list[View]
) -> str:
    """Change one field after the other; the marker the entity has in the end."""
    index = await _open_entity(ground, walker, route, marker)
    if index is None:
        return ""
    fields = [
        item for item in fillable(walker.look, index) if item.kind not in {"password", "file"}
    ]
    await _leave(ground, walker, route, marker, fields)
    for field in fields[:_EDITED_FIELDS]:
        marker = await _change(ground, walker, route, marker, field)
        if not marker:
            break
        (*_, last) = walker.trail.moments
        for view in views if last.sense is Sense.EDITED else ():
            await ground.follow(walker, view.route)
            walker.mark(
                Sense.SHOWN,
                marker=marker,
                wanted=last.wanted,
                changed=last.changed,
                detail=view.key,
            )
    return marker


async def _leave(
    ground: Ground, walker: Walker, route: Route, marker: str, fields: list[FieldSeen]
) -> None:
    """Change a field and leave without saving."""
    index = await _open_entity(ground, walker, route, marker)
    text = next((item for item in fields if is_texty(item) and marker not in item.value), None)
    if index is None or (text is None and not fields):
        return
    held = held_in(walker.look, index)
    field = same_field(walker.look, index, text or fields[0])
    value = ground.filler.value(field) if field else None
    if field is None or value is None:
        return
    await walker.set(field, value)
    ways = cancels(walker.look, index)
    if ways:
        await walker.click(ways[0])
    again = await _open_entity(ground, walker, route, marker)
    if again is not None:
        walker.mark(Sense.CANCELLED, marker=marker, wanted=held, changed=(field.title,), form=again)


async def _change(
    ground: Ground, walker: Walker, route: Route, marker: str, wanted: FieldSeen
) -> str:
    """Change one field and save; the marker the entity has now, empty when it is lost."""
    index = await _open_entity(ground, walker, route, marker)
    field = same_field(walker.look, index, wanted) if index is not None else None
    if index is None or field is None:
        return ""
    rows = _siblings(walker.trail.moments[-1].look, marker)
    held = held_in(walker.look, index)
    value = ground.filler.value(field)
    if value is None:
        return marker
    key = form_key(walker.look, index)
    await walker.set(field, value)
    expected = _with_change(held, held_in(walker.look, index), field)
    step = await ground.send(walker, index)
    if step is None or step.refusal or is_refused(step, key):
        return marker
    now = marker
    if marker in field.value:
        new = [h.value for h in expected if h.title == field.title]
        now = new[0].split()[0] if new and new[0].split() else marker
    await ground.follow(walker, route)
    await ground.seek(walker, now)
    walker.mark(
        Sense.LISTED,
        marker=now,
        wanted=expected,
        changed=(field.title,),
        detail="edited",
        others=(*rows, f"was {marker}"),
    )
    again = await _open_entity(ground, walker, route, now)
    if again is None:
        return ""
    walker.mark(Sense.EDITED, marker=now, wanted=expected, changed=(field.title,), form=again)
    return now


def _with_change(
    held: tuple[Held, ...], now: tuple[Held, ...], field: FieldSeen
) -> tuple[Held, ...]:
    """What stood in a form, and in one field what stands there now."""
    if field.kind == "radio":
        # Another button of its group went off with it.
        return now
    new = {one.title: one.value for one in now if one.title == field.title}
    return tuple(replace(one, value=new.get(one.title, one.value)) for one in held)


def _siblings(look: Look, marker: str) -> tuple[str, ...]:
    own: RowSeen | None = row_of(look, marker)
    if own is None:
        return ()
    return tuple(row.text for row in look.rows if row.group == own.group and row != own)

"""What is done and undone: afterwards everything is as it was."""

from collections.abc import Iterator
from functools import partial

from bugsweep.browser.looking import ControlSeen, FieldSeen, Look
from bugsweep.exploration.action import Action, Op, Spot, spot_of_control, spot_of_field
from bugsweep.exploration.ground import Ground, fillable, find_form, same_field
from bugsweep.exploration.probes.job import Offer, forms_of, views_of, words_of, words_of_form
from bugsweep.exploration.safety import DESTROYS
from bugsweep.exploration.trail import Sense
from bugsweep.exploration.views import Form, View, is_texty
from bugsweep.exploration.walker import Walker

_CHOICES = 8
_FIELDS = 8


def jobs(ground: Ground) -> Iterator[Offer]:
    """Each form, and each view whose fields open a list to choose from."""
    for form in forms_of(ground, "create", "settings", "search"):
        yield Offer(f"{form.key}|fields", words_of_form(form), partial(_fields, form=form))
    for view in views_of(ground):
        if any(is_texty(field) for field in view.look.fields):
            yield Offer(f"{view.key}|choices", words_of(view.look), partial(_choose, view=view))


async def _fields(ground: Ground, *, form: Form) -> None:
    """Change each field and change it back."""
    for wanted in fillable(form.look, form.index)[:_FIELDS]:
        if wanted.kind in {"radio", "file", "password", "multiselect", "editable"}:
            continue
        walker = ground.begin("undoing", form.key)
        field, keys = await _come_to(ground, walker, form, wanted)
        if field is None:
            return
        before = walker.look
        value = ground.filler.value(field)
        if value is None or (is_texty(field) and not field.value.strip()):
            # What was begun and left empty may well be asked for now.
            continue
        await walker.set(field, value)
        again = same_field(walker.look, field.form, field)
        if again is None or walker.trail.steps[-1].writes:
            continue
        await walker.set(again, field.held)
        for key in keys:
            await walker.do(Action(op=Op.PRESS, value=key))
        walker.mark(Sense.RETURNED, detail=f"“{field.title}”", others=before.lines)


async def _come_to(
    ground: Ground, walker: Walker, form: Form, wanted: FieldSeen
) -> tuple[FieldSeen | None, tuple[str, ...]]:
    """Go into a field, and leave it by the keys that end the undoing: what they do is no trace.

    What a field shows while somebody is in it goes with the focus, and what is focused next may
    show something of its own; some pages close with Escape.
    """
    for keys in (("Escape", "Tab"), ("Tab",), ()):
        index = await ground.reach(walker, form)
        field = same_field(walker.look, index, wanted) if index is not None else None
        if field is None:
            return None, ()
        if keys and field.kind not in {"checkbox", "select"}:
            # A click would already change those.
            await walker.do(Action(op=Op.CLICK, spot=spot_of_field(walker.look, field)))
        for key in keys:
            await walker.do(Action(op=Op.PRESS, value=key))
        index = find_form(walker.look, form.key)
        field = same_field(walker.look, index, wanted) if index is not None else None
        if field is not None:
            return field, keys
    return None, ()


def options_in(look: Look, *, than: Look) -> list[ControlSeen]:
    """The choices that a look shows and an earlier one did not."""
    known = {(control.kind, control.name) for control in than.controls}
    return [
        control
        for control in look.controls
        if control.kind == "option" and control.name and (control.kind, control.name) not in known
    ]


async def _choose(ground: Ground, *, view: View) -> None:
    """Open a list to choose from, choose as much as it takes, and take one off again."""
    for wanted in [field for field in view.look.fields if is_texty(field)][:_FIELDS]:
        walker = ground.begin("choosing", view.key)
        if not await ground.follow(walker, view.route):
            return
        spot = spot_of_field(walker.look, wanted)
        step = await walker.do(Action(op=Op.CLICK, spot=spot))
        if step.refusal or not options_in(walker.look, than=step.before):
            continue
        await _fill_up(walker, spot, step.before)


async def _fill_up(walker: Walker, spot: Spot, closed: Look) -> None:
    looks: list[Look] = [walker.look]
    chosen: list[str] = []
    for _ in range(_CHOICES):
        options = _free(walker.look, closed, chosen)
        if not options:
            await walker.do(Action(op=Op.CLICK, spot=spot))
            options = _free(walker.look, closed, chosen)
        if not options:
            break
        name = options[0].name
        await walker.do(Action(op=Op.CLICK, spot=spot_of_control(walker.look, options[0])))
        chosen.append(name)
        if not options_in(walker.look, than=closed):
            await walker.do(Action(op=Op.CLICK, spot=spot))
        looks.append(walker.look)
    if len(chosen) < 2:  # noqa: PLR2004 - one to take off and one to keep
        return
    remover = _remover(walker.look, closed, chosen[0])
    if remover is None:
        return
    await walker.do(Action(op=Op.CLICK, spot=spot_of_control(walker.look, remover)))
    await _leave(walker)
    step = await walker.do(Action(op=Op.CLICK, spot=spot))
    if step.refusal:
        return
    # As many are chosen as one choice ago: what is said now must have been said then.
    walker.mark(
        Sense.RETURNED,
        detail=f"taking “{chosen[0]}” off again",
        others=looks[-2].lines,
        changed=tuple(chosen),
    )


def _free(look: Look, closed: Look, chosen: list[str]) -> list[ControlSeen]:
    """The options that are not chosen yet; what is chosen often is an option too."""
    return [
        option
        for option in options_in(look, than=closed)
        if not any(option.name.startswith(name) for name in chosen)
    ]


def _remover(look: Look, closed: Look, name: str) -> ControlSeen | None:
    known = {control.css for control in closed.controls}
    found = [
        control
        for control in look.controls
        if control.css not in known
        and control.kind != "option"
        and name.lower() in control.name.lower()
        and DESTROYS.search(control.name)
    ]
    return found[0] if found else None


async def _leave(walker: Walker) -> None:
    """Put the focus elsewhere without touching anything."""
    await walker.do(Action(op=Op.PRESS, value="Escape"))

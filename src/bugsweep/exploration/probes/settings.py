"""Settings: what is saved on a page comes back, and the other pages keep theirs."""

from collections.abc import Iterator
from functools import partial

from bugsweep.exploration.ground import Ground, fillable, find_form, in_table, same_field
from bugsweep.exploration.probes.job import Offer, forms_of, words_of_form
from bugsweep.exploration.safety import DESTROYS
from bugsweep.exploration.trail import Held, Sense
from bugsweep.exploration.views import Form, submits
from bugsweep.exploration.walker import Walker, held_in

_PARTNERS = 4


def jobs(ground: Ground) -> Iterator[Offer]:
    """Each form that holds values by itself, and each pair of them."""
    if not ground.safety.may_destroy:
        return
    forms = [form for form in forms_of(ground, "settings") if _is_page(form)]
    for form in forms:
        yield Offer(f"{form.key}|alone", words_of_form(form), partial(_alone, form=form))
    for form in forms:
        for other in _near(forms, form):
            words = f"{words_of_form(form)} {words_of_form(other)}"
            about = f"{form.key}|{other.key}"
            yield Offer(about, words, partial(_pair, form=form, other=other))


def _is_page(form: Form) -> bool:
    look = form.look
    sends = submits(look, form.index)
    return (
        len(form.route) == 1
        and not any(in_table(look, field) for field in form.fields)
        and not any(DESTROYS.search(control.name) for control in sends[:1])
        and not any(DESTROYS.search(field.label) for field in form.fields)
    )


def _near(forms: list[Form], form: Form) -> list[Form]:
    def shared(other: Form) -> int:
        own, its = form.view.split("|")[0].split("/"), other.view.split("|")[0].split("/")
        return sum(a == b for a, b in zip(own, its, strict=False))

    others = [other for other in forms if other is not form]
    return sorted(others, key=shared, reverse=True)[:_PARTNERS]


async def _change_all(ground: Ground, walker: Walker, index: int) -> tuple[Held, ...]:
    for field in fillable(walker.look, index):
        now = same_field(walker.look, index, field)
        if now is None or now.kind in {"password", "file", "email", "url"}:
            continue
        if now.kind in {"text", "textarea", "editable"} and not now.value.strip():
            continue
        value = ground.filler.value(now)
        if value is not None and now.kind in {"checkbox", "radio", "select"}:
            await walker.set(now, value)
    return held_in(walker.look, index)


async def _save(
    ground: Ground, walker: Walker, form: Form, *, is_small: bool = False
) -> tuple[Held, ...] | None:
    index = await ground.reach(walker, form)
    if index is None:
        return None
    if is_small:
        held = held_in(walker.look, index)
    else:
        held = await _change_all(ground, walker, index)
    step = await ground.send(walker, index)
    return held if step and not step.refusal else None


async def _alone(ground: Ground, *, form: Form) -> None:
    walker = ground.begin("settings", form.key)
    held = await _save(ground, walker, form)
    if held is not None:
        index = await ground.reach(walker, form)
        if index is not None:
            walker.mark(Sense.SAVED, wanted=held, detail="own")


async def _pair(ground: Ground, *, form: Form, other: Form) -> None:
    """Set one page, save another, and look at the first again."""
    walker = ground.begin("settings", form.key)
    if await _save(ground, walker, form) is None or await ground.reach(walker, form) is None:
        return
    index = find_form(walker.look, form.key)
    if index is None:
        return
    held = held_in(walker.look, index)
    if await _save(ground, walker, other, is_small=True) is None:
        return
    if await ground.reach(walker, form) is not None:
        walker.mark(Sense.SAVED, wanted=held, detail=f"other: {other.view.split('|')[0]}")

"""Settings: what is saved on a page comes back, and the other pages keep theirs."""

import re
from collections.abc import Iterator
from functools import partial

from bugsweep.browser.looking import FieldSeen
from bugsweep.exploration.crawling import nearness
from bugsweep.exploration.ground import Ground, fillable, in_table, same_field
from bugsweep.exploration.probes.job import Offer, forms_of, words_of_form
from bugsweep.exploration.safety import DESTROYS
from bugsweep.exploration.trail import Held, Sense
from bugsweep.exploration.views import Form, submits
from bugsweep.exploration.walker import Walker, held_in

_PAGES = 5
_SOON = 1.5
"""A round of many pages shows what no page by itself can."""


def jobs(ground: Ground) -> Iterator[Offer]:
    """Each form that holds values by itself, and each pair of them."""
    if not ground.safety.may_destroy:
        return
    forms = [form for form in forms_of(ground, "settings") if _is_page(form)]
    for form in forms:
        yield Offer(f"{form.key}|alone", words_of_form(form), partial(_alone, form=form))
    if len(forms) > 1:
        for section in dict.fromkeys(map(_section, forms)):
            near = [form for form in forms if _section(form) == section]
            near.sort(key=lambda form: -nearness(ground.area, words_of_form(form)))
            near = near[:_PAGES]
            words = " ".join(words_of_form(form) for form in near)
            if len(near) > 1:
                about = "|".join(form.key for form in near)
                yield Offer(f"{about}|round", words, partial(_round, forms=near), _SOON)


def _section(form: Form) -> str:
    """The first step of the address: where an app keeps what belongs together."""
    return re.split(r"[/|?#]", form.view.lstrip("/"), maxsplit=1)[0]


def _is_page(form: Form) -> bool:
    look = form.look
    sends = submits(look, form.index)
    return (
        len(form.route) == 1
        and bool(sends)
        and not any(in_table(look, field) for field in form.fields)
        and not any(DESTROYS.search(control.name) for control in sends[:1])
        and not any(DESTROYS.search(field.label) for field in form.fields)
    )


async def _change_all(ground: Ground, walker: Walker, index: int) -> tuple[str, ...]:
    """Change whatever can be changed without locking anyone out; the titles of the fields."""
    changed = []
    for field in fillable(walker.look, index):
        now = same_field(walker.look, index, field)
        if now is None or now.kind in {"password", "file", "email", "url"}:
            continue
        is_text = now.kind in {"text", "textarea", "editable"}
        if is_text and not (now.value.strip() and _is_harmless(ground, now)):
            continue
        value = ground.filler.value(now)
        if value is not None:
            await walker.set(now, value)
            changed.append(now.title)
    return tuple(changed)


def _is_harmless(ground: Ground, field: FieldSeen) -> bool:
    """Whether a text can be exchanged: words for people, no name, address or code."""
    account = ground.account
    is_own = account is not None and account.user and account.user in field.value
    return bool(re.fullmatch(r"[^\W\d_][\w ,.!?'-]{2,60}", field.value)) and not is_own


async def _save(
    ground: Ground, walker: Walker, form: Form, *, is_small: bool = False
) -> tuple[tuple[Held, ...], tuple[str, ...]] | None:
    """Change the fields of a page, or none, and save: what it held then, and what was changed."""
    index = await ground.reach(walker, form)
    if index is None:
        return None
    changed = () if is_small else await _change_all(ground, walker, index)
    held = held_in(walker.look, index)
    step = await ground.send(walker, index)
    # What gives a file or a question has stored nothing yet.
    is_saved = step is not None and not step.refusal and step.writes and not step.stirred
    return (held, changed) if is_saved else None


async def _alone(ground: Ground, *, form: Form) -> None:
    walker = ground.begin("settings", form.key)
    saved = await _save(ground, walker, form)
    if saved is not None and await ground.reach(walker, form) is not None:
        walker.mark(Sense.SAVED, wanted=saved[0], changed=saved[1], detail="own")


async def _round(ground: Ground, *, forms: list[Form]) -> None:
    """Set every page, then save each once more as it is, and look at all the others."""
    walker = ground.begin("settings", forms[0].key)
    held: dict[str, tuple[Held, ...]] = {}
    for form in forms:
        if await _save(ground, walker, form) is not None:
            held[form.key] = ()
    kept = [form for form in forms if form.key in held]
    for form in kept:
        index = await ground.reach(walker, form)
        if index is not None:
            held[form.key] = held_in(walker.look, index)
    for other in kept:
        if await _save(ground, walker, other, is_small=True) is None:
            continue
        for form in kept:
            if form is other or not held[form.key]:
                continue
            index = await ground.reach(walker, form)
            if index is None:
                continue
            what = other.view.partition("|")[0]
            walker.mark(Sense.SAVED, wanted=held[form.key], detail=f"other: {what}")
            held[form.key] = held_in(walker.look, index)

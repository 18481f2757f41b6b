"""What few users give: much text, numbers at the edge, far days, and nothing at all."""

from collections.abc import Callable, Iterator
from functools import partial

from bugsweep.browser.looking import FieldSeen
from bugsweep.exploration.filling import LONG
from bugsweep.exploration.ground import Ground, fillable, same_field
from bugsweep.exploration.probes.job import Offer, forms_of, words_of_form
from bugsweep.exploration.views import Form, is_texty

_NUMBERS = {"negative": "-1", "zero": "0", "huge": "99999999999999999999"}
_DAYS = {"date": "9999-12-31", "datetime-local": "9999-12-31T23:59", "month": "9999-12"}
_DAYS_EARLY = {"date": "0001-01-01", "datetime-local": "0001-01-01T00:00", "month": "0001-01"}
Choose = Callable[[Ground, FieldSeen], str | None]


def _long(ground: Ground, field: FieldSeen) -> str | None:
    if not is_texty(field) or field.kind in {"email", "url", "tel"}:
        return None
    return ground.filler.value(field, LONG)


def _number(value: str, _: Ground, field: FieldSeen) -> str | None:
    return value if field.kind in {"number", "range"} else None


def _day(days: dict[str, str], _: Ground, field: FieldSeen) -> str | None:
    return days.get(field.kind)


def _nothing(_: Ground, field: FieldSeen) -> str | None:
    is_cleared = is_texty(field) or field.kind in {"number", *_DAYS}
    return "" if is_cleared and not field.is_required else None


ROUNDS: dict[str, Choose] = {
    "long": _long,
    **{name: partial(_number, value) for name, value in _NUMBERS.items()},
    "far": partial(_day, _DAYS),
    "early": partial(_day, _DAYS_EARLY),
    "nothing": _nothing,
}


def jobs(ground: Ground) -> Iterator[Offer]:
    """One job per form that may make something."""
    for form in forms_of(ground, "create", "settings"):
        yield Offer(form.key, words_of_form(form), partial(_try, form=form))


async def _try(ground: Ground, *, form: Form) -> None:
    """Fill the form as usual but for one kind of value, and send it."""
    for choose in ROUNDS.values():
        if not any(choose(ground, field) is not None for field in form.fields):
            continue
        walker = ground.begin("extremes", form.key)
        index = await ground.reach(walker, form)
        if index is None:
            return
        await ground.fill(walker, index)
        for field in fillable(walker.look, index):
            value = choose(ground, field)
            now = same_field(walker.look, index, field) if value is not None else None
            if now is not None and value is not None:
                await walker.set(now, value)
        await ground.send(walker, index)

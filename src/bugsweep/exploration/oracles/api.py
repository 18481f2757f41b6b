"""What an oracle is, and what several of them need."""

import re
from collections.abc import Iterator
from typing import Protocol

from bugsweep.browser.looking import FieldSeen
from bugsweep.exploration.action import Op, Spot
from bugsweep.exploration.scenario import quoted
from bugsweep.exploration.suspicion import Claim, Suspicion
from bugsweep.exploration.trail import Held, Moment, Trail

_DAY = re.compile(r"(\d{1,4})([-/. ])(\d{1,2})\2(\d{1,4})")
_NUMBER = re.compile(r"^[-+]?[\d., ]*\d$")


class Oracle(Protocol):
    """Judges what was recorded; it cannot touch the browser."""

    name: str

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """The breaches of its property that the trail shows."""
        ...


def seen(text: str) -> Claim:
    """The claim that a text is to be read."""
    return Claim(sentence=f"I see {quoted(text)}")


def not_seen(text: str) -> Claim:
    """The claim that a text is not to be read."""
    return Claim(sentence=f"I do not see {quoted(text)}")


def what_wrote(trail: Trail, at: int) -> tuple[int, ...]:
    """The steps of those visits that sent something before `at`."""
    visits: list[list[int]] = [[]]
    for step in trail.steps[trail.setup : at]:
        if step.action.op is Op.OPEN:
            visits.append([])
        visits[-1].append(step.index)
    kept = [visit for visit in visits if any(trail.steps[place].writes for place in visit)]
    return tuple(place for visit in kept for place in visit)


def what_wrote_about(trail: Trail, at: int, *markers: str) -> tuple[int, ...]:
    """The steps of those visits before `at` that sent something with one of these markers."""
    found: list[int] = []
    visit: list[int] = []
    for place in (*what_wrote(trail, at), -1):
        if place < 0 or trail.steps[place].action.op is Op.OPEN:
            typed = "".join(trail.steps[step].action.value for step in visit)
            found += visit if any(marker in typed for marker in markers) else []
            visit = []
        visit.append(place)
    return tuple(found)


def what_wrote_of(trail: Trail, at: int, marker: str) -> tuple[int, ...]:
    """The same without the values that have nothing to do with `marker`."""
    steps = (trail.steps[place] for place in what_wrote(trail, at))
    return tuple(
        step.index for step in steps if step.action.op is not Op.SET or marker in step.action.value
    )


def holds(spot: Spot, value: str) -> Claim:
    """The claim that a field holds a value."""
    return Claim(spot=spot, value=value)


def is_same_value(wanted: str, now: str) -> bool:
    """Whether a user would call them the same: blanks at the ends and forms of a number aside."""
    one, other = squeezed(wanted), squeezed(now)
    if one == other:
        return True
    if _NUMBER.match(one) and _NUMBER.match(other):
        return _as_number(one) == _as_number(other)
    if _is_same_day(one, other):
        return True
    # A browser's own fields write minutes with or without seconds.
    return bool(re.fullmatch(r"[\dT:-]+", one)) and other.removesuffix(":00") == one


def _is_same_day(one: str, other: str) -> bool:
    """Whether two notations hold the same numbers; in one notation each has its place."""
    parts = [_DAY.fullmatch(text) for text in (one, other)]
    if not (parts[0] and parts[1]):
        return False
    (first, sign), (second, other_sign) = [(part.group(1, 3, 4), part[2]) for part in parts if part]
    is_one_notation = sign == other_sign and [*map(len, first)] == [*map(len, second)]
    return not is_one_notation and sorted(map(int, first)) == sorted(map(int, second))


def _as_number(text: str) -> float | str:
    if text.startswith("0") and len(text) > 1 and text[1].isdigit():
        return text
    try:
        return float(text.replace(" ", "").replace(",", ""))
    except ValueError:
        return text


def squeezed(text: str) -> str:
    """Without blanks at the ends and with single ones inside."""
    return " ".join(text.split())


def field_now(moment: Moment, held: Held) -> str | None:
    """What the field of `held` holds at a moment; None when it is not there."""
    same = [
        field
        for field in _fields_about(moment)
        if field.title == held.title and field.kind == held.kind
    ]
    if held.spot.css:
        same = [field for field in same if field.css == held.spot.css] or same
    return same[0].held if len(same) == 1 or (same and held.spot.css) else None


def _fields_about(moment: Moment) -> tuple[FieldSeen, ...]:
    """The fields of what was opened; what lies behind or beside it may bear the same names."""
    look = moment.look
    if moment.form >= 0 and (look.forms[moment.form].is_real or look.forms[moment.form].in_dialog):
        return look.fields_of(moment.form)
    if moment.form < 0:
        return tuple(field for field in look.fields if field.in_dialog) or look.fields
    return look.fields


def differing(moment: Moment, wanted: tuple[Held, ...] | None = None) -> Iterator[tuple[Held, str]]:
    """The fields that hold something else than wanted at a moment, and what."""
    for held in moment.wanted if wanted is None else wanted:
        if held.kind in {"password", "file", "hidden", "search"}:
            continue
        now = field_now(moment, held)
        if now is not None and not is_same_value(held.value, now):
            yield held, now

"""O26."""

import re
from collections.abc import Iterator

from bugsweep.browser.looking import FieldSeen, Look
from bugsweep.exploration.action import Op, find_field, spot_of_field
from bugsweep.exploration.oracles.api import holds, is_same_value
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Step, Trail

_WAYS = {Op.SET, Op.TYPE, Op.PRESS}
_KINDS = {"text", "textarea", "number", "date", "time", "datetime-local", "email", "url", "tel"}


class TypingLeavesOthersOracle:
    """Giving one field a value must leave alone what was typed into the others.

    Traps: lists that depend on one another, boxes that exclude one another, and fields that follow
    from others as long as nobody typed into them: only what was typed before counts, and a number
    written in another form is the same number. A field that rewrites what was typed when it is
    left, such as blanks of a slug, keeps its letters and digits; one that is as it was, or empty,
    or makes a number of words, has not taken what was typed.
    """

    name = "typing-leaves-others"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Watch every field that was typed into, until the page is left or something is sent."""
        typed: dict[str, str] = {}
        first: dict[str, str] = {}
        for step in trail.steps[trail.setup :]:
            if step.action.op not in _WAYS | {Op.CLICK} or step.writes or step.refusal:
                typed, first = {}, {}
                continue
            touched = _touched(step)
            if step.action.op in _WAYS:
                for field in step.after.fields:
                    old = typed.get(field.css)
                    if old is None or field.css == touched or _is_same(old, field.value):
                        continue
                    is_as_before = field.value.strip() in {"", first.get(field.css, "")}
                    if is_as_before or (_is_number(field.value) and not _is_number(old)):
                        # It did not take what was typed, which shows when it is left.
                        continue
                    if _held(step.before, field) == old:
                        yield self._told(trail, step, field, old)
                        return
            elif _held_count(step.after) != _held_count(step.before):
                typed = {}
            typed = {css: value for css, value in typed.items() if css != touched}
            now = next((field for field in step.after.fields if field.css == touched), None)
            if now is not None and now.kind in _KINDS and now.value.strip():
                first.setdefault(now.css, _held(step.before, now).strip())
                typed[now.css] = now.value

    def _told(self, trail: Trail, step: Step, field: FieldSeen, old: str) -> Suspicion:
        spot = spot_of_field(step.after, field)
        return Suspicion(
            oracle=self.name,
            title=f"Typing into another field changes what was typed into “{field.title}”",
            expected=f"“{field.title}” still holds “{old}”",
            seen=f"it holds “{field.value}”",
            at=step.index + 1,
            subject=f"{trail.form}|typing|{field.title}",
            claims=(holds(spot, old),),
            weight=0.7,
            severity=3,
        )


def _is_same(old: str, now: str) -> bool:
    """Whether it is the same, or what a field makes of it itself when it is left, as of a slug."""
    letters = [re.sub(r"[\W_]", "", text).casefold() for text in (old, now)]
    return is_same_value(old, now) or (bool(letters[0]) and letters[0] == letters[1])


def _is_number(text: str) -> bool:
    """Whether it is one, or what stands where words were to be one."""
    try:
        float(text.strip().replace(",", "."))
    except ValueError:
        return False
    return True


def _touched(step: Step) -> str:
    """The field that the step gave a value."""
    spot = step.action.spot
    if step.action.op is Op.SET and spot is not None:
        field = find_field(step.before, spot) or find_field(step.after, spot)
        return field.css if field else ""
    if step.action.op in {Op.TYPE, Op.PRESS}:
        return next((f.css for f in step.before.fields if f.ref == step.before.focus), "")
    return ""


def _held(look: Look, field: FieldSeen) -> str:
    return next((other.value for other in look.fields if other.css == field.css), "")


def _held_count(look: Look) -> int:
    return len(look.fields)

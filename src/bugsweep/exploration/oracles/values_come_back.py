"""O04."""

from collections.abc import Iterator

from bugsweep.exploration.oracles.api import differing, field_now, holds, is_same_value
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Held, Moment, Sense, Trail


class ValuesComeBackOracle:
    """What was saved must stand in the form when it is opened again.

    Traps: blanks at the ends, forms of numbers, passwords and files, which no form gives back, and
    forms that keep nothing on purpose: one value counts as lost only where another of the same
    form, or another choice of the same list, came back. A field that still holds what it held
    before has refused a list of several words.
    """

    name = "values-come-back"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Compare what was typed with what the form holds later."""
        for moment in trail.of(Sense.OPENED):
            for held, now in differing(moment):
                weight = 0.8 if moment.detail == "plain" else 0.6
                yield self._told(trail, moment, held, now, weight)
        for moment in trail.of(Sense.SAVED):
            if moment.detail == "own" and _keeps_most(moment):
                for held, now in differing(moment):
                    yield self._told(trail, moment, held, now, 0.8)
        yield from self._of_choices(trail)

    def _of_choices(self, trail: Trail) -> Iterator[Suspicion]:
        tried = [m for m in trail.of(Sense.SAVED) if m.detail in {"option", "one", "several"}]
        kept = {moment.wanted[0].title for moment in tried if _is_kept(moment)}
        for moment in tried:
            held = moment.wanted[0]
            if held.title not in kept or _is_kept(moment):
                continue
            now = field_now(moment, held)
            is_refused = moment.detail == "several" and now in moment.others
            if now is not None and not is_refused:
                yield self._told(trail, moment, held, now, 0.7)
                return

    def _told(self, trail: Trail, moment: Moment, held: Held, now: str, weight: float) -> Suspicion:
        return Suspicion(
            oracle=self.name,
            title=f"“{held.title}” comes back changed after “{held.value}” was saved",
            expected=f"“{held.title}” holds “{held.value}”",
            seen=f"it holds “{now}”",
            at=moment.at,
            subject=f"{trail.form}|{held.title}",
            claims=(holds(held.spot, held.value),),
            weight=weight,
            severity=3,
        )


def _is_kept(moment: Moment) -> bool:
    held = moment.wanted[0]
    now = field_now(moment, held)
    return now is not None and is_same_value(held.value, now)


def _keeps_most(moment: Moment) -> bool:
    """Whether most of what was changed came back: else the form is none that keeps values."""
    changed = set(moment.changed)
    lost = {held.title for held, _ in differing(moment)} & changed
    shown = {held.title for held in moment.wanted if field_now(moment, held) is not None}
    return len(changed & shown - lost) > len(lost)

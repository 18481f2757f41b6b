"""O06."""

from collections.abc import Iterator

from bugsweep.exploration.oracles.api import differing, holds, seen
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Sense, Trail


class EditTakesEffectOracle:
    """An edit that was saved must show in the form and in the list.

    Trap: a list that never showed the field.
    """

    name = "edit-takes-effect"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Look for the new value in the form, and in the list that showed the old one."""
        for moment in trail.of(Sense.EDITED):
            for held, now in differing(moment):
                if held.title in moment.changed:
                    yield Suspicion(
                        oracle=self.name,
                        title=f"A change of “{held.title}” is not kept",
                        expected=f"“{held.title}” holds “{held.value}”",
                        seen=f"it holds “{now}”",
                        at=moment.at,
                        subject=f"{trail.form}|{held.title}",
                        claims=(holds(held.spot, held.value),),
                        weight=0.85,
                        severity=3,
                    )
        for moment in trail.of(Sense.LISTED):
            old = next((o[4:] for o in moment.others if o.startswith("was ")), "")
            text = moment.look.text.lower()
            if not old or old == moment.marker or moment.marker.lower() in text:
                continue
            if old.lower() in text:
                yield Suspicion(
                    oracle=self.name,
                    title=f"The list shows the old “{moment.changed[0]}” after a change",
                    expected=f"“{moment.marker}” is listed",
                    seen=f"“{old}” still is",
                    at=moment.at,
                    subject=f"{trail.form}|list",
                    claims=(seen(moment.marker),),
                    weight=0.8,
                    severity=3,
                )

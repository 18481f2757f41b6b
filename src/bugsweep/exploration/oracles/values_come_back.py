"""O04."""

from collections.abc import Iterator

from bugsweep.exploration.oracles.api import differing, holds
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Sense, Trail


class ValuesComeBackOracle:
    """What was saved must stand in the form when it is opened again.

    Traps: blanks at the ends, forms of numbers, passwords and files, which no form gives back.
    """

    name = "values-come-back"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Compare what was typed with what the form holds later."""
        for moment in trail.of(Sense.OPENED, Sense.SAVED):
            if moment.sense is Sense.SAVED and moment.detail != "own":
                continue
            for held, now in differing(moment.look, moment.wanted):
                yield Suspicion(
                    oracle=self.name,
                    title=f"“{held.title}” comes back changed after saving",
                    expected=f"“{held.title}” holds “{held.value}”",
                    seen=f"it holds “{now}”",
                    at=moment.at,
                    subject=f"{trail.form}|{held.title}",
                    claims=(holds(held.spot, held.value),),
                    weight=0.8 if moment.detail in {"plain", "own"} else 0.6,
                    severity=3,
                )

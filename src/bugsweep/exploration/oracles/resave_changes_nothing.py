"""O05."""

from collections.abc import Iterator

from bugsweep.exploration.oracles.api import differing, holds
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Sense, Trail


class ResaveChangesNothingOracle:
    """Saving a form as it was opened must change nothing.

    Trap: stamps of the last change, which are no fields.
    """

    name = "resave-changes-nothing"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Compare the form before and after a save without a change."""
        for moment in trail.of(Sense.RESAVED):
            for held, now in differing(moment):
                yield Suspicion(
                    oracle=self.name,
                    title=f"Saving without a change alters “{held.title}”",
                    expected=f"“{held.title}” still holds “{held.value}”",
                    seen=f"it holds “{now}”",
                    at=moment.at,
                    subject=f"{trail.form}|{held.title}",
                    claims=(holds(held.spot, held.value),),
                    weight=0.85,
                    severity=3,
                )

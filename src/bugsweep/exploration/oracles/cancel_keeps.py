"""O09."""

from collections.abc import Iterator

from bugsweep.exploration.oracles.api import differing, holds
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Sense, Trail


class CancelKeepsOracle:
    """Leaving a form without saving must keep everything as it was.

    Trap: forms that save by themselves, which say so by a call at each change.
    """

    name = "cancel-keeps"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Compare the form before the change and after leaving it."""
        for moment in trail.of(Sense.CANCELLED):
            for held, now in differing(moment):
                yield Suspicion(
                    oracle=self.name,
                    title=f"A change of “{held.title}” that was never saved is kept",
                    expected=f"“{held.title}” still holds “{held.value}”",
                    seen=f"it holds “{now}”",
                    at=moment.at,
                    subject=f"{trail.form}|{held.title}",
                    claims=(holds(held.spot, held.value),),
                    weight=0.6,
                    severity=3,
                )

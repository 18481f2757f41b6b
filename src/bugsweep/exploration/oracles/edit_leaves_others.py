"""O07."""

from collections.abc import Iterator

from bugsweep.exploration.oracles.api import differing, holds
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Sense, Trail


class EditLeavesOthersOracle:
    """Saving a change of one thing must leave all others alone: fields, rows, other settings.

    Traps: fields that follow from the changed one, such as a slug or a total.
    """

    name = "edit-leaves-others"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Compare what nobody touched."""
        for moment in trail.of(Sense.EDITED, Sense.SAVED):
            if moment.sense is Sense.SAVED and not moment.detail.startswith("other"):
                continue
            what = ", ".join(moment.changed) or moment.detail.removeprefix("other: ")
            for held, now in differing(moment):
                if held.title in moment.changed:
                    continue
                yield Suspicion(
                    oracle=self.name,
                    title=f"Saving “{what}” alters “{held.title}”",
                    expected=f"“{held.title}” still holds “{held.value}”",
                    seen=f"it holds “{now}”",
                    at=moment.at,
                    subject=f"{trail.form}|{held.title}",
                    claims=(holds(held.spot, held.value),),
                    weight=0.75,
                    severity=3,
                )

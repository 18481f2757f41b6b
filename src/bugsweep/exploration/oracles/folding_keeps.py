"""O27."""

from collections.abc import Iterator

from bugsweep.exploration.oracles.api import seen
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Sense, Trail


class FoldingKeepsOracle:
    """What was typed must arrive, also where a part of the form was folded away before sending.

    Trap: fields that are never shown where the form lands: only those count that were shown when
    the same form was sent unfolded.
    """

    name = "folding-keeps"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Look for every value that was shown before."""
        for moment in trail.of(Sense.FOLDED):
            for held in moment.wanted:
                if held.value in moment.look.text:
                    continue
                yield Suspicion(
                    oracle=self.name,
                    title=f"What was typed is lost when “{moment.detail}” was clicked before",
                    expected=f"“{held.value}” arrives",
                    seen="it is nowhere on the page",
                    at=moment.at,
                    subject=f"{trail.form}|folding",
                    claims=(seen(held.value),),
                    needs=tuple(step.index for step in trail.steps[trail.setup :]),
                    weight=0.8,
                    severity=3,
                )
                return

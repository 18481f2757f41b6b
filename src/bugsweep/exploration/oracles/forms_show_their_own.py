"""O20."""

from collections.abc import Iterator

from bugsweep.exploration.oracles.api import differing, holds, is_same_value, what_wrote_about
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Sense, Trail


class FormsShowTheirOwnOracle:
    """A form that is opened for a thing must hold its values, not those of the one before.

    Trap: a field that always comes back changed, which is another fault: only what the form
    before held counts, and only where it differs from what this thing was given.
    """

    name = "forms-show-their-own"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Look for values of the thing that was opened before."""
        for moment in trail.of(Sense.OPENED_AFTER):
            before = dict(text.split("\n", 1) for text in moment.others)
            written = what_wrote_about(trail, moment.at, moment.marker, moment.detail)
            for held, now in differing(moment):
                if not is_same_value(before.get(held.title, held.value), now):
                    continue
                yield Suspicion(
                    oracle=self.name,
                    title=f"“{held.title}” holds the value of the thing that was opened before",
                    expected=f"“{held.title}” holds “{held.value}”",
                    seen=f"it holds “{now}”",
                    at=moment.at,
                    subject=f"{trail.form}|{held.title}",
                    claims=(holds(held.spot, held.value),),
                    needs=(*written, *range(moment.at - 3, moment.at)),
                    weight=0.7,
                    severity=3,
                )

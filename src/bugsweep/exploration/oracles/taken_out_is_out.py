"""O29."""

from collections.abc import Iterator

from bugsweep.exploration.oracles.api import not_seen, what_wrote_of
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Sense, Trail

_FEWEST = 8
_LONGEST = 120


class TakenOutIsOutOracle:
    """A row that was taken out of a form must not be counted when the form is sent.

    Traps: other things that the form wants as well: only what was complained of while the row was
    there, and is complained of again, counts.
    """

    name = "taken-out-is-out"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Look for the complaints that the row had brought."""
        for moment in trail.of(Sense.TAKEN_OUT):
            lines = set(moment.look.lines)
            same = [line for line in moment.others if line in lines]
            same = [line for line in same if _FEWEST <= len(line) <= _LONGEST]
            if not same or moment.marker not in {field.value for field in moment.look.fields}:
                continue
            yield Suspicion(
                oracle=self.name,
                title="A row that was taken out of a form still stands in its way",
                expected="the form is taken",
                seen=same[0],
                at=moment.at,
                subject=f"{trail.form}|out",
                claims=(not_seen(same[0]),),
                needs=what_wrote_of(trail, moment.at, moment.marker),
                weight=0.6,
                severity=2,
            )

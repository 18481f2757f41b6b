"""O28."""

from collections.abc import Iterator

from bugsweep.exploration.oracles.api import holds, what_wrote_of
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Sense, Trail


class RowsKeepOrderOracle:
    """Rows that were added at the end of a form must stand at its end when it is opened again.

    Traps: lists that are kept by name (what is added comes late in any alphabet and in its own
    order), and the newest first: there the whole list has turned round, and nothing is said.
    """

    name = "rows-keep-order"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Compare the order in the form with that in which the rows were made."""
        for moment in trail.of(Sense.ORDERED):
            values = [field.value for field in moment.look.fields]
            if not all(marker in values for marker in moment.others):
                continue
            first, second = (values.index(marker) for marker in moment.others)
            older = [held for held in moment.wanted if held.value in values]
            late = [held for held in older if values.index(held.value) > min(first, second)]
            if not late or first > second:
                continue
            yield Suspicion(
                oracle=self.name,
                title="Rows that were added at the end stand before those there were",
                expected=f"“{late[-1].value}” stands where it stood",
                seen=f"“{moment.others[0]}” stands before it",
                at=moment.at,
                subject=f"{trail.form}|order",
                claims=(holds(late[-1].spot, late[-1].value),),
                needs=tuple(
                    place
                    for marker in moment.others
                    for place in what_wrote_of(trail, moment.at, marker)
                ),
                weight=0.7,
                severity=3,
            )
            return

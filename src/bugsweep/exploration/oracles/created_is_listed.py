"""O02."""

from collections.abc import Iterator

from bugsweep.exploration.oracles.api import seen
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Sense, Trail
from bugsweep.exploration.views import has_further_pages


class CreatedIsListedOracle:
    """A thing that was made must stand where the others made the same way stand.

    Traps: a list of several pages, one that keeps only the latest few, and one that is filtered.
    """

    name = "created-is-listed"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Compare what was made with what a list shows of it."""
        for moment in trail.of(Sense.LISTED):
            text = moment.look.text.lower()
            there = [marker for marker in moment.others if marker.lower() in text]
            missing = [m for m in moment.others if len(m) == 7 and m not in there]  # noqa: PLR2004
            if not there or not missing or has_further_pages(moment.look):
                continue
            if moment.others[: len(missing)] == tuple(missing):
                continue  # only the oldest are gone: a list of the latest few
            yield Suspicion(
                oracle=self.name,
                title="Something that was saved is missing in the list of its kind",
                expected=f"“{missing[-1]}” is listed beside “{there[0]}”",
                seen=f"only {', '.join(there)}",
                at=moment.at,
                subject=trail.form,
                claims=(seen(there[0]), seen(missing[-1])),
                weight=0.8,
                severity=3,
            )
            return

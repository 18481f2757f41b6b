"""O10."""

from collections.abc import Iterator

from bugsweep.exploration.oracles.api import seen
from bugsweep.exploration.rows import find_row
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Moment, Sense, Trail


class SearchFindsOracle:
    """A search for what a row shows must find the row, and emptying it must bring all back.

    Traps: searches that look at some columns only, or at beginnings of words: one kind of search
    counts as broken only where another of the same form works.
    """

    name = "search-finds"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Compare each search with the others of the same form."""
        asked = list(trail.of(Sense.SEARCHED))
        there = [moment for moment in asked if moment.marker in moment.look.text]
        found = [moment for moment in there if _narrowed(moment)]
        for moment in asked:
            if moment in there or not found:
                continue
            words = moment.changed[0] if moment.changed else moment.detail
            yield Suspicion(
                oracle=self.name,
                title=f"A search for “{words}” does not find the row that shows it",
                expected=f"“{moment.marker}” is found",
                seen=_gist(moment),
                at=moment.at,
                subject=f"{trail.form}|{'column' if words != moment.detail else 'words'}",
                claims=(seen(moment.marker),),
                weight=0.7,
            )
            return
        for moment in trail.of(Sense.UNFILTERED):
            suspicion = self._not_back(trail, moment)
            if suspicion is not None:
                yield suspicion
                return

    def _not_back(self, trail: Trail, moment: Moment) -> Suspicion | None:
        shown = {row.text for row in moment.look.rows}
        if moment.wanted:
            lost = [held.title for held in moment.wanted if find_row(moment.look, held) is None]
        else:
            text = moment.look.text.replace("\n", " ")
            lost = [row for row in moment.others if row not in text and row not in shown]
            lost = [row[:60].rsplit(" ", 1)[0] for row in lost]
            if moment.marker not in moment.look.text or len(lost) == len(moment.others):
                return None
        if not lost:
            return None
        how = f"by “{moment.detail}”" if moment.wanted else "again"
        return Suspicion(
            oracle=self.name,
            title=f"Taking a filter {how} off does not bring all rows back",
            expected=f"“{lost[0]}” is shown again",
            seen=f"{len(shown)} rows",
            at=moment.at,
            subject=f"{trail.form}|off",
            claims=(seen(lost[0]),),
            needs=tuple(step.index for step in trail.steps[trail.setup :]) if moment.wanted else (),
            weight=0.7 if moment.wanted else 0.4,
        )


def _gist(moment: Moment) -> str:
    return "; ".join(moment.look.lines[:6])[:200]


def _narrowed(moment: Moment) -> bool:
    """Whether the search left rows out: one that shows all still has not searched."""
    shown = {row.text for row in moment.look.rows}
    return any(row not in shown for row in moment.others)

"""O32."""

from collections.abc import Iterator
from itertools import pairwise

from bugsweep.exploration.oracles.api import seen, what_wrote
from bugsweep.exploration.suspicion import Claim, Suspicion
from bugsweep.exploration.trail import Moment, Sense, Trail

_SHORT = 60


class DraggedLandsOracle:
    """A row that is dragged must stand where it was dropped, all others as before, also later.

    Traps: lists that exchange two rows instead of moving one; lists that keep nothing until they
    are saved, where the drag sends nothing; rows that change their words with their place, which
    nobody can follow.
    """

    name = "dragged-lands"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Compare the order of the rows before and after."""
        for moment in trail.of(Sense.DRAGGED):
            before = [text.split("\n") for text in moment.others]
            after = [text.split("\n") for text in _orders(moment)]
            told = [row for rows in before for row in rows]
            if len(set(told)) < len(told) or any(len(row) > _SHORT for row in told):
                continue
            if moment.detail:
                yield from self._at_once(trail, moment, before, after)
            else:
                yield from self._later(trail, moment, before, after)

    def _at_once(
        self, trail: Trail, moment: Moment, before: list[list[str]], after: list[list[str]]
    ) -> Iterator[Suspicion]:
        told = [row for rows in before for row in rows]
        now = [row for rows in after for row in rows]
        gone = [row for row in told if row not in now]
        twice = [row for row in told if now.count(row) > 1]
        if len(gone) == 1:
            yield self._told(
                trail,
                moment,
                "A row is gone after rows were dragged",
                expected=f"“{gone[0]}” is still there",
                shown="it is in none of the lists",
                claim=seen(gone[0]),
            )
        elif not gone and twice:
            yield self._told(
                trail,
                moment,
                "A row is there twice after rows were dragged",
                expected=f"“{twice[0]}” is there once",
                shown="it is there twice",
                claim=Claim(spot=moment.spot, once=twice[0]),
            )
        elif sorted(now) == sorted(told):
            yield from self._out_of_order(trail, moment, before, after)

    def _out_of_order(
        self, trail: Trail, moment: Moment, before: list[list[str]], after: list[list[str]]
    ) -> Iterator[Suspicion]:
        """Others may have moved along; an exchange of the two is another way to do it."""
        pair = {moment.marker, moment.detail}
        others = [[row for row in rows if row not in pair] for rows in before]
        now = [[row for row in rows if row not in pair] for rows in after]
        for one, other in zip(others, now, strict=False):
            if sorted(one) == sorted(other) and one != other:
                yield self._order(trail, moment, _turned(one, other), "moved others along")
                return

    def _later(
        self, trail: Trail, moment: Moment, before: list[list[str]], after: list[list[str]]
    ) -> Iterator[Suspicion]:
        for one, other in zip(before, after, strict=False):
            if sorted(one) == sorted(other) and one != other:
                yield self._order(
                    trail, moment, _turned(one, other), "does not last until the page is reloaded"
                )
                return

    def _order(self, trail: Trail, moment: Moment, pair: tuple[str, str], what: str) -> Suspicion:
        first, second = pair
        return self._told(
            trail,
            moment,
            f"Dragging a row {what}",
            expected=f"“{first}” stands above “{second}”",
            shown=f"“{second}” stands above “{first}”",
            claim=Claim(spot=moment.spot, order=pair),
        )

    def _told(
        self, trail: Trail, moment: Moment, title: str, *, expected: str, shown: str, claim: Claim
    ) -> Suspicion:
        return Suspicion(
            oracle=self.name,
            title=title,
            expected=expected,
            seen=shown,
            at=moment.at,
            subject=f"{trail.form}|{title}",
            claims=(claim,),
            needs=what_wrote(trail, moment.at),
            weight=0.7,
            severity=3,
        )


def _orders(moment: Moment) -> tuple[str, ...]:
    """The rows of each list of the kind as they stand now, in the words they had before."""
    look, sign = moment.look, moment.changed[0]
    known = [row for text in moment.others for row in text.split("\n")]
    found = []
    for number, group in enumerate(look.groups):
        if group.sign != sign:
            continue
        texts = [row.text for row in look.rows if row.group == number]
        words = [max((row for row in known if row in text), key=len, default="") for text in texts]
        found.append("\n".join(word for word in words if word))
    return tuple(found)


def _turned(one: list[str], other: list[str]) -> tuple[str, str]:
    """Two neighbours of `one` that stand the other way round in `other`."""
    return next(
        (first, second)
        for first, second in pairwise(one)
        if other.index(first) > other.index(second)
    )

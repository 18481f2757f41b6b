"""O12."""

from collections.abc import Iterator
from itertools import pairwise

from bugsweep.exploration.oracles.api import not_seen, seen
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Moment, Sense, Trail

_ENOUGH = 3


class PagesPartitionOracle:
    """The pages of a list must show every row once, and every page offered must have rows.

    Traps: rows that really are alike, rows pinned to every page, lists beside the paged one, and
    forms laid out as tables.
    """

    name = "pages-partition"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Compare each page with the one before."""
        pages = list(trail.of(Sense.PAGED))
        for before, moment in pairwise(pages):
            old, new = _rows(before, _sign(before)), _rows(moment, _sign(before))
            if len(old) < _ENOUGH:
                continue
            if not new:
                yield self._told(trail, moment, "A page that is offered is empty", old[0])
                return
            repeated = [text for text in new if text in old]
            # What shows most of the same rows again is no further page.
            if repeated and 2 * len(repeated) <= len(old) and len(set(old)) == len(old):
                yield Suspicion(
                    oracle=self.name,
                    title="A row stands on two pages of a list",
                    expected=f"“{repeated[0][:60]}” only on the page before",
                    seen=f"it is on page {moment.detail} too",
                    at=moment.at,
                    subject=trail.form,
                    claims=(not_seen(repeated[0][:60].rsplit(" ", 1)[0]),),
                    weight=0.6,
                )
                return

    def _told(self, trail: Trail, moment: Moment, title: str, row: str) -> Suspicion:
        return Suspicion(
            oracle=self.name,
            title=title,
            expected=f"rows as “{row[:60]}”",
            seen="; ".join(moment.look.lines[:5])[:200],
            at=moment.at,
            subject=f"{trail.form}|empty",
            claims=(seen(row[:60]),),
            weight=0.4,
        )


def _sign(moment: Moment) -> str:
    """The kind of the longest list."""
    look = moment.look
    counts = [sum(row.group == n for row in look.rows) for n in range(len(look.groups))]
    return look.groups[counts.index(max(counts))].sign if counts else ""


def _rows(moment: Moment, sign: str) -> list[str]:
    look = moment.look
    asking = {field.row for field in look.fields if field.kind not in {"checkbox", "radio"}}
    return [
        row.text
        for place, row in enumerate(look.rows)
        if look.groups[row.group].sign == sign and place not in asking
    ]

"""O11."""

import re
from collections.abc import Callable, Iterator, Sequence

from bugsweep.exploration.scenario import quoted
from bugsweep.exploration.suspicion import Claim, Suspicion
from bugsweep.exploration.trail import Moment, Sense, Trail

_NUMBER = re.compile(r"^[^\d-]{0,3}(-?\d[\d,]*(?:\.\d+)?)\D{0,4}$")
_ENOUGH = 3


class SortOrdersOracle:
    """A list sorted by a column must stand in that column's order: numbers as numbers.

    Traps: pinned rows, cases and accents of text, which are left to the app.
    """

    name = "sort-orders"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Look whether a sort by numbers put them in the order of their texts."""
        for moment in trail.of(Sense.SORTED):
            cells = _column(moment)
            numbers = [_number(cell) for cell in cells]
            if len(cells) < _ENOUGH or any(number is None for number in numbers):
                continue
            known = [number for number in numbers if number is not None]
            if _is_ordered(known) or not _is_ordered(cells):
                continue
            place = next(
                n for n in range(len(known) - 1) if (known[n] > known[n + 1]) == _rises(cells)
            )
            first, second = cells[place + 1], cells[place]
            if not _rises(cells):
                first, second = second, first
                first, second = cells[place + 1], cells[place]
            yield Suspicion(
                oracle=self.name,
                title=f"“{moment.detail}” is sorted as text although it holds numbers",
                expected=f"“{first}” comes before “{second}”",
                seen=", ".join(cells[:8]),
                at=moment.at,
                subject=f"{trail.form}|{moment.detail}",
                claims=(
                    Claim(sentence=f"{quoted(first)} comes before {quoted(second)} in the table"),
                ),
                weight=0.8,
            )
            return


def _column(moment: Moment) -> list[str]:
    for number, group in enumerate(moment.look.groups):
        if moment.detail in group.columns:
            place = group.columns.index(moment.detail)
            rows = [row for row in moment.look.rows if row.group == number]
            return [row.cells[place] for row in rows if place < len(row.cells)]
    return []


def _number(cell: str) -> float | None:
    found = _NUMBER.match(cell.strip())
    return float(found[1].replace(",", "")) if found else None


def _rises(values: Sequence[str]) -> bool:
    return list(values) == sorted(values)


def _is_ordered(values: Sequence[float] | Sequence[str]) -> bool:
    plain: Callable[[Sequence[object]], list[object]] = list
    ordered = sorted(values)
    return plain(values) in (ordered, ordered[::-1])

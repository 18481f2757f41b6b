"""A table as data: what it shows, and under which note it may be read."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self, TypeAlias

from bugsweep.stats.coefficient import Coefficient
from bugsweep.stats.rates import Interval, Rate
from bugsweep.stats.summaries import summarise

Number: TypeAlias = "float | int | None"

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Cell:
    """What a person reads, and what a program sorts and computes with."""

    text: str
    value: Number = None
    """None for words."""
    parts: Mapping[str, Number] = field(default_factory=dict)
    """The numbers behind the text by name: columns of their own in CSV."""
    href: str = ""
    """Path inside the site."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with the sentence that says what it shows.

    Raises:
        ValueError: a row does not fit the columns.
    """

    name: str
    """File name without its ending."""
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    """How the numbers came about and what they do not say."""
    front: tuple[str, ...] = ()
    """Columns that are shown where room is short; all when empty."""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(
                    f"expected {len(self.columns)} cells in table `{self.name}`, got {len(row)}"
                )

    def of(self, name: str) -> Self:
        """The same table with the rows of one agent, task or other first cell."""
        return replace(self, rows=tuple(row for row in self.rows if row[0].text == name))

    def without_first(self) -> Self:
        """The same table without its first column, where that says the same in every row."""
        return self.select(*self.columns[1:])

    def without_empty(self) -> Self:
        """The same table without the columns in which nothing stands."""
        kept = [
            column
            for place, column in enumerate(self.columns)
            if any(not row[place].text.startswith(NOTHING) for row in self.rows)
        ]
        return self.select(*kept)

    def select(self, *columns: str) -> Self:
        """The same table with these columns only.

        Raises:
            ValueError: there is no such column.
        """
        places = [self.columns.index(column) for column in columns]
        rows = tuple(tuple(row[place] for place in places) for row in self.rows)
        return replace(self, columns=columns, rows=rows, front=())

    def narrow(self) -> Self:
        """The same table with the columns that are shown where room is short."""
        return self.select(*self.front) if self.front else self

    def is_numeric(self, column: int) -> bool:
        """Whether a column holds numbers."""
        return any(row[column].value is not None for row in self.rows)


def words(text: str, href: str = "") -> Cell:
    """A cell of words."""
    return Cell(text, href=href)


def count(number: int) -> Cell:
    """A cell of a whole number."""
    return Cell(str(number), number)


def rate_cell(rate: Rate) -> Cell:
    """Per cent, counts and 95 % Wilson interval: `66.7 % (2/3; 20.8 to 93.9)`."""
    return interval_cell(rate, rate.wilson())


def interval_cell(rate: Rate, interval: Interval | None) -> Cell:
    """The same with an interval of another kind."""
    share = rate.rate
    if share is None:
        return Cell(f"{NOTHING} (0/0)", None, {"k": 0, "n": 0, "rate": None})
    if interval is None:
        return Cell(f"{percent(share)} ({rate})", share, {"k": rate.k, "n": rate.n, "rate": share})
    text = f"{percent(share)} ({rate}; {range_text(interval)})"
    numbers = {"k": rate.k, "n": rate.n, "rate": share, "low": interval.low, "high": interval.high}
    return Cell(text, share, numbers)


def share_cell(rate: Rate) -> Cell:
    """Per cent and counts: `66.7 % (2/3)`."""
    share = rate.rate
    text = NOTHING if share is None else percent(share)
    return Cell(f"{text} ({rate})", share, {"k": rate.k, "n": rate.n, "rate": share})


def bounds_cell(low: Rate, high: Rate) -> Cell:
    """From all undecided failed to all undecided passed."""
    if low.rate is None or high.rate is None:
        return Cell(NOTHING)
    text = percent(low.rate) if low == high else f"{100 * low.rate:.1f} to {percent(high.rate)}"
    return Cell(text, low.rate, {"low": low.rate, "high": high.rate})


def mean_cell(values: Sequence[float], *, digits: int = 1) -> Cell:
    """Mean ± sample standard deviation."""
    if not values:
        return Cell(NOTHING)
    found = summarise(values)
    spread = "" if found.sd is None else f" ± {found.sd:.{digits}f}"
    numbers = {"mean": found.mean, "sd": found.sd, "n": found.n}
    return Cell(f"{found.mean:.{digits}f}{spread}", found.mean, numbers)


def money_cell(dollars: Sequence[float | None]) -> Cell:
    """The mean in US dollars; nothing where one of them is not known."""
    known = [value for value in dollars if value is not None]
    if not known or len(known) < len(dollars):
        return Cell(NOTHING)
    mean = summarise(known).mean
    return Cell(f"${mean:,.2f}", mean)


def difference_cell(difference: float | None, interval: Interval | None) -> Cell:
    """Percentage points with their interval."""
    if difference is None:
        return Cell(NOTHING)
    within = f" ({range_text(interval, signed=True)})" if interval else ""
    numbers = {
        "points": 100 * difference,
        "low": 100 * interval.low if interval else None,
        "high": 100 * interval.high if interval else None,
    }
    return Cell(f"{100 * difference:+.1f}{within}", difference, numbers)


def p_cell(p_value: float | None) -> Cell:
    """A p-value; never 0."""
    if p_value is None:
        return Cell(NOTHING)
    return Cell("< 0.001" if p_value < 0.001 else f"{p_value:.3f}", p_value)  # noqa: PLR2004


def coefficient_cell(coefficient: Coefficient) -> Cell:
    """A coefficient, or a dash with the reason."""
    if coefficient.value is None:
        return Cell(f"{NOTHING} ({coefficient.reason})")
    return Cell(f"{coefficient.value:.2f}", coefficient.value)


def percent(share: float) -> str:
    """A share of 0..1 as per cent."""
    return f"{100 * share:.1f} %"


def range_text(interval: Interval, *, signed: bool = False) -> str:
    """The ends of an interval of shares, in per cent without the sign."""
    low, high = 100 * interval.low, 100 * interval.high
    # A Wilson end of 0 is computed as a tiny number beside it.
    low, high = (0.0 if math.isclose(end, 0, abs_tol=1e-9) else end for end in (low, high))
    return f"{low:+.1f} to {high:+.1f}" if signed else f"{low:.1f} to {high:.1f}"

"""Rates as counts with their intervals, and the bounds that counts put on each other."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from scipy.stats import binomtest

LEVEL = 0.95
"""The confidence level when none is asked for."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval from `low` to `high`, both included, at confidence `level`."""

    low: float
    high: float
    level: float = LEVEL

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            raise ValueError(f"expected low ≤ high, got {self.low} and {self.high}")
        check_level(self.level)

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    @property
    def width(self) -> float:
        """How far apart the ends are."""
        return self.high - self.low


@dataclass(frozen=True, slots=True)
class Rate:
    """`k` of `n`: the counts are kept, so that every table can show them.

    Raises:
        ValueError: not `0 ≤ k ≤ n`.
    """

    k: int
    n: int

    def __post_init__(self) -> None:
        if not 0 <= self.k <= self.n:
            raise ValueError(f"expected 0 ≤ k ≤ n, got k = {self.k} and n = {self.n}")

    def __str__(self) -> str:
        return f"{self.k}/{self.n}"

    @classmethod
    def of(cls, outcomes: Iterable[bool]) -> Self:
        """Count the true ones."""
        decided = [bool(outcome) for outcome in outcomes]
        return cls(sum(decided), len(decided))

    @property
    def rate(self) -> float | None:
        """`k / n`, 0..1; None of nothing."""
        return self.k / self.n if self.n else None

    @property
    def fraction(self) -> Fraction | None:
        """`k / n` exactly, so that 12/27 and 4/9 tie; None of nothing."""
        return Fraction(self.k, self.n) if self.n else None

    def wilson(self, level: float = LEVEL) -> Interval | None:
        """Return the Wilson score interval of the rate; None of nothing.

        With `p = k/n` and the normal quantile `z` of `level`:
        `(p + z²/2n ± z·√(p(1-p)/n + z²/4n²)) / (1 + z²/n)`. It stays within 0..1 and has a
        width also at 0/n and n/n.

        Raises:
            ValueError: `level` is not between 0 and 1.

        Source: Wilson 1927, JASA 22:209-212; computed by scipy.
        """
        check_level(level)
        if not self.n:
            return None
        ends = binomtest(self.k, self.n).proportion_ci(confidence_level=level, method="wilson")
        return Interval(float(ends.low), float(ends.high), level)


@dataclass(frozen=True, slots=True)
class RateBounds:
    """What a rate can be while some trials are undecided."""

    low: Rate
    """Every undecided trial counted as a fail: the primary rate."""
    high: Rate
    """Every undecided trial counted as a pass."""
    decided: Rate
    """The undecided trials left out."""

    @property
    def width(self) -> float | None:
        """The share of undecided trials, 0..1; None without trials."""
        return Rate(self.high.k - self.low.k, self.low.n).rate


@dataclass(frozen=True, slots=True)
class CountBounds:
    """The least and the largest count that is possible."""

    low: int
    high: int

    def __contains__(self, count: int) -> bool:
        return self.low <= count <= self.high


def check_level(level: float) -> None:
    """Refuse a confidence level that is none.

    Raises:
        ValueError: not `0 < level < 1`.
    """
    if not 0 < level < 1:
        raise ValueError(f"expected a level between 0 and 1, got {level}")


def undecided_bounds(*, passed: int, failed: int, undecided: int) -> RateBounds:
    """Bound a pass rate when some trials have no verdict.

    `low = passed / all`, `high = (passed + undecided) / all` and
    `decided = passed / (passed + failed)`.

    Raises:
        ValueError: a count is negative.

    Source: Manski 1989, Journal of Human Resources 24:343-360 (worst-case bounds).
    """
    if min(passed, failed, undecided) < 0:
        raise ValueError(f"expected counts ≥ 0, got {passed}, {failed} and {undecided}")
    everything = passed + failed + undecided
    return RateBounds(
        low=Rate(passed, everything),
        high=Rate(passed + undecided, everything),
        decided=Rate(passed, passed + failed),
    )


def frechet_bounds(first: Rate, second: Rate) -> CountBounds:
    """Bound how many of the same `n` trials meet both of two conditions.

    `max(0, k1 + k2 - n) ≤ both ≤ min(k1, k2)`: a table whose pass count is outside its target
    and preservation counts is wrong.

    Raises:
        ValueError: the two rates have different `n`.

    Source: Fréchet 1951, Annales de l'Université de Lyon A 14:53-77.
    """
    if first.n != second.n:
        raise ValueError(f"expected rates over the same trials, got {first} and {second}")
    return CountBounds(max(0, first.k + second.k - first.n), min(first.k, second.k))


def pool(rates: Iterable[Rate]) -> Rate:
    """Add counts of disjoint sets of trials: `Σk / Σn`, the mean weighted by size."""
    parts = list(rates)
    return Rate(sum(part.k for part in parts), sum(part.n for part in parts))


def shares(counts: Mapping[str, int]) -> dict[str, Rate]:
    """Return every count as a Rate of their sum, in the given order.

    Raises:
        ValueError: a count is negative.
    """
    total = sum(counts.values())
    return {name: Rate(count, total) for name, count in counts.items()}


def find_count(rate: float, n: int, *, half_step: float = 0.0005) -> int | None:
    """Find the count behind a printed rate, or None if no `k / n` prints as it.

    Args:
        rate: The printed rate, 0..1.
        n: The denominator that it is said to have.
        half_step: Half a unit of the print's last digit; 0.0005 for percent with one decimal.

    Raises:
        ValueError: `n` is not positive, or several counts print alike.
    """
    if n < 1:
        raise ValueError(f"expected n ≥ 1, got {n}")
    # Binary floats make a print such as 0.0625 fall just outside its own half step.
    reach = half_step + 1e-12
    least = max(0, math.ceil((rate - reach) * n))
    largest = min(n, math.floor((rate + reach) * n))
    if largest > least:
        raise ValueError(f"{least} and {largest} of {n} both print as {rate}: give more digits")
    return least if least == largest else None

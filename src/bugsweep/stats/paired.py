"""Two agents on the same tasks: discordant pairs, McNemar, bootstrap over tasks or apps."""

import math
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from scipy.stats import binom, binomtest

from bugsweep.stats.bootstrap import bootstrap_ratio
from bugsweep.stats.rates import LEVEL, Interval, Rate, check_level


@dataclass(frozen=True, slots=True)
class McNemar:
    """Two-sided p-values of the hypothesis that both agents pass equally often."""

    exact_p: float
    mid_p: float
    """Less conservative than the exact one and close to its nominal level: the one to use."""


@dataclass(frozen=True, slots=True)
class PairedTable:
    """How many tasks both, one or none of two agents passed.

    Raises:
        ValueError: a count is negative.
    """

    both: int
    only_first: int
    only_second: int
    neither: int

    def __post_init__(self) -> None:
        if min(self.both, self.only_first, self.only_second, self.neither) < 0:
            raise ValueError(f"expected counts ≥ 0, got {self}")

    @property
    def n(self) -> int:
        """The number of tasks."""
        return self.both + self.discordant + self.neither

    @property
    def discordant(self) -> int:
        """The tasks that one of the two passed."""
        return self.only_first + self.only_second

    @property
    def first(self) -> Rate:
        """What the first agent passed."""
        return Rate(self.both + self.only_first, self.n)

    @property
    def second(self) -> Rate:
        """What the second agent passed."""
        return Rate(self.both + self.only_second, self.n)

    @property
    def difference(self) -> float | None:
        """`first.rate - second.rate`, -1..1; None of nothing."""
        return (self.only_first - self.only_second) / self.n if self.n else None

    def mcnemar(self) -> McNemar:
        """Test whether one agent passes more often, from the discordant tasks alone.

        With `b` and `c` tasks that only one agent passed and `X ~ Binomial(b + c, 1/2)`:
        exact `min(1, 2·P(X ≤ min(b, c)))`, mid-p `2·P(X ≤ min(b, c)) - P(X = min(b, c))`.
        Both are 1 without discordant tasks.

        Source: McNemar 1947, Psychometrika 12:153-157; Fagerland, Lydersen and Laake 2013,
        BMC Medical Research Methodology 13:91.
        """
        if not self.discordant:
            return McNemar(1.0, 1.0)
        fewer = min(self.only_first, self.only_second)
        mid_p = 2 * binom.cdf(fewer, self.discordant, 0.5) - binom.pmf(fewer, self.discordant, 0.5)
        return McNemar(
            exact_p=float(binomtest(fewer, self.discordant).pvalue), mid_p=min(1.0, float(mid_p))
        )

    def newcombe(self, level: float = LEVEL) -> Interval | None:
        """Return the interval of `difference` for the same tasks; None of nothing.

        Joins the Wilson ends `l, u` of both rates by the correlation φ of the outcomes:
        `d - √(x² - 2φxy + y²)` with `x = p1 - l1`, `y = u2 - p2` below, and with `x = u1 - p1`,
        `y = p2 - l2` above. φ is corrected for continuity, and 0 where a margin is empty.

        Raises:
            ValueError: `level` is not between 0 and 1.

        Source: Newcombe 1998, Statistics in Medicine 17:2635-2650, method 10.
        """
        check_level(level)
        first, second = self.first.wilson(level), self.second.wilson(level)
        if first is None or second is None:
            return None
        p1, p2 = self.first.k / self.n, self.second.k / self.n
        phi = self._phi()
        below = _joined(p1 - first.low, second.high - p2, phi)
        above = _joined(first.high - p1, p2 - second.low, phi)
        return Interval(max(-1.0, p1 - p2 - below), min(1.0, p1 - p2 + above), level)

    def _phi(self) -> float:
        k1, k2 = self.first.k, self.second.k
        margins = k1 * k2 * (self.n - k1) * (self.n - k2)
        product = float(self.both * self.neither - self.only_first * self.only_second)
        if product > 0:
            product = max(0.0, product - self.n / 2)
        return product / math.sqrt(margins) if margins else 0.0


def pair(first: Sequence[bool], second: Sequence[bool]) -> PairedTable:
    """Count the outcomes of two agents over the same tasks in the same order.

    Raises:
        ValueError: a different number of tasks.
    """
    _check_same_tasks(first, second)
    pairs = [(bool(one), bool(other)) for one, other in zip(first, second, strict=True)]
    return PairedTable(
        both=pairs.count((True, True)),
        only_first=pairs.count((True, False)),
        only_second=pairs.count((False, True)),
        neither=pairs.count((False, False)),
    )


def paired_differences(first: Sequence[float], second: Sequence[float]) -> tuple[float, ...]:
    """Subtract the second score from the first, task by task.

    Raises:
        ValueError: a different number of tasks.
    """
    _check_same_tasks(first, second)
    return tuple(one - other for one, other in zip(first, second, strict=True))


def paired_bootstrap(
    first: Sequence[float],
    second: Sequence[float],
    *,
    seed: int,
    clusters: Sequence[Hashable] | None = None,
    resamples: int = 10_000,
    level: float = LEVEL,
) -> Interval | None:
    """Return the percentile interval of the mean difference of two agents on the same tasks.

    Draws tasks with replacement and keeps each task's two scores together; with `clusters`, one
    name per task (its app), draws whole clusters. None with fewer than two things to draw.

    Args:
        first: Scores of the first agent, one per task; outcomes count as 0 and 1.
        second: Those of the second agent, same tasks, same order.
        seed: Same seed and scores, same interval.
        clusters: What is drawn, when tasks of one app hang together.
        resamples: How many times is drawn.
        level: Confidence level.

    Raises:
        ValueError: a different number of tasks or clusters, or a bad `level`.

    Source: Efron and Tibshirani 1993, An Introduction to the Bootstrap, chapters 8 and 13.
    """
    differences = paired_differences(first, second)
    names = range(len(differences)) if clusters is None else clusters
    _check_same_tasks(first, names)
    grouped: defaultdict[Hashable, list[float]] = defaultdict(list)
    for name, difference in zip(names, differences, strict=True):
        grouped[name].append(difference)
    return bootstrap_ratio(
        [sum(group) for group in grouped.values()],
        [len(group) for group in grouped.values()],
        seed=seed,
        resamples=resamples,
        level=level,
    )


def _joined(x: float, y: float, phi: float) -> float:
    # Rounding may leave a tiny negative number under the root when φ is ±1.
    return math.sqrt(max(0.0, x * x - 2 * phi * x * y + y * y))


def _check_same_tasks(first: Sequence[object], second: Sequence[object]) -> None:
    if len(first) != len(second):
        raise ValueError(f"expected the same tasks twice, got {len(first)} and {len(second)}")

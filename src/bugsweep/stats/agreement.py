"""How far raters agree beyond chance; undefined stays None, with the reason."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Literal

from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.inter_rater import fleiss_kappa as fleiss_kappa_of_table

from bugsweep.stats.coefficient import Coefficient, undefined
from bugsweep.stats.rates import Rate

Scale = Literal["nominal", "interval"]

_ONE_LABEL = "every rating is the same label: agreement by chance is certain"
_DISTANCES: dict[Scale, Callable[[float, float], float]] = {
    "nominal": lambda one, other: float(one != other),
    "interval": lambda one, other: (one - other) ** 2,
}


def agreement_rate(ratings: Sequence[Sequence[Hashable]]) -> Rate:
    """Count the units on which all raters gave the same label.

    Args:
        ratings: One row per unit, one label per rater.
    """
    return Rate.of(len(set(row)) == 1 for row in ratings)


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> Coefficient:
    """Measure the agreement of two raters over the same units beyond chance.

    `κ = (po - pe) / (1 - pe)`: `po` the share of equal labels, `pe` the share expected from each
    rater's own label frequencies. 1 is full agreement, 0 that of chance. Undefined without
    units, and when both raters gave one and the same label throughout.

    Raises:
        ValueError: a different number of units.

    Source: Cohen 1960, Educational and Psychological Measurement 20:37-46; computed by
    statsmodels.
    """
    if len(first) != len(second):
        raise ValueError(f"expected the same units twice, got {len(first)} and {len(second)}")
    if not first:
        return undefined("no unit was rated")
    labels = list(dict.fromkeys([*first, *second]))
    if len(labels) == 1:
        return undefined(_ONE_LABEL)
    counted = Counter(zip(first, second, strict=True))
    table = [[counted[one, other] for other in labels] for one in labels]
    return Coefficient(float(cohens_kappa(table, return_results=False)))


def fleiss_kappa(ratings: Sequence[Sequence[Hashable]]) -> Coefficient:
    """Measure the agreement of the same number of raters per unit beyond chance.

    `κ = (P̄ - P̄e) / (1 - P̄e)`: `P̄` the mean share of agreeing pairs per unit, `P̄e` the sum of
    the squared label shares. Raters are interchangeable, so runs of one agent may be raters.
    Undefined without units, with fewer than two raters, and with a single label.

    Args:
        ratings: One row per unit, one label per rater.

    Raises:
        ValueError: rows of different length.

    Source: Fleiss 1971, Psychological Bulletin 76:378-382; computed by statsmodels.
    """
    sizes = {len(row) for row in ratings}
    if len(sizes) > 1:
        raise ValueError(f"expected as many ratings for every unit, got {sorted(sizes)}")
    if not ratings:
        return undefined("no unit was rated")
    if sizes <= {0, 1}:
        return undefined("fewer than two raters")
    labels = list(dict.fromkeys(label for row in ratings for label in row))
    if len(labels) == 1:
        return undefined(_ONE_LABEL)
    table = [[list(row).count(label) for label in labels] for row in ratings]
    return Coefficient(float(fleiss_kappa_of_table(table)))


def krippendorff_alpha(
    ratings: Sequence[Sequence[float | None]], *, scale: Scale = "nominal"
) -> Coefficient:
    """Measure the agreement of any number of raters with missing ratings beyond chance.

    `alpha = 1 - Do/De`: `Do` the mean distance of two ratings of one unit, each unit weighted by
    its ratings; `De` that of any two ratings. The distance is 0 or 1 on the nominal scale, the
    squared difference on the interval scale. Units with fewer than two ratings do not count.
    Undefined when no unit has two ratings and when all ratings are equal.

    Args:
        ratings: One row per unit, one entry per rater; None where a rater gave none.
        scale: Nominal labels are coded as numbers.

    Source: Krippendorff 2011, Computing Krippendorff's Alpha-Reliability, University of
    Pennsylvania.
    """
    rows = [[rating for rating in row if rating is not None] for row in ratings]
    units = [row for row in rows if len(row) > 1]
    values = [rating for row in units for rating in row]
    if not values:
        return undefined("no unit has two ratings")
    if len(set(values)) == 1:
        return undefined(_ONE_LABEL)
    distance = _DISTANCES[scale]
    seen = sum(_total_distance(row, distance) / (len(row) - 1) for row in units)
    expected = _total_distance(values, distance) / (len(values) - 1)
    return Coefficient(1 - seen / expected)


def _total_distance(values: Sequence[float], distance: Callable[[float, float], float]) -> float:
    """Sum over all ordered pairs; by distinct value, for there are few of those."""
    counted = Counter(values).items()
    return sum(n * m * distance(one, other) for one, n in counted for other, m in counted)

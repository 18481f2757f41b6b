"""Rank correlation of two lists, with ties that rounding cannot break."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from scipy.stats import kendalltau, spearmanr

from bugsweep.stats.coefficient import Coefficient, undefined

Score = int | float | Fraction
"""Give rates as `Rate.fraction`: then 12/27 and 4/9 tie, as floats of a sum may not."""


def kendall_tau_b(first: Sequence[Score], second: Sequence[Score]) -> Coefficient:
    """Correlate two rankings by concordant and discordant pairs, corrected for ties.

    `τb = (C - D) / √((n0 - t1)(n0 - t2))` with `n0 = n(n - 1)/2` pairs, of which `t1` and `t2`
    are tied in one list. Two-sided p-value: exact without ties for short lists, else by the
    normal approximation. Undefined when a list is constant or shorter than two.

    Raises:
        ValueError: lists of different length.

    Source: Kendall 1945, Biometrika 33:239-251; computed by scipy.
    """
    return _correlate(kendalltau, first, second)


def spearman_rho(first: Sequence[Score], second: Sequence[Score]) -> Coefficient:
    """Correlate two rankings by Pearson's coefficient of their mean ranks.

    Two-sided p-value by Student's t; no p-value with two pairs. Undefined when a list is
    constant or shorter than two.

    Raises:
        ValueError: lists of different length.

    Source: Spearman 1904, American Journal of Psychology 15:72-101; computed by scipy.
    """
    return _correlate(spearmanr, first, second)


# scipy carries no types; both functions answer with `statistic` and `pvalue`.
def _correlate(function: Any, first: Sequence[Score], second: Sequence[Score]) -> Coefficient:  # noqa: ANN401
    if len(first) != len(second):
        raise ValueError(f"expected pairs, got {len(first)} and {len(second)} values")
    if len(set(first)) < 2 or len(set(second)) < 2:  # noqa: PLR2004 (two values make an order)
        return undefined("a list holds no two different values")
    found = function(_dense_ranks(first), _dense_ranks(second))
    p_value = float(found.pvalue)
    return Coefficient(float(found.statistic), p_value=None if math.isnan(p_value) else p_value)


def _dense_ranks(scores: Sequence[Score]) -> list[int]:
    """Replace scores by whole numbers in the same order; fractions are compared exactly."""
    exact = [Fraction(score) for score in scores]
    ranks = {score: rank for rank, score in enumerate(sorted(set(exact)))}
    return [ranks[score] for score in exact]

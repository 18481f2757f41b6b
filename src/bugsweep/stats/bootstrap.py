"""Percentile intervals by drawing whole clusters, such as apps or issues."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.stats import bootstrap

from bugsweep.stats.rates import LEVEL, Interval, Rate, check_level

_BATCH = 10_000


def bootstrap_ratio(
    numerators: Sequence[float],
    denominators: Sequence[float],
    *,
    seed: int,
    resamples: int = 10_000,
    level: float = LEVEL,
) -> Interval | None:
    """Return the percentile interval of `Σnumerators / Σdenominators` over drawn clusters.

    Each resample draws as many clusters as there are, with replacement. None with fewer than
    two clusters: one cluster says nothing about others.

    Raises:
        ValueError: different lengths, a denominator that is not positive, or a bad `level`.

    Source: Efron 1979, Annals of Statistics 7:1-26; computed by scipy.
    """
    check_level(level)
    if len(numerators) != len(denominators):
        raise ValueError(f"expected pairs, got {len(numerators)} and {len(denominators)} numbers")
    if any(denominator <= 0 for denominator in denominators):
        raise ValueError(f"expected denominators above 0, got {list(denominators)}")
    if len(numerators) < 2:  # noqa: PLR2004 (two is the fewest that can vary)
        return None
    found = bootstrap(
        (np.asarray(numerators, dtype=float), np.asarray(denominators, dtype=float)),
        _ratio_of_sums,
        paired=True,
        vectorized=True,
        method="percentile",
        n_resamples=resamples,
        batch=_BATCH,
        confidence_level=level,
        rng=np.random.default_rng(seed),
    ).confidence_interval
    return Interval(float(found.low), float(found.high), level)


def cluster_bootstrap(
    clusters: Sequence[Rate], *, seed: int, resamples: int = 10_000, level: float = LEVEL
) -> Interval | None:
    """Return the percentile interval of the pooled rate `Σk / Σn` when trials come in clusters.

    Wider than Wilson's when trials of one app or issue end alike. None with fewer than two
    clusters; with fewer than about ten it is too narrow.

    Args:
        clusters: One Rate per app.
        seed: Same seed and rates, same interval.
        resamples: How many times is drawn.
        level: Confidence level.

    Raises:
        ValueError: a cluster without trials, or a bad `level`.

    Source: Davison and Hinkley 1997, Bootstrap Methods and their Application, section 3.8.
    """
    return bootstrap_ratio(
        [cluster.k for cluster in clusters],
        [cluster.n for cluster in clusters],
        seed=seed,
        resamples=resamples,
        level=level,
    )


def _ratio_of_sums(
    numerators: npt.NDArray[np.float64], denominators: npt.NDArray[np.float64], axis: int = -1
) -> npt.NDArray[np.float64]:
    return np.asarray(numerators.sum(axis=axis) / denominators.sum(axis=axis))

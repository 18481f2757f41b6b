"""How many tasks or units a statement needs."""

import math

from scipy.stats import norm
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import proportion_effectsize

from bugsweep.stats.rates import LEVEL, check_level


def cochran_sample_size(
    population: int, *, margin: float, rate: float = 0.5, level: float = LEVEL
) -> float:
    """Return how many of a finite population to look at for a rate within ± `margin`.

    `n = n0 / (1 + (n0 - 1)/population)` with `n0 = z²·rate·(1 - rate)/margin²`; not rounded,
    look at the next whole number.

    Args:
        population: How many units there are.
        margin: Half the width of the interval, 0..1.
        rate: The rate expected; 0.5 is the most demanding.
        level: Confidence level.

    Raises:
        ValueError: `population` is not positive, or another argument is not between 0 and 1.

    Source: Cochran 1977, Sampling Techniques, section 4.4.
    """
    if population < 1:
        raise ValueError(f"expected a population ≥ 1, got {population}")
    for name, value in (("margin", margin), ("rate", rate)):
        _check_open(name, value)
    check_level(level)
    infinite = _two_sided_z(1 - level) ** 2 * rate * (1 - rate) / margin**2
    return infinite / (1 + (infinite - 1) / population)


def tasks_needed_unpaired(
    first_rate: float, second_rate: float, *, alpha: float = 0.05, power: float = 0.8
) -> int:
    """Return how many tasks each of two agents needs, on different tasks, to be told apart.

    `n = ((z(1-alpha/2) + z(power)) / h)²` with Cohen's effect
    `h = 2·asin√first_rate - 2·asin√second_rate`, rounded up; a two-sided test.

    Raises:
        ValueError: equal rates, or an argument is not between 0 and 1.

    Source: Cohen 1988, Statistical Power Analysis, chapter 6; computed by statsmodels.
    """
    for name, value in (("alpha", alpha), ("power", power)):
        _check_open(name, value)
    if not (0 <= first_rate <= 1 and 0 <= second_rate <= 1) or first_rate == second_rate:
        raise ValueError(f"expected two rates within 0..1, got {first_rate} and {second_rate}")
    effect = abs(float(proportion_effectsize(first_rate, second_rate)))
    needed = NormalIndPower().solve_power(effect_size=effect, alpha=alpha, power=power)
    return math.ceil(float(needed))


def tasks_needed_paired(
    only_first_rate: float, only_second_rate: float, *, alpha: float = 0.05, power: float = 0.8
) -> int:
    """Return how many tasks two agents must both do to be told apart by McNemar's test.

    With the discordant share `ψ = only_first + only_second` and the difference
    `δ = only_first - only_second`: `n = (z(1-alpha/2)·√ψ + z(power)·√(ψ - δ²))² / δ²`, rounded
    up. Agents that mostly pass the same tasks need far fewer than on different tasks.

    Args:
        only_first_rate: Share of the tasks that only the first agent passes, 0..1.
        only_second_rate: Share of the tasks that only the second agent passes, 0..1.
        alpha: Level of the two-sided test.
        power: The chance to see the difference if it is there.

    Raises:
        ValueError: equal or impossible shares, or `alpha` or `power` is not between 0 and 1.

    Source: Connor 1987, Biometrics 43:207-211.
    """
    for name, value in (("alpha", alpha), ("power", power)):
        _check_open(name, value)
    discordant = only_first_rate + only_second_rate
    difference = only_first_rate - only_second_rate
    if min(only_first_rate, only_second_rate) < 0 or discordant > 1 or not difference:
        raise ValueError(
            "expected two different shares that sum to at most 1, "
            f"got {only_first_rate} and {only_second_rate}"
        )
    spread = _two_sided_z(alpha) * math.sqrt(discordant)
    spread += float(norm.ppf(power)) * math.sqrt(discordant - difference**2)
    return math.ceil((spread / difference) ** 2)


def _two_sided_z(alpha: float) -> float:
    return float(norm.ppf(1 - alpha / 2))


def _check_open(name: str, value: float) -> None:
    if not 0 < value < 1:
        raise ValueError(f"expected `{name}` between 0 and 1, got {value}")

"""Two agents on different tasks, many agents on the same ones: differences, Holm, ties."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scipy.stats import fisher_exact, rankdata
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, proportions_ztest

from bugsweep.stats.coefficient import Coefficient, undefined
from bugsweep.stats.paired import pair
from bugsweep.stats.rates import LEVEL, Interval, Rate, check_level


@dataclass(frozen=True, slots=True)
class TiedSet:
    """The agents that the trials cannot tell from the best one."""

    best: str
    tied: tuple[str, ...]
    """The best one and all that are tied with it, in the given order."""
    p_values: dict[str, float]
    """Of every other agent against the best, adjusted by Holm."""


def newcombe(first: Rate, second: Rate, level: float = LEVEL) -> Interval | None:
    """Return the interval of `first.rate - second.rate` for different tasks; None of nothing.

    With the Wilson ends `l, u` of both rates and the difference `d`:
    `d - √((p1 - l1)² + (u2 - p2)²)` to `d + √((u1 - p1)² + (p2 - l2)²)`.
    For the same tasks use `PairedTable.newcombe`, narrower when they pass the same ones.

    Raises:
        ValueError: `level` is not between 0 and 1.

    Source: Newcombe 1998, Statistics in Medicine 17:873-890; computed by statsmodels.
    """
    check_level(level)
    if not first.n or not second.n:
        return None
    low, high = confint_proportions_2indep(
        first.k, first.n, second.k, second.n, method="newcomb", compare="diff", alpha=1 - level
    )
    return Interval(float(low), float(high), level)


def z_test(first: Rate, second: Rate) -> Coefficient:
    """Test the equality of two rates over different tasks by the pooled z statistic.

    `z = (p1 - p2) / √(p(1 - p)(1/n1 + 1/n2))`, `p` the pooled rate; two-sided p-value.
    Undefined without trials and when all or none of them passed.

    Source: statsmodels, `proportions_ztest`.
    """
    passed, trials = first.k + second.k, first.n + second.n
    if not first.n or not second.n:
        return undefined("a rate has no trials")
    if passed in {0, trials}:
        return undefined("all trials ended alike: the pooled variance is zero")
    z, p_value = proportions_ztest([first.k, second.k], [first.n, second.n])
    return Coefficient(float(z), p_value=float(p_value))


def fisher_p_value(first: Rate, second: Rate) -> float:
    """Test the equality of two rates over different tasks exactly; two-sided p-value.

    Sums the probabilities of all tables with the same margins that are no likelier than the one
    seen. Without trials it is 1.

    Source: Fisher 1922, JRSS 85:87-94; computed by scipy.
    """
    table = [[first.k, first.n - first.k], [second.k, second.n - second.k]]
    return float(fisher_exact(table).pvalue)


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjust the p-values of a family of tests; the chance of any false alarm stays at alpha.

    The i-th smallest of m becomes the largest of `(m - j + 1) · p(j)` over `j ≤ i`, at most 1.
    The order is that of the input.

    Raises:
        ValueError: a value is not within 0..1.

    Source: Holm 1979, Scandinavian Journal of Statistics 6:65-70; computed by statsmodels.
    """
    if any(not 0 <= p_value <= 1 for p_value in p_values):
        raise ValueError(f"expected p-values within 0..1, got {list(p_values)}")
    if not p_values:
        return ()
    return tuple(float(adjusted) for adjusted in multipletests(p_values, method="holm")[1])


def tied_with_best(outcomes: Mapping[str, Sequence[bool]], *, alpha: float = 0.05) -> TiedSet:
    """Find the agents whose pass rate on the same tasks does not differ from the best one's.

    Each agent is compared with the best by McNemar's mid-p test and the p-values are adjusted
    by Holm; an agent whose value is above `alpha` is tied. Tied means not told apart by so few
    tasks, not equal. Of several with the most passes the first is the best.

    Args:
        outcomes: For every agent its outcomes, all over the same tasks in the same order.
        alpha: The accepted chance of telling any agent apart that is not worse.

    Raises:
        ValueError: no agent, or a different number of tasks.
    """
    if not outcomes:
        raise ValueError("expected at least one agent, got none")
    check_level(1 - alpha)
    best = max(outcomes, key=lambda agent: sum(outcomes[agent]))
    rivals = [agent for agent in outcomes if agent != best]
    adjusted = holm([pair(outcomes[best], outcomes[agent]).mcnemar().mid_p for agent in rivals])
    p_values = dict(zip(rivals, adjusted, strict=True))
    tied = tuple(agent for agent in outcomes if agent == best or p_values[agent] > alpha)
    return TiedSet(best, tied, p_values)


def competition_ranks(scores: Sequence[float]) -> tuple[int, ...]:
    """Rank scores from the highest, equal ones alike, with gaps after them: 1, 2, 2, 4."""
    return tuple(int(rank) for rank in rankdata([-score for score in scores], method="min"))

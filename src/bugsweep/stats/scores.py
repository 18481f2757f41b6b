"""Graded scores: gap closure, capped rubrics, wins against losses."""

from collections.abc import Sequence
from dataclasses import dataclass

from scipy.stats import binomtest

from bugsweep.stats.coefficient import Coefficient, undefined

FULL_SCORE = 100.0
"""The best score, in points."""


@dataclass(frozen=True, slots=True)
class RubricScore:
    """What a rubric grants under its caps; in the rubric's points."""

    effective: tuple[float, ...]
    """The least cap of every item."""
    granted: tuple[float, ...]
    """Every item's score, cut at its effective cap."""
    total: float
    """The sum of what is granted, cut at the least cap of the total."""
    exceeded: tuple[int, ...]
    """The indices of the items whose score is above their cap: the grader broke the rubric."""

    @property
    def reachable(self) -> float:
        """The sum of the effective caps."""
        return sum(self.effective)


@dataclass(frozen=True, slots=True)
class WinsLossesTies:
    """On how many tasks a score rose, fell or stayed.

    Raises:
        ValueError: a count is negative.
    """

    wins: int
    losses: int
    ties: int

    def __post_init__(self) -> None:
        if min(self.wins, self.losses, self.ties) < 0:
            raise ValueError(f"expected counts ≥ 0, got {self}")

    @property
    def n(self) -> int:
        """The number of tasks."""
        return self.wins + self.losses + self.ties

    @property
    def difference(self) -> float | None:
        """`(wins - losses) / n`, -1..1: the change of the rate if scores are 0 or 1."""
        return (self.wins - self.losses) / self.n if self.n else None

    def sign_test(self) -> float:
        """Test whether wins and losses are equally likely; exact two-sided p-value.

        `W ~ Binomial(wins + losses, 1/2)`; ties say nothing; 1 when there are only ties.

        Source: Dixon and Mood 1946, JASA 41:557-566; computed by scipy.
        """
        decided = self.wins + self.losses
        return float(binomtest(self.wins, decided).pvalue) if decided else 1.0


def gap_closure(before: float, after: float) -> Coefficient:
    """Return how much of the gap to a full score was closed, in points of 100.

    `S = 100 · min(1, (after - before) / (100 - before))`; negative when the score fell.
    Undefined when `before` is 100: there was no gap.

    Args:
        before: The score before, in points, at most 100.
        after: The score after, in points.

    Raises:
        ValueError: `before` is above 100.

    Source: AgentSWE, scoring protocol of the optimisation tasks.
    """
    if before > FULL_SCORE:
        raise ValueError(f"expected a score of at most 100 points before, got {before}")
    if before == FULL_SCORE:
        return undefined("the score before is full: there is no gap to close")
    return Coefficient(FULL_SCORE * min(1.0, (after - before) / (FULL_SCORE - before)))


def cap_rubric(
    scores: Sequence[float], caps: Sequence[Sequence[float]], *, total_caps: Sequence[float] = ()
) -> RubricScore:
    """Cut every item's score at the least of its caps and the sum at the least cap of the total.

    Args:
        scores: What the grader gave, one per item, in points.
        caps: Lists with one cap per item: the item's maximum, and one list per rule that holds.
        total_caps: Caps of the sum; none means that the sum is not cut.

    Raises:
        ValueError: no caps, a list that does not fit the items, or a negative score.

    Source: AgentSWE, table 8.
    """
    if not caps or any(len(column) != len(scores) for column in caps):
        raise ValueError(
            f"expected lists of {len(scores)} caps, got lengths {[len(column) for column in caps]}"
        )
    if any(score < 0 for score in scores):
        raise ValueError(f"expected scores ≥ 0, got {list(scores)}")
    effective = tuple(min(item) for item in zip(*caps, strict=True))
    granted = tuple(min(score, cap) for score, cap in zip(scores, effective, strict=True))
    return RubricScore(
        effective=effective,
        granted=granted,
        total=min(sum(granted), *total_caps) if total_caps else sum(granted),
        exceeded=tuple(index for index, score in enumerate(scores) if score > effective[index]),
    )


def compare_scores(before: Sequence[float], after: Sequence[float]) -> WinsLossesTies:
    """Count the tasks whose score rose, fell or stayed.

    Raises:
        ValueError: a different number of tasks.
    """
    if len(before) != len(after):
        raise ValueError(f"expected the same tasks twice, got {len(before)} and {len(after)}")
    pairs = list(zip(before, after, strict=True))
    wins = sum(new > old for old, new in pairs)
    losses = sum(new < old for old, new in pairs)
    return WinsLossesTies(wins, losses, len(pairs) - wins - losses)

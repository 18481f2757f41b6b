"""How far trials get through ordered stages, and where they are lost."""

from collections.abc import Sequence
from dataclasses import dataclass

from bugsweep.stats.rates import Rate

STAGES = (
    "feature found",
    "behaviour identified",
    "cause diagnosed",
    "target fixed",
    "preserved",
)
"""The stages of a Trial; the last two are verified, the others are judged."""

OUTCOME_STAGES = 2
"""How many stages, from the end, a verifier decides: meeting these is passing."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage, counted in three ways."""

    name: str
    absolute: Rate
    """Trials that meet this stage, whatever the earlier ones."""
    cumulative: Rate
    """Trials that meet this stage and every earlier one."""
    conditional: Rate
    """The cumulative ones as a share of those that met every earlier stage."""

    @property
    def drop(self) -> float | None:
        """The share of all trials that is lost here, 0..1."""
        return Rate(self.conditional.n - self.conditional.k, self.cumulative.n).rate

    @property
    def conditional_loss(self) -> float | None:
        """The share of those that got here that is lost here, 0..1."""
        return Rate(self.conditional.n - self.conditional.k, self.conditional.n).rate


@dataclass(frozen=True, slots=True)
class Funnel:
    """All stages of the same trials."""

    stages: tuple[Stage, ...]
    passed: Rate
    """Trials that meet the outcome stages: the pass rate, not the end of the funnel."""
    passed_unjudged: Rate
    """Trials that passed although an earlier stage was judged missed: luck, or a judge's error."""
    excluded: tuple[str, ...]
    """What was left out, such as agents without full trajectories."""

    @property
    def largest_drop(self) -> Stage:
        """The stage that loses most of all trials."""
        return max(self.stages, key=lambda stage: stage.drop or 0.0)

    @property
    def largest_conditional_loss(self) -> Stage:
        """The stage that loses most of those that reach it."""
        return max(self.stages, key=lambda stage: stage.conditional_loss or 0.0)


def build_funnel(
    trials: Sequence[Sequence[bool]],
    *,
    excluded: Sequence[str],
    stages: Sequence[str] = STAGES,
    outcome_stages: int = OUTCOME_STAGES,
) -> Funnel:
    """Count every stage absolutely, cumulatively and conditionally.

    With `m(i)` the trials that meet the stages 1 to i: cumulative `m(i) / n`, conditional
    `m(i) / m(i-1)`, drop `(m(i-1) - m(i)) / n`. The largest drop and the largest conditional
    loss may be different stages: tell both.

    Args:
        trials: One row per trial, one entry per stage.
        excluded: What the trials leave out, by name; say `()` when that is nothing.
        stages: Names, in order.
        outcome_stages: How many stages from the end decide whether a trial passed.

    Raises:
        ValueError: a row does not fit the stages, or `outcome_stages` exceeds them.

    Source: SWEeper-Bench, arXiv:2610.14096, figure 7.
    """
    if not 1 <= outcome_stages <= len(stages):
        raise ValueError(f"expected 1 to {len(stages)} outcome stages, got {outcome_stages}")
    for row in trials:
        if len(row) != len(stages):
            raise ValueError(f"expected {len(stages)} stages per trial, got {len(row)}")
    outcomes = [all(row[-outcome_stages:]) for row in trials]
    complete = [all(row) for row in trials]
    return Funnel(
        stages=tuple(_stage(trials, index, name) for index, name in enumerate(stages)),
        passed=Rate.of(outcomes),
        passed_unjudged=Rate(sum(outcomes) - sum(complete), len(trials)),
        excluded=tuple(excluded),
    )


def _stage(trials: Sequence[Sequence[bool]], index: int, name: str) -> Stage:
    reached = [row for row in trials if all(row[:index])]
    kept = sum(bool(row[index]) for row in reached)
    return Stage(
        name=name,
        absolute=Rate.of(row[index] for row in trials),
        cumulative=Rate(kept, len(trials)),
        conditional=Rate(kept, len(reached)),
    )

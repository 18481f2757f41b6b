"""Several trials of one task: any, majority, all, pass@k and pass^k; votes of several judges."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Aggregate:
    """What the repeats of one task say together; each None when no repeat has a verdict."""

    any: bool | None
    majority_of_planned: bool | None
    """More than half of all repeats passed, those without a verdict included."""
    majority_of_valid: bool | None
    """More than half of the repeats with a verdict passed."""
    all_of_planned: bool | None
    """Every repeat has a verdict and passed."""
    all_of_valid: bool | None
    """Every repeat with a verdict passed."""


def aggregate(repeats: Sequence[bool | None]) -> Aggregate:
    """Join the repeats of one task; None stands for a repeat without a verdict.

    A majority is strict: `2 · passed > n`.
    """
    planned = len(repeats)
    valid = [bool(repeat) for repeat in repeats if repeat is not None]
    if not valid:
        return Aggregate(None, None, None, None, None)
    passed = sum(valid)
    return Aggregate(
        any=passed > 0,
        majority_of_planned=2 * passed > planned,
        majority_of_valid=2 * passed > len(valid),
        all_of_planned=passed == planned,
        all_of_valid=passed == len(valid),
    )


def pass_at_k(trials: int, passed: int, k: int) -> float:
    """Estimate the chance that at least one of `k` trials of a task passes.

    `1 - C(trials - passed, k) / C(trials, k)`, unbiased for independent trials, unlike
    `1 - (1 - passed/trials)^k`. Trials without a verdict are not trials: leave them out.

    Returns:
        A probability, 0..1.

    Raises:
        ValueError: not `0 ≤ passed ≤ trials` or not `1 ≤ k ≤ trials`.

    Source: Chen et al. 2021, arXiv:2107.03374, equation 1.
    """
    _check_draw(trials, passed, k)
    return 1 - math.comb(trials - passed, k) / math.comb(trials, k)


def pass_hat_k(trials: int, passed: int, k: int) -> float:
    """Estimate the chance that all of `k` trials of a task pass (pass^k).

    `C(passed, k) / C(trials, k)`, unbiased for independent trials.

    Returns:
        A probability, 0..1.

    Raises:
        ValueError: not `0 ≤ passed ≤ trials` or not `1 ≤ k ≤ trials`.

    Source: Yao et al. 2024, arXiv:2406.12045, section 3.
    """
    _check_draw(trials, passed, k)
    return math.comb(passed, k) / math.comb(trials, k)


def find_majority(labels: Sequence[str]) -> str | None:
    """Find the label that more than half of the judges gave; None sends the case to a human."""
    counted = Counter(labels).most_common(1)
    if not counted:
        return None
    label, votes = counted[0]
    return label if 2 * votes > len(labels) else None


def find_plurality(labels: Sequence[str]) -> str | None:
    """Find the label given most often; None when several share the lead."""
    leaders = Counter(labels).most_common(2)
    if not leaders or (len(leaders) > 1 and leaders[0][1] == leaders[1][1]):
        return None
    return leaders[0][0]


def is_exact_union(whole: Collection[str], parts: Iterable[Collection[str]]) -> bool:
    """Tell whether `whole` holds what the parts hold together, no more and no less.

    An integrated change keeps its instance only if its fail-to-pass tests are the exact union
    of those of the changes it was made of.
    """
    return set(whole) == set().union(*parts)


def _check_draw(trials: int, passed: int, k: int) -> None:
    if not 0 <= passed <= trials or not 1 <= k <= trials:
        raise ValueError(
            f"expected 0 ≤ passed ≤ trials and 1 ≤ k ≤ trials, got {passed} of {trials}, k = {k}"
        )

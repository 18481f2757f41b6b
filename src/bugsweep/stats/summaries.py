"""Mean, sample standard deviation and range of few values, such as the rates of three runs."""

import math
import statistics
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Summary:
    """What is told about a list of values; in their unit."""

    n: int
    mean: float
    sd: float | None
    """Sample standard deviation; None of a single value."""
    minimum: float
    maximum: float

    @property
    def spread(self) -> float:
        """`maximum - minimum`."""
        return self.maximum - self.minimum

    @property
    def ratio(self) -> float | None:
        """`maximum / minimum`; None unless all values are positive."""
        return self.maximum / self.minimum if self.minimum > 0 else None


def summarise(values: Iterable[float]) -> Summary:
    """Describe values by `mean = Σx/n` and `sd = √(Σ(x - mean)² / (n - 1))`.

    The sample SD (divisor `n - 1`) is what `mean ± SD` over runs means everywhere in bugsweep.

    Raises:
        ValueError: there is no value, or one that is not finite.

    Source: SWEeper-Bench, arXiv:2610.14096, table 1: ten of its twelve cells exist
    with the divisor `n - 1` only.
    """
    numbers = [float(value) for value in values]
    if not numbers:
        raise ValueError("expected at least one value, got none")
    if not all(map(math.isfinite, numbers)):
        raise ValueError(f"expected finite values, got {numbers}")
    return Summary(
        n=len(numbers),
        mean=statistics.fmean(numbers),
        sd=statistics.stdev(numbers) if len(numbers) > 1 else None,
        minimum=min(numbers),
        maximum=max(numbers),
    )

"""A number that may be undefined, and then says why."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A value, or None with the reason why there is none.

    An undefined coefficient is not zero: a table shows a dash and the reason.

    Raises:
        ValueError: neither a value nor a reason, or both, or a value that is not finite.
    """

    value: float | None
    reason: str = ""
    p_value: float | None = None
    """Two-sided, of the hypothesis that the value is zero; None when no test goes with it."""

    def __post_init__(self) -> None:
        if (self.value is None) != bool(self.reason):
            raise ValueError(
                f"expected either a value or a reason, got value `{self.value}` "
                f"and reason `{self.reason}`"
            )
        if self.value is not None and not math.isfinite(self.value):
            raise ValueError(f"expected a finite value or a reason, got {self.value}")


def undefined(reason: str) -> Coefficient:
    """Return the Coefficient that has no value because of `reason`."""
    return Coefficient(None, reason)

"""What models were used for something."""

from pydantic import Field

from bugsweep.domain.record import Record


class Usage(Record):
    """Calls of models, and what they took."""

    calls: int = Field(default=0, ge=0)
    input_tokens: int = Field(default=0, ge=0)
    """All of the input, cached or not."""
    cached_tokens: int = Field(default=0, ge=0)
    """The part of the input that was read from a cache."""
    output_tokens: int = Field(default=0, ge=0)
    cost_usd: float | None = Field(default=None, ge=0)
    """None where the price of a model is not known."""

    def __add__(self, other: "Usage") -> "Usage":
        """Both together; half a price would pass for a whole one, so it is known or not."""
        prices = [it.cost_usd for it in (self, other) if it.calls]
        known = [price for price in prices if price is not None]
        return Usage(
            calls=self.calls + other.calls,
            input_tokens=self.input_tokens + other.input_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost_usd=sum(known) if prices and len(known) == len(prices) else None,
        )

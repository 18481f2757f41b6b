"""What calls of models took, from Inspect's own counts."""

from collections.abc import Sequence

from inspect_ai.model import ModelOutput

from bugsweep.domain.usage import Usage


def usage_of(outputs: Sequence[ModelOutput]) -> Usage:
    """Add up the answers of a model; one without counts is a call all the same."""
    used = [usage for output in outputs if (usage := output.usage)]
    prices = [usage.total_cost for usage in used]
    known = [price for price in prices if price is not None]
    cached = sum(usage.input_tokens_cache_read or 0 for usage in used)
    written = sum(usage.input_tokens_cache_write or 0 for usage in used)
    return Usage(
        calls=len(outputs),
        input_tokens=sum(usage.input_tokens for usage in used) + cached + written,
        cached_tokens=cached,
        output_tokens=sum(usage.output_tokens for usage in used),
        # Half a price would pass for a whole one.
        cost_usd=sum(known) if used and len(known) == len(used) else None,
    )

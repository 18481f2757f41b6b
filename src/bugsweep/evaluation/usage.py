"""What models used while a sample ran, read from Inspect's own record of the calls."""

from collections.abc import Sequence

from inspect_ai.event import Event, ModelEvent

from bugsweep.domain.usage import Usage


def measure_usage(events: Sequence[Event]) -> Usage:
    """Add up the calls among `events`; failed ones count as calls."""
    calls = [event for event in events if isinstance(event, ModelEvent)]
    used = [usage for call in calls if (usage := call.output.usage)]
    prices = [usage.total_cost for usage in used]
    known = [price for price in prices if price is not None]
    cached = sum(usage.input_tokens_cache_read or 0 for usage in used)
    written = sum(usage.input_tokens_cache_write or 0 for usage in used)
    return Usage(
        calls=len(calls),
        input_tokens=sum(usage.input_tokens for usage in used) + cached + written,
        cached_tokens=cached,
        output_tokens=sum(usage.output_tokens for usage in used),
        # Half a price would pass for a whole one.
        cost_usd=sum(known) if used and len(known) == len(used) else None,
    )

"""What models used while a sample ran, read from Inspect's own record of the calls."""

from collections.abc import Sequence

from inspect_ai.event import Event, ModelEvent

from bugsweep.domain.usage import Usage
from bugsweep.verification.usage import usage_of


def measure_usage(events: Sequence[Event]) -> Usage:
    """Add up the calls among `events`; failed ones count as calls."""
    return usage_of([event.output for event in events if isinstance(event, ModelEvent)])

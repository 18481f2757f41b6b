"""What an agent did with its own browser, and whether it met the bug there."""

from pydantic import Field

from bugsweep.domain.record import Record


class Encounter(Record):
    """Whether an agent's pages showed the bug, decided without a model."""

    reached: bool | None = None
    """Whether it used the two things that the target test uses last, and was on the page where
    the test judges; None when that cannot be told."""
    triggered: bool | None = None
    """Whether the step at which the target test fails was seen to be false there."""
    reason: str = ""
    state: int = 0
    """The number of the recorded state that shows it; 0 for none."""


class BrowserUse(Record):
    """What was recorded of an agent's browsers."""

    launches: int = Field(default=0, ge=0)
    unwatched_launches: int = Field(default=0, ge=0)
    """Of which only commands and requests are known, if those."""
    actions: dict[str, int] = Field(default_factory=dict)
    """What a user does, by kind."""
    pages: tuple[str, ...] = ()
    """The different pages shown, as paths with a `*` for what numbers or names one thing."""
    features: tuple[str, ...] = ()
    """The different controls used, each with its page."""
    states: int = Field(default=0, ge=0)
    """Different pages as they were at rest."""
    requests: int = Field(default=0, ge=0)
    """Of browsers to the app."""
    other_requests: int = Field(default=0, ge=0)
    """Of any other program."""
    encounter: Encounter = Encounter()

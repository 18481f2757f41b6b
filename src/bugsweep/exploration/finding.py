"""What an exploration found, as it is kept on disk."""

from pydantic import Field

from bugsweep.domain.record import Record


class Finding(Record):
    """A property that was seen broken again from a fresh state."""

    id: str
    oracle: str
    title: str
    expected: str
    seen: str
    feature: str
    """A behaviour test that fails now."""
    certainty: float = Field(ge=0, le=1)
    severity: int = Field(ge=1, le=3)
    """3 data is lost or wrong, 2 something does not work, 1 it only looks wrong."""
    layer: str = ""
    """Where it may be lost: not sent, refused, stored but not shown."""
    before: str = ""
    """Screenshot, a path beside the file."""
    after: str = ""
    also: tuple[str, ...] = ()
    """Other breaches that seem to have the same cause."""
    found_after_s: float = Field(default=0, ge=0)

    @property
    def rank(self) -> float:
        """The higher, the sooner a person should look."""
        return self.certainty * self.severity


class Suspect(Record):
    """A suspicion that was not confirmed."""

    oracle: str
    title: str
    why: str
    feature: str = ""


class Clocks(Record):
    """Where the time went, in seconds."""

    crawling_s: float = 0
    probing_s: float = 0
    confirming_s: float = 0
    minimising_s: float = 0


class Exploration(Record):
    """The whole of one run."""

    format_version: int = Field(default=1, ge=1, le=1)
    target: str
    area: str = ""
    seed: int
    minutes: float
    findings: tuple[Finding, ...] = ()
    unconfirmed: tuple[Suspect, ...] = ()
    faults: tuple[str, ...] = ()
    """What went wrong in bugsweep itself; the exploration went on."""
    notes: tuple[str, ...] = ()
    """What else is to be known of how it went."""
    views: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    entities: int = 0
    probes: int = 0
    actions: int = 0
    elapsed_s: float = 0
    clocks: Clocks = Clocks()
    ended: str = "done"
    """`done`, `budget`, `stopped` or what went wrong."""

    @property
    def is_whole(self) -> bool:
        """Whether it went on until its end, not until something went wrong."""
        return self.ended in {"done", "budget", "stopped"}

"""A property that seems broken, and the claims that say how it should be."""

from bugsweep.domain.record import Record
from bugsweep.exploration.action import Action, Spot


class Claim(Record):
    """What holds in a healthy app: a sentence of the behaviour vocabulary, or a field's value."""

    sentence: str = ""
    spot: Spot | None = None
    shows: str = ""
    """What the row or item at `spot` shows."""
    column: str = ""
    once: str = ""
    """A text that what is at `spot` shows exactly once."""
    order: tuple[str, ...] = ()
    """Two texts that what is at `spot` shows, the first above the second."""
    value: str = ""
    """What stands in the field at `spot`; `on` or `off` for what is ticked."""
    state: str = ""
    """What the element at `spot` is, such as `within reach`."""


class Suspicion(Record):
    """What an oracle holds against the app; nothing is known for sure yet."""

    oracle: str
    title: str
    expected: str
    seen: str
    at: int
    """After how many steps of the trail it shows."""
    subject: str
    """The view or field it is about: the key for merging."""
    claims: tuple[Claim, ...]
    """They hold in a healthy app; the last one fails now."""
    then: tuple[Action, ...] = ()
    """What is still to be done before the claims are looked at."""
    before: int = -1
    """The step after which the last claim held: the test says so, and so proves itself."""
    needs: tuple[int, ...] = ()
    """Steps without which the claim would fail for another reason: they are never left out."""
    weight: float = 0.5
    """How often such a suspicion is right, 0..1."""
    severity: int = 2
    """3 data is lost or wrong, 2 something does not work, 1 it only looks wrong."""

    @property
    def key(self) -> str:
        """The same fault, however it was met."""
        return f"{self.oracle}|{self.subject}"

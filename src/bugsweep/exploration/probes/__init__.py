"""Small scenarios, each with a condition on what is known of the app."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bugsweep.exploration.ground import Ground
from bugsweep.exploration.probes import (
    accounts,
    bulk,
    clicking,
    editing,
    growing,
    life,
    listing,
    options,
    searching,
    settings,
    undoing,
    uploading,
    viewport,
)
from bugsweep.exploration.probes.job import Offer, Run


@dataclass(frozen=True, slots=True)
class Job:
    """One probe on one form or view."""

    probe: str
    offer: Offer
    value: float

    @property
    def key(self) -> str:
        """A job is done once."""
        return f"{self.probe}|{self.offer.about}"


PROBES: dict[str, tuple[Callable[[Ground], Iterator[Offer]], float]] = {
    "life": (life.jobs, 1.0),
    "settings": (settings.jobs, 0.9),
    "searching": (searching.jobs, 0.85),
    "bulk": (bulk.jobs, 0.85),
    "accounts": (accounts.jobs, 0.8),
    "options": (options.jobs, 0.8),
    "growing": (growing.jobs, 0.85),
    "editing": (editing.jobs, 0.8),
    "undoing": (undoing.jobs, 0.75),
    "uploading": (uploading.jobs, 0.75),
    "listing": (listing.jobs, 0.7),
    "clicking": (clicking.jobs, 0.5),
    "viewport": (viewport.jobs, 0.2),
}
"""What a probe sees to do in the model, and how much it is worth at first."""


SPEAKS_OF: dict[str, str] = {
    "accounts": "user administration accounts roles permissions session sign",
    "life": "create new edit delete item entry record list detail form",
    "settings": "settings preferences options configuration profile administration account",
    "searching": "search filter find query lookup column",
    "bulk": "bulk select all action multiple rows batch",
    "options": "choice select option assign status update profile preferences",
    "growing": "rows order repeat sequence add question builder nested lines",
    "editing": "edit cell inline value typing keyboard editor",
    "undoing": "undo limit label choose tag notice validation",
    "uploading": "import upload file attachment document",
    "listing": "sort order page table list column",
    "clicking": "button menu toolbar link history version export view",
    "viewport": "layout mobile responsive narrow window",
}
"""Words of an area by which a probe is near to it, whatever page it is about."""


def jobs_for(ground: Ground) -> Iterator[Job]:
    """All jobs that make sense by what is known now."""
    for name, (find, value) in PROBES.items():
        for offer in find(ground):
            yield Job(name, offer, value)


__all__ = ["PROBES", "Job", "Run", "jobs_for"]

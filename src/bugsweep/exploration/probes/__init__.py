"""Small scenarios, each with a condition on what is known of the app."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bugsweep.exploration.ground import Ground
from bugsweep.exploration.probes import (
    accounts,
    bulk,
    clicking,
    dragging,
    editing,
    extremes,
    formatting,
    growing,
    inverting,
    life,
    listing,
    narrowing,
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
    "inverting": (inverting.jobs, 0.65),
    "formatting": (formatting.jobs, 0.7),
    "dragging": (dragging.jobs, 0.75),
    "narrowing": (narrowing.jobs, 0.75),
    "listing": (listing.jobs, 0.7),
    "extremes": (extremes.jobs, 0.45),
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
    "dragging": "drag drop order reorder move sort board card column queue playlist",
    "narrowing": "list filter search open detail page export history result",
    "inverting": "next previous zoom rotate flip expand collapse toggle calendar step view undo",
    "formatting": "editor text format toolbar bold italic list table note page content",
    "listing": "sort order page table list column",
    "extremes": "create new form validation limit number date",
    "clicking": "button menu toolbar link history version export view",
    "viewport": "layout mobile responsive narrow window",
}
"""Words of an area by which a probe is near to it, whatever page it is about."""

_OF_A_VARIANT = 0.4
"""What a page shows with other parameters it mostly shows without them."""


def jobs_for(ground: Ground) -> Iterator[Job]:
    """All jobs that make sense by what is known now."""
    plain = {key.partition("|")[0] for key in ground.model.views}
    for name, (find, value) in PROBES.items():
        for offer in find(ground):
            place = offer.about.partition("|")[0]
            page, _, parameters = place.partition("?")
            is_variant = parameters and page in plain
            yield Job(name, offer, value * (_OF_A_VARIANT if is_variant else 1))


__all__ = ["PROBES", "Job", "Run", "jobs_for"]

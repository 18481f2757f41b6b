"""What was done and seen, step by step: the only thing oracles judge."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from bugsweep.browser.looking import Call, Look
from bugsweep.exploration.action import Action, Op, Spot

_NOBODY = re.compile(r"ERR_(?!ABORTED|BLOCKED|HTTP)")


class Sense(StrEnum):
    """What a moment of a probe means."""

    VISITED = "visited"
    CLICKED = "clicked"
    CREATED = "created"
    """Everything was typed and sent; nothing was said against it."""
    REFUSED = "refused"
    """It was sent and the app wanted something else."""
    LISTED = "listed"
    """A view in which the entity's siblings stand."""
    SHOWN = "shown"
    """Another view than the list of its kind that shows the entity too."""
    OPENED = "opened"
    """A form that shows the entity."""
    OPENED_AFTER = "opened after another"
    """A form that shows the entity, after one that showed another and was left."""
    COPIED = "copied"
    """A form that shows what the app made as a copy."""
    RESAVED = "resaved"
    """Saved without a change."""
    EDITED = "edited"
    CANCELLED = "cancelled"
    DELETED = "deleted"
    TYPED = "typed"
    """Keys were pressed in an editor that was open."""
    STORED = "stored"
    """A file that had been given to the app was opened."""
    SEARCHED = "searched"
    UNFILTERED = "unfiltered"
    SORTED = "sorted"
    PAGED = "paged"
    RELOADED = "reloaded"
    RETURNED = "returned"
    """By back and forward, by a direct link, or by undoing what was done."""
    INVERTED = "inverted"
    """An action was done, and then what its name calls the opposite."""
    FORMATTED = "formatted"
    """A tool of an editor was used on all that is written."""
    SAVED = "saved"
    """A page of settings was saved."""
    MEASURED = "measured"
    """Controls were looked for at another size of the window."""
    SHUT_OUT = "shut out"
    """An account was shut out while the person was inside."""
    CHOSEN = "chosen"
    """An action was done on several rows."""
    ORDERED = "ordered"
    """Rows were added to a form, and it was opened again."""
    FOLDED = "folded"
    """A form was sent with a part of it folded away."""
    DRAGGED = "dragged"
    """A row was dragged onto another one, or the page was loaded again after that."""
    TAKEN_OUT = "taken out"
    """A row of a form was in the way and was taken out, and the form was sent."""


@dataclass(frozen=True, slots=True)
class Held:
    """A field and what stands in it, or should."""

    title: str
    kind: str
    value: str
    spot: Spot


@dataclass(frozen=True, slots=True)
class Step:
    """One action and what came of it."""

    index: int
    action: Action
    before: Look
    after: Look
    calls: tuple[Call, ...] = ()
    errors: tuple[str, ...] = ()
    """Exceptions that nobody caught."""
    questions: tuple[str, ...] = ()
    elapsed_ms: float = 0
    refusal: str = ""
    """Why the action could not be done."""
    stirred: bool = False
    """Whether a tab, a download or a question came up."""

    @property
    def is_unanswered(self) -> bool:
        """Whether a page was asked for and nobody was there to send it."""
        return self.action.op is Op.OPEN and bool(_NOBODY.search(self.refusal))

    @property
    def writes(self) -> bool:
        """Whether something was sent that is meant to change something."""
        return any(call.writes for call in self.calls)


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of a probe that means something."""

    sense: Sense
    at: int
    """How many steps had been done."""
    look: Look
    marker: str = ""
    """What the entity is known by."""
    wanted: tuple[Held, ...] = ()
    """What a user would expect to stand in the fields."""
    changed: tuple[str, ...] = ()
    """The titles of the fields that were changed."""
    detail: str = ""
    others: tuple[str, ...] = ()
    """Other texts that matter: siblings' rows, pages, values."""
    spot: Spot | None = None
    form: int = -1
    """The place of the form it is about; -1 when it is about all of the page."""


@dataclass(slots=True)
class Trail:
    """The record of one probe, from a fresh window on."""

    probe: str
    form: str = ""
    """What it was about, for merging findings."""
    steps: list[Step] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    setup: int = 0
    """How many of the first steps only sign in."""

    def of(self, *senses: Sense) -> Iterator[Moment]:
        """The moments of these senses, in order."""
        return (moment for moment in self.moments if moment.sense in senses)

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that was done."""
        return tuple(step.action for step in self.steps)

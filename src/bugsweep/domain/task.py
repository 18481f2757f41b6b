"""A Task: one bug of one App, how to ask for its repair, and how to judge it."""

from enum import StrEnum
from pathlib import Path
from typing import Self

from pydantic import Field, model_validator

from bugsweep.domain.app import App
from bugsweep.domain.record import Record
from bugsweep.domain.verdict import BehaviourRole


class Family(StrEnum):
    """What kind of work a Task is."""

    WEB = "web"


class PromptKind(StrEnum):
    """How much the request tells."""

    OPEN = "open"
    """Names the app and the area, nothing more."""
    DETAILED = "detailed"
    """Says what is wrong and what is expected."""


class Upstream(Record):
    """Where the bug and its repair are known from; never shown to an agent."""

    reference: str = Field(min_length=1)
    """The report or the change, such as `issue 192 of owner/name`."""
    buggy_version: str = ""
    fixed_version: str = ""


class TaskCard(Record):
    """What task.toml says."""

    format_version: int = Field(default=1, ge=1, le=1)
    family: Family = Family.WEB
    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    """The folder's name."""
    domain: str = Field(min_length=1)
    """What kind of application it is, in one word."""
    area: str = Field(min_length=1)
    """The part of the app that the request names."""
    open_prompt: str = Field(min_length=1)
    """Names app and area, nothing more."""
    detailed_prompt: str = Field(min_length=1)
    """What is broken and what is expected, in one or two sentences."""
    interaction_note: str = Field(min_length=1)
    """Why only using the app shows the bug."""
    upstream: Upstream

    @model_validator(mode="after")
    def _open_prompt_names_the_area(self) -> Self:
        if self.area not in self.open_prompt:
            raise ValueError(f"`open_prompt` must name the area `{self.area}`")
        return self


class ReferenceBuild(Record):
    """The release that holds the repair, as an Image of its own."""

    version: str = Field(min_length=1)
    also: tuple[str, ...] | None = None
    """Replaces the requirements of the buggy App where the release needs others."""
    exclude_newer: str | None = None


class ReferenceCandidate(Record):
    """The repair as a change of the buggy product: a patch of ours, or files of the release."""

    patch: str = ""
    """A file beside reference.toml."""
    files: tuple[str, ...] = ()
    """Paths in the product, taken from the release."""

    @model_validator(mode="after")
    def _one_of_two(self) -> Self:
        if bool(self.patch) == bool(self.files):
            raise ValueError("give either `patch` or `files`")
        return self


class Reference(Record):
    """What reference.toml says: how to get the repaired App, and the repair as a candidate.

    Without `build` the repaired App is the buggy one with the candidate applied. Without
    `candidate` the candidate is everything in which the release's product differs.
    """

    format_version: int = Field(default=1, ge=1, le=1)
    build: ReferenceBuild | None = None
    candidate: ReferenceCandidate | None = None

    @model_validator(mode="after")
    def _can_be_made(self) -> Self:
        if self.build is None and (self.candidate is None or not self.candidate.patch):
            raise ValueError("give `[build] version` or `[candidate] patch`")
        return self


class Task(Record):
    """A task folder, read."""

    folder: Path
    card: TaskCard
    app: App
    reference: Reference
    features: dict[BehaviourRole, str]
    """The Gherkin texts, word for word."""
    diagnosis: str = Field(min_length=1)
    digest: str
    """SHA-256 over the folder's files, hexadecimal."""

    @property
    def id(self) -> str:
        """The name that commands and logs use."""
        return self.card.id

    def feature_path(self, role: BehaviourRole) -> Path:
        """Where the text of `role` stands."""
        return self.folder / f"{role.value}.feature"

    def prompt(self, kind: PromptKind) -> str:
        """The request of this kind, one slot of the agent's prompt."""
        return self.card.open_prompt if kind is PromptKind.OPEN else self.card.detailed_prompt


class Suite(Record):
    """A versioned set of Tasks of one family."""

    name: str
    version: str
    tasks: tuple[Task, ...] = Field(min_length=1)
    digest: str

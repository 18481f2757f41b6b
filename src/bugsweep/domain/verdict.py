"""What the execution of a behaviour test shows, step by step."""

from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from bugsweep.domain.record import Record
from bugsweep.domain.usage import Usage


class VerdictKind(StrEnum):
    """The five ways in which an execution ends."""

    PASS = "PASS"
    FAIL = "FAIL"
    """A Then was seen to be false, on a page whose scope was found."""
    SETUP = "SETUP"
    """The scene could not be set: a Given or When failed, or the scope of a Then is missing."""
    UNCLEAR = "UNCLEAR"
    """More than one element fits, or the page never came to rest."""
    CRASH = "CRASH"
    """The browser or bugsweep itself failed."""

    @property
    def is_decided(self) -> bool:
        """Whether this says something about the app, one way or the other."""
        return self in {VerdictKind.PASS, VerdictKind.FAIL}


class BehaviourRole(StrEnum):
    """What a behaviour test is for within a Task."""

    TARGET = "target"
    """Reproduces the bug."""
    PRESERVATION = "preservation"
    """Guards what is near the bug."""


class Healing(Record):
    """A label of the text that the app now words differently, taken under the strict rule."""

    step: str
    wanted: str
    found: str


class StepResult(Record):
    """How one step went."""

    text: str
    """As written, with its keyword: `Then I see "Everyone"`."""
    line: int = Field(ge=1)
    kind: VerdictKind
    expected: str = ""
    seen: str = ""
    note: str = ""
    elapsed_s: float = Field(ge=0)
    url: str = ""
    screenshot: str = ""
    """Path inside the evidence folder; empty when none was taken."""
    snapshot: str = ""
    """The accessibility tree of the step's scope, as YAML."""


class Verdict(Record):
    """What one execution of one behaviour test showed."""

    behaviour: str
    """The scenario's name."""
    kind: VerdictKind
    reason: str = Field(min_length=1)
    steps: tuple[StepResult, ...] = ()
    healings: tuple[Healing, ...] = ()
    executor: str = "scripted"
    elapsed_s: float = Field(ge=0)
    evidence_dir: str = ""
    """The folder that the paths of the steps are relative to."""
    trace: str = ""
    """Path inside the evidence folder of the browser trace made by the automatic re-run."""
    rerun_kind: VerdictKind | None = None
    """What the automatic re-run with a trace showed, when there was one."""
    usage: Usage | None = None
    """What models were used for it; None when there is no model in the executor."""
    note: str = ""
    """What whoever carried it out had to say beside."""

    @model_validator(mode="after")
    def _blame_needs_evidence(self) -> Self:
        if self.kind is VerdictKind.FAIL and not any(
            step.kind is VerdictKind.FAIL for step in self.steps
        ):
            raise ValueError("a FAIL verdict needs the step that was seen to be false")
        return self

    @property
    def failing_step(self) -> StepResult | None:
        """The first step that is not PASS; no step follows it."""
        return next((step for step in self.steps if step.kind is not VerdictKind.PASS), None)

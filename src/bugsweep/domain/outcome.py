"""How a Trial ends, decided from its candidate and its verdicts alone."""

from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from bugsweep.domain.browsing import BrowserUse
from bugsweep.domain.record import Record
from bugsweep.domain.usage import Usage
from bugsweep.domain.verdict import Verdict, VerdictKind


class Outcome(StrEnum):
    """The six ends of a Trial."""

    PASS = "pass"
    FAIL = "fail"
    NO_PATCH = "no_patch"
    """The agent changed nothing, or its change cannot be applied."""
    APP_BROKEN = "app_broken"
    """With the patch the app does not start any more."""
    UNDECIDED = "undecided"
    """A behaviour test ended in SETUP, UNCLEAR or CRASH."""
    INFRA_ERROR = "infra_error"
    """Something of ours failed before the candidate could be judged."""


class PatchSize(Record):
    """How much a candidate changes."""

    size_bytes: int = Field(default=0, ge=0)
    files: int = Field(default=0, ge=0)
    added_lines: int = Field(default=0, ge=0)
    removed_lines: int = Field(default=0, ge=0)


class Clocks(Record):
    """Where the time of a Trial went, in seconds."""

    queue_s: float = Field(default=0, ge=0)
    """Waiting for a free place."""
    start_s: float = Field(default=0, ge=0)
    """Making the sandbox and waiting for the app, before the agent began."""
    work_s: float = Field(default=0, ge=0)
    """The agent's own time."""
    verify_s: float = Field(default=0, ge=0)
    """Judging the candidate, fresh Instances included."""


class Provenance(Record):
    """What a Trial was made of: equal values mean equal conditions."""

    task_digest: str = ""
    image_digest: str = ""
    prompt_digest: str = ""
    agent_version: str = ""
    """As the agent's own program says it."""
    agent_digest: str = ""
    """Over the versions of everything that was put beside the app for the agent."""
    model: str = ""
    bugsweep_version: str = ""


class Work(Record):
    """What is known of a Trial when its agent has ended, before anything is judged."""

    clocks: Clocks = Clocks()
    usage: Usage = Usage()
    ended_by: str = ""
    """The limit that ended the work, such as `time`; empty when the agent ended by itself."""
    sent_back: int = Field(default=0, ge=0)
    """How often the agent ended before its deadline and was told to go on."""
    error: str = ""
    """How the agent broke, if it did; what it left behind is judged all the same."""
    attempt: int = Field(default=1, ge=1)
    """Earlier attempts ended by a fault that was not the agent's."""
    provenance: Provenance = Provenance()


class TrialResult(Record):
    """Everything that the judgement of one Trial says."""

    task: str
    agent: str
    outcome: Outcome
    reason: str = Field(min_length=1)
    target: Verdict | None = None
    preservation: Verdict | None = None
    patch: PatchSize = PatchSize()
    clocks: Clocks = Clocks()
    work: Work = Work()
    browser: BrowserUse | None = None
    """None when nobody watched."""
    agent_cost_usd: float = Field(default=0, ge=0)
    verify_cost_usd: float = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _judged_means_verdicts(self) -> Self:
        judged = {Outcome.PASS, Outcome.FAIL, Outcome.UNDECIDED}
        if self.outcome in judged and (self.target is None or self.preservation is None):
            raise ValueError(f"outcome {self.outcome} needs both verdicts")
        return self


def outcome_of(target: Verdict, preservation: Verdict) -> tuple[Outcome, str]:
    """Join two verdicts; a FAIL decides, even beside an undecided one."""
    for role, verdict in (("target", target), ("preservation", preservation)):
        if verdict.kind is VerdictKind.FAIL:
            return Outcome.FAIL, f"{role}: {verdict.reason}"
    for role, verdict in (("target", target), ("preservation", preservation)):
        if not verdict.kind.is_decided:
            return Outcome.UNDECIDED, f"{role} is {verdict.kind}: {verdict.reason}"
    return Outcome.PASS, "target and preservation pass"

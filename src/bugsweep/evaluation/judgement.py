"""Judge a candidate on fresh Instances: within a trial, and again later."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bugsweep.apps.image import Image
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.errors import (
    AppStartError,
    BrowserError,
    BugsweepError,
    CandidateRejectedError,
    SandboxError,
)
from bugsweep.domain.outcome import Outcome, PatchSize, TrialResult, Work, outcome_of
from bugsweep.domain.task import Task
from bugsweep.domain.usage import Usage
from bugsweep.domain.verdict import BehaviourRole, Verdict
from bugsweep.files.patch import measure_patch
from bugsweep.verification.executors import Executor, open_executor
from bugsweep.verification.judging import Subject, behaviour_of, judge_behaviour


@dataclass(slots=True)
class Judgement:
    """What was found out about one candidate."""

    outcome: Outcome = Outcome.INFRA_ERROR
    reason: str = ""
    verdicts: dict[BehaviourRole, Verdict] = field(default_factory=dict)
    patch: PatchSize = field(default_factory=PatchSize)
    verify_s: float = 0

    def result(self, task: str, agent: str, work: Work) -> TrialResult:
        """All that is known of the trial."""
        used = [verdict.usage for verdict in self.verdicts.values() if verdict.usage]
        return TrialResult(
            task=task,
            agent=agent,
            outcome=self.outcome,
            reason=self.reason,
            target=self.verdicts.get(BehaviourRole.TARGET),
            preservation=self.verdicts.get(BehaviourRole.PRESERVATION),
            patch=self.patch,
            clocks=work.clocks.model_copy(update={"verify_s": self.verify_s}),
            work=work,
            agent_cost_usd=work.usage.cost_usd or 0,
            verify_cost_usd=sum(used, Usage()).cost_usd or 0,
        )


async def judge_candidate(
    task: Task,
    image: Image,
    candidate: PatchCandidate,
    *,
    executor: str,
    evidence_dir: Path,
    known: Mapping[BehaviourRole, Verdict] | None = None,
) -> Judgement:
    """Judge `candidate` as a change of `image`; never raises for what an agent can cause.

    What is `known` is not judged again.
    """
    began = time.monotonic()
    judgement = Judgement(patch=measure_patch(candidate))
    try:
        async with open_executor(executor) as judge:
            # The unchanged app is judged too: that costs seconds, and shows the measure itself.
            subject = Subject(image, None if candidate.is_empty else candidate)
            for role in BehaviourRole:
                judgement.verdicts[role] = (known or {}).get(role) or await _verdict(
                    task, role, subject, judge, evidence_dir / role.value
                )
        if candidate.is_empty:
            judgement.outcome, judgement.reason = Outcome.NO_PATCH, "the product is unchanged"
        else:
            judgement.outcome, judgement.reason = outcome_of(
                judgement.verdicts[BehaviourRole.TARGET],
                judgement.verdicts[BehaviourRole.PRESERVATION],
            )
    except CandidateRejectedError as error:
        judgement.outcome, judgement.reason = Outcome.NO_PATCH, error.message
    except AppStartError as error:
        judgement.outcome, judgement.reason = Outcome.APP_BROKEN, error.message
    except BugsweepError as error:
        judgement.outcome, judgement.reason = Outcome.INFRA_ERROR, error.message
    judgement.verify_s = time.monotonic() - began
    return judgement


async def _verdict(
    task: Task, role: BehaviourRole, subject: Subject, judge: Executor, evidence_dir: Path
) -> Verdict:
    """Each test is tried once more apart, so that a verdict of the other one is never lost."""
    behaviour = behaviour_of(task, role)
    try:
        return await judge_behaviour(behaviour, subject, judge, evidence_dir=evidence_dir)
    except (SandboxError, BrowserError):
        # There was no sandbox or browser to be had for it.
        return await judge_behaviour(behaviour, subject, judge, evidence_dir=evidence_dir)

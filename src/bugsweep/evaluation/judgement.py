"""The scorer of the web family: the candidate is carried out, and judged on fresh Instances."""

import time
from pathlib import Path

from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import TaskState

from bugsweep.apps.candidates import collect_patch
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.errors import AppStartError, BugsweepError, CandidateRejectedError
from bugsweep.domain.outcome import Clocks, Outcome, PatchSize, TrialResult, outcome_of
from bugsweep.domain.task import Task
from bugsweep.domain.verdict import BehaviourRole, Verdict, VerdictKind
from bugsweep.evaluation.metrics import rate, wilson_high, wilson_low
from bugsweep.evaluation.trial import Trial, trial_of
from bugsweep.files.patch import measure_patch
from bugsweep.files.run_folder import RunFolder
from bugsweep.sandboxes.inspect_provider import sample_sandbox
from bugsweep.verification.executors import open_executor
from bugsweep.verification.judging import Subject, judge_task

_METRICS = [rate(), wilson_low(), wilson_high()]


@scorer(metrics={"passed": _METRICS, "target": _METRICS, "preservation": _METRICS})
def judged_in_the_browser(run: RunFolder, tasks: dict[str, Task], executor: str) -> Scorer:
    """Judge what the agent left behind by what a user would see."""

    async def score(state: TaskState, target: Target) -> Score:
        del target
        trial = trial_of(state)
        await trial.end_work()
        result = await _judge(trial, tasks[str(state.sample_id)], executor)
        run.write_result(result, epoch=state.epoch)
        return Score(
            value={
                "passed": float(result.outcome is Outcome.PASS),
                "target": _as_float(result.target),
                "preservation": _as_float(result.preservation),
            },
            answer=result.outcome.value,
            explanation=result.reason,
            metadata=result.model_dump(mode="json"),
        )

    return score


def _as_float(verdict: Verdict | None) -> float:
    return float(verdict is not None and verdict.kind is VerdictKind.PASS)


async def _judge(trial: Trial, task: Task, executor: str) -> TrialResult:
    """Never raises for what an agent can cause."""
    began = time.monotonic()
    outcome, reason = Outcome.INFRA_ERROR, ""
    candidate: PatchCandidate | None = None
    verdicts: dict[BehaviourRole, Verdict] = {}
    try:
        candidate = await collect_patch(sample_sandbox())
        _keep(candidate, trial.folder)
        if candidate.is_empty:
            outcome, reason = Outcome.NO_PATCH, "the product is unchanged"
        # The unchanged app is judged too: that costs seconds, and shows the measure itself.
        subject = Subject(trial.image, None if candidate.is_empty else candidate)
        async with open_executor(executor) as judge:
            verdicts = await judge_task(task, subject, judge, evidence_dir=trial.folder)
        if not candidate.is_empty:
            outcome, reason = outcome_of(
                verdicts[BehaviourRole.TARGET], verdicts[BehaviourRole.PRESERVATION]
            )
    except CandidateRejectedError as error:
        outcome, reason = Outcome.NO_PATCH, error.message
    except AppStartError as error:
        outcome, reason = Outcome.APP_BROKEN, error.message
    except BugsweepError as error:
        outcome, reason = Outcome.INFRA_ERROR, error.message
    return TrialResult(
        task=task.id,
        agent=trial.agent,
        outcome=outcome,
        reason=reason,
        target=verdicts.get(BehaviourRole.TARGET),
        preservation=verdicts.get(BehaviourRole.PRESERVATION),
        patch=measure_patch(candidate) if candidate else PatchSize(),
        clocks=Clocks(
            start_s=trial.start_s, work_s=trial.work_s, verify_s=time.monotonic() - began
        ),
    )


def _keep(candidate: PatchCandidate, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "candidate.patch").write_text(candidate.diff, encoding="utf-8")

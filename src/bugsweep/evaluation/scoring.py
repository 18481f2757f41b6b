"""The scorer of the web family: the candidate is carried out, and judged."""

from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import TaskState

from bugsweep.domain.errors import BugsweepError, CandidateRejectedError
from bugsweep.domain.outcome import Outcome, TrialResult
from bugsweep.domain.task import Task
from bugsweep.domain.verdict import Verdict, VerdictKind
from bugsweep.evaluation.browsing import measure_browsing
from bugsweep.evaluation.judgement import Judgement, judge_candidate
from bugsweep.evaluation.metrics import rate, wilson_high, wilson_low
from bugsweep.evaluation.trial import Trial, trial_of
from bugsweep.files.run_folder import RunFolder

_METRICS = [rate(), wilson_low(), wilson_high()]


@scorer(metrics={"passed": _METRICS, "target": _METRICS, "preservation": _METRICS})
def judged_in_the_browser(run: RunFolder, tasks: dict[str, Task], executor: str) -> Scorer:
    """Judge what the agent left behind by what a user would see."""

    async def score(state: TaskState, target: Target) -> Score:
        del target
        trial = trial_of(state)
        await trial.end_work()
        result = trial.result
        if result is None:
            result = await _judge(trial, tasks[trial.task_id], executor)
            run.write_result(result, epoch=state.epoch)
        return _score(result)

    return score


async def _judge(trial: Trial, task: Task, executor: str) -> TrialResult:
    try:
        candidate = await trial.carry_out()
        judgement = await judge_candidate(
            task, trial.image, candidate, executor=executor, evidence_dir=trial.folder
        )
    except CandidateRejectedError as error:
        judgement = Judgement(Outcome.NO_PATCH, error.message)
    except BugsweepError as error:
        judgement = Judgement(Outcome.INFRA_ERROR, error.message)
    result = judgement.result(task.id, trial.agent, trial.work)
    browser = await measure_browsing(task, trial.image, trial.folder)
    return result.model_copy(update={"browser": browser})


def _score(result: TrialResult) -> Score:
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


def _as_float(verdict: Verdict | None) -> float:
    return float(verdict is not None and verdict.kind is VerdictKind.PASS)

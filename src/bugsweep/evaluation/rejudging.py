"""Judge the candidates of an old run again, by another executor or the same."""

from collections.abc import AsyncIterator
from pathlib import Path

from bugsweep.apps.references import build_buggy
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.errors import UsageError
from bugsweep.domain.outcome import TrialResult, Usage
from bugsweep.domain.task import Task
from bugsweep.evaluation.judgement import judge_candidate
from bugsweep.evaluation.trial import CANDIDATE_FILE
from bugsweep.files.run_folder import RunFolder, load_result, suite_digest_of, write_record
from bugsweep.files.suite import select_tasks


async def rejudge(run: RunFolder, *, executor: str) -> AsyncIterator[TrialResult]:
    """Judge every candidate of `run`; each result is added beside the trial's own.

    It goes into `judgements/EXECUTOR-N` of the trial's folder. What was there stays.

    Raises:
        UsageError: the tasks are not what they were.
    """
    card = run.load_card()
    tasks = {task.id: task for task in select_tasks(card.suite.split(","))}
    if suite_digest_of(list(tasks.values())) != card.suite_digest:
        raise UsageError(
            f"the tasks of `{card.suite}` have changed since this run",
            hint="candidates are judged by the tests that they were made for",
        )
    for path in run.result_paths():
        if (path.parent / CANDIDATE_FILE).exists():
            yield await _rejudge(path, tasks, executor)


async def _rejudge(path: Path, tasks: dict[str, Task], executor: str) -> TrialResult:
    earlier = load_result(path)
    task = tasks[earlier.task]
    place = _new_place(path.parent / "judgements", executor)
    diff = (path.parent / CANDIDATE_FILE).read_bytes().decode()
    judgement = await judge_candidate(
        task,
        await build_buggy(task),
        PatchCandidate(diff=diff),
        executor=executor,
        evidence_dir=place,
    )
    result = judgement.result(earlier.task, earlier.agent, earlier.work, verifier=Usage())
    write_record(result, place / path.name)
    return result


def _new_place(folder: Path, executor: str) -> Path:
    number = 1
    while (folder / f"{executor}-{number}").exists():
        number += 1
    place = folder / f"{executor}-{number}"
    place.mkdir(parents=True)
    return place

"""Judge the candidates of an old run again, by another executor or the same."""

import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

from bugsweep.apps.references import build_buggy
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.errors import UsageError
from bugsweep.domain.outcome import TrialResult
from bugsweep.domain.task import Task
from bugsweep.domain.verdict import BehaviourRole, Verdict
from bugsweep.evaluation.judgement import judge_candidate
from bugsweep.evaluation.trial import CANDIDATE_FILE
from bugsweep.files.run_folder import (
    RunFolder,
    as_folder,
    begin_judgement,
    judgement_paths,
    load_result,
    suite_digest_of,
    write_record,
)
from bugsweep.files.suite import select_tasks

ARBITER = "arbiter-"
"""Begins the name of a judgement in which only what was undecided is judged again."""


@dataclass(frozen=True, slots=True)
class Rejudged:
    """A candidate that was judged again."""

    earlier: TrialResult
    result: TrialResult
    place: Path
    """Where the new result and its evidence lie."""


async def rejudge(
    run: RunFolder,
    *,
    executor: str,
    only_undecided: bool = False,
    on_trial: Callable[[int, int], None] = lambda _, __: None,
) -> AsyncIterator[Rejudged]:
    """Judge every candidate of `run`; each result is added beside the trial's own.

    It goes into `judgements/EXECUTOR-N` of the trial's folder. What was there stays.

    Args:
        run: its trials lie in it.
        executor: who carries out the behaviour tests.
        only_undecided: as an arbiter: decided verdicts are taken over as they are, and what it
            decided before it is not asked again.
        on_trial: is told before each candidate which one it is, and of how many.

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
    paths = [path for path in run.result_paths() if (path.parent / CANDIDATE_FILE).exists()]
    if only_undecided:
        undecided = [path for path in paths if _undecided(load_result(path))]
        paths = [path for path in undecided if not _was_arbitrated(path.parent, executor)]
    # A person who judges must not tell the agents apart by their order.
    random.Random(card.suite_digest).shuffle(paths)  # noqa: S311  # hides nothing of value
    for number, path in enumerate(paths, start=1):
        on_trial(number, len(paths))
        yield await _rejudge(path, tasks, executor, is_arbiter=only_undecided)


async def _rejudge(
    path: Path, tasks: dict[str, Task], executor: str, *, is_arbiter: bool
) -> Rejudged:
    earlier = load_result(path)
    task = tasks[earlier.task]
    place = begin_judgement(path.parent, f"{ARBITER if is_arbiter else ''}{executor}")
    diff = (path.parent / CANDIDATE_FILE).read_bytes().decode()
    judgement = await judge_candidate(
        task,
        await build_buggy(task),
        PatchCandidate(diff=diff),
        executor=executor,
        evidence_dir=place,
        known=_decided(earlier) if is_arbiter else None,
    )
    if is_arbiter:
        roles = " and ".join(f"{role} (was {it.kind})" for role, it in _undecided(earlier).items())
        judgement.reason = f"{executor} arbitrated {roles}: {judgement.reason}"
    result = judgement.result(earlier.task, earlier.agent, earlier.work)
    result = result.model_copy(update={"browser": earlier.browser})
    write_record(result, place / path.name)
    return Rejudged(earlier, result, place)


def _was_arbitrated(trial: Path, executor: str) -> bool:
    name = as_folder(f"{ARBITER}{executor}")
    told = [it for it in judgement_paths(trial) if it.parent.name.rpartition("-")[0] == name]
    return any(len(_decided(load_result(it))) == len(BehaviourRole) for it in told)


def _verdicts(result: TrialResult) -> dict[BehaviourRole, Verdict]:
    pairs = {
        BehaviourRole.TARGET: result.target,
        BehaviourRole.PRESERVATION: result.preservation,
    }
    return {role: verdict for role, verdict in pairs.items() if verdict}


def _decided(result: TrialResult) -> dict[BehaviourRole, Verdict]:
    return {role: it for role, it in _verdicts(result).items() if it.kind.is_decided}


def _undecided(result: TrialResult) -> dict[BehaviourRole, Verdict]:
    return {role: it for role, it in _verdicts(result).items() if not it.kind.is_decided}

"""Judge the behaviour tests of a task, each execution on a fresh Instance."""

import time
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path

from bugsweep.apps.image import Image
from bugsweep.apps.instance import Instance, open_instance
from bugsweep.apps.references import build_buggy, build_reference, reference_candidate
from bugsweep.behaviour import Behaviour, parse_feature
from bugsweep.domain.candidate import Build, PatchCandidate
from bugsweep.domain.task import Task
from bugsweep.domain.verdict import BehaviourRole, Verdict
from bugsweep.verification.executors import Executor


@dataclass(frozen=True, slots=True)
class Subject:
    """The state of an app that is judged: an Image, and what is changed in it."""

    image: Image
    candidate: PatchCandidate | None = None


async def subject_of(task: Task, build: Build) -> Subject:
    """One of the two known states of a Task's app; its Images are built if need be."""
    if build is Build.BUGGY:
        return Subject(await build_buggy(task))
    release = await build_reference(task)
    if release:
        return Subject(release)
    return Subject(await build_buggy(task), await reference_candidate(task))


def behaviour_of(task: Task, role: BehaviourRole) -> Behaviour:
    """Parse one behaviour test of a task.

    Raises:
        FeatureError: a step is unknown or the text is no Gherkin.
    """
    return parse_feature(task.features[role], source=str(task.feature_path(role)))


async def judge_behaviour(
    behaviour: Behaviour,
    subject: Subject,
    executor: Executor,
    *,
    evidence_dir: Path,
    reruns: bool = True,
) -> Verdict:
    """Execute `behaviour` on a fresh Instance of `subject`.

    Raises:
        AppStartError: the app does not start, so there is nothing to judge.
        CandidateRejectedError: the candidate cannot be applied.
    """
    began = time.monotonic()
    log = evidence_dir / "app.log"

    def open_app() -> AbstractAsyncContextManager[Instance]:
        return open_instance(subject.image, log=log, candidate=subject.candidate)

    verdict = await executor.execute(behaviour, open_app, evidence_dir=evidence_dir, reruns=reruns)
    return verdict.model_copy(
        update={"executor": executor.name, "elapsed_s": time.monotonic() - began}
    )


async def judge_task(
    task: Task, subject: Subject, executor: Executor, *, evidence_dir: Path
) -> dict[BehaviourRole, Verdict]:
    """Execute both behaviour tests of a task, each on a fresh Instance of its own.

    Raises:
        AppStartError: the app does not start.
        CandidateRejectedError: the candidate cannot be applied.
    """
    verdicts: dict[BehaviourRole, Verdict] = {}
    for role in BehaviourRole:
        verdicts[role] = await judge_behaviour(
            behaviour_of(task, role), subject, executor, evidence_dir=evidence_dir / role.value
        )
    return verdicts

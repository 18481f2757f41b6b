"""Plant faults in a task's repaired app, and keep those that one of its tests notices."""

import tempfile
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from bugsweep.apps.instance import Instance
from bugsweep.apps.mutation import Fault, choose_faults, find_faults, is_sound
from bugsweep.apps.mutation.writing import Mutant, Workbench, patched_files, write_mutant
from bugsweep.apps.references import reference_candidate
from bugsweep.behaviour import Behaviour
from bugsweep.domain.app import Registry
from bugsweep.domain.candidate import Build, PatchCandidate
from bugsweep.domain.errors import AppStartError, CandidateRejectedError, SetupError
from bugsweep.domain.task import Task
from bugsweep.domain.verdict import BehaviourRole, Verdict, VerdictKind
from bugsweep.verification.executors import Executor
from bugsweep.verification.judging import Subject, behaviour_of, judge_behaviour, subject_of
from bugsweep.verification.reaching import Reach, open_traced


class Fate(StrEnum):
    """What becomes of a planted fault."""

    KEPT = "kept"
    UNNOTICED = "unnoticed"
    """Both behaviour tests pass."""
    TOO_BROAD = "too broad"
    """Both behaviour tests fail: nothing guards what is near it."""
    BROKEN = "app broken"
    """The app does not start."""
    UNDECIDED = "undecided"
    """A behaviour test came to no verdict on the app."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One planted fault and what became of it."""

    fault: Fault
    fate: Fate
    folder: Path | None = None
    """The new task."""


@dataclass(frozen=True, slots=True)
class _Ground:
    """The repaired app, which passes both behaviour tests."""

    task: Task
    subject: Subject
    behaviours: dict[BehaviourRole, Behaviour]
    executor: Executor
    evidence_dir: Path


async def try_faults(
    task: Task, executor: Executor, *, suite: Path, count: int, seed: int, evidence_dir: Path
) -> AsyncGenerator[Attempt, None]:
    """Plant `count` faults one after the other; those that are kept become tasks in `suite`.

    Raises:
        SetupError: the repaired app itself does not pass its behaviour tests.
    """
    subject = await subject_of(task, Build.REFERENCE)
    behaviours = {role: behaviour_of(task, role) for role in BehaviourRole}
    ground = _Ground(task, subject, behaviours, executor, evidence_dir)
    reach = await _explore(ground)
    repair = subject.candidate.diff if subject.candidate else ""
    with tempfile.TemporaryDirectory(prefix="bugsweep-") as work:
        bench = Workbench(Path(work), subject.image.product, repair)
        faults = find_faults(bench.repaired, is_wanted=reach.holds)
        # The request names the area of the real bug, so faults of the same files fit it best.
        near = patched_files((await reference_candidate(task)).diff)
        chosen = choose_faults(
            faults,
            count,
            seed=seed,
            is_sound=lambda fault: is_sound(bench.repaired, fault),
            is_near=lambda fault: fault.path in near,
        )
        for number, fault in enumerate(chosen, start=1):
            folder = evidence_dir / f"{number:03}"
            yield await _try(ground, bench, fault, suite=suite, folder=folder)


async def _explore(ground: _Ground) -> Reach:
    """Carry out both tests on the repaired app, and see what they reach."""
    reach = Reach()
    image, repair = ground.subject.image, ground.subject.candidate
    is_python = image.app.source.package_registry is not Registry.NPM
    for role, behaviour in ground.behaviours.items():
        folder = ground.evidence_dir / "repaired" / role.value

        def opener(folder: Path = folder) -> AbstractAsyncContextManager[Instance]:
            return open_traced(image, repair, reach, log=folder / "app.log")

        if is_python:
            verdict = await ground.executor.execute(
                behaviour, opener, evidence_dir=folder, reruns=False
            )
        else:
            verdict = await judge_behaviour(
                behaviour, ground.subject, ground.executor, evidence_dir=folder, reruns=False
            )
        if verdict.kind is not VerdictKind.PASS:
            raise SetupError(
                f"the {role.value} test gives {verdict.kind} on the repaired app, PASS is needed:"
                f" {verdict.reason}",
                hint=f"`bugsweep gate {ground.task.id}` tells more",
            )
    return reach


async def _try(
    ground: _Ground, bench: Workbench, fault: Fault, *, suite: Path, folder: Path
) -> Attempt:
    candidate = PatchCandidate(diff=bench.patch_of(fault))
    subject = Subject(ground.subject.image, candidate)
    verdicts: dict[BehaviourRole, Verdict] = {}
    try:
        for role, behaviour in ground.behaviours.items():
            verdicts[role] = await judge_behaviour(
                behaviour, subject, ground.executor, evidence_dir=folder / role.value, reruns=False
            )
            if not verdicts[role].kind.is_decided:
                return Attempt(fault, Fate.UNDECIDED)
    except AppStartError:
        return Attempt(fault, Fate.BROKEN)
    except CandidateRejectedError:
        return Attempt(fault, Fate.UNDECIDED)
    failed = [role for role, verdict in verdicts.items() if verdict.kind is VerdictKind.FAIL]
    if len(failed) != 1:
        return Attempt(fault, Fate.TOO_BROAD if failed else Fate.UNNOTICED)
    mutant = Mutant(ground.task, ground.subject.image.app, fault, failed[0], verdicts[failed[0]])
    return Attempt(fault, Fate.KEPT, write_mutant(mutant, bench, suite))


def count_fates(
    attempts: list[Attempt], *, of: Callable[[Attempt], str]
) -> dict[str, dict[Fate, int]]:
    """How many came to each fate, by what `of` says of them."""
    counts: dict[str, dict[Fate, int]] = {}
    for attempt in attempts:
        row = counts.setdefault(of(attempt), dict.fromkeys(Fate, 0))
        row[attempt.fate] += 1
    return dict(sorted(counts.items()))

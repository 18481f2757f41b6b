"""Plant faults in a task's repaired app, and keep those that one of its tests notices."""

import shutil
import tempfile
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from bugsweep.apps.instance import Instance
from bugsweep.apps.mutation import Fault, choose_faults, find_faults, is_sound
from bugsweep.apps.mutation.writing import Mutant, Workbench, patched_files, write_mutant
from bugsweep.apps.references import reference_candidate
from bugsweep.behaviour import Behaviour
from bugsweep.browser import ScriptCoverage
from bugsweep.domain.candidate import Build, PatchCandidate
from bugsweep.domain.errors import AppStartError, CandidateRejectedError, SetupError
from bugsweep.domain.gate import GateReport
from bugsweep.domain.task import Task
from bugsweep.domain.verdict import BehaviourRole, Verdict, VerdictKind
from bugsweep.files.scaffold import ensure_suite
from bugsweep.files.task_folder import load_task
from bugsweep.verification.executors import Executor
from bugsweep.verification.gates import run_gate
from bugsweep.verification.judging import Subject, behaviour_of, judge_behaviour, subject_of
from bugsweep.verification.reaching import Reach, open_traced
from bugsweep.verification.scripted import ScriptedExecutor


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

    origin: str
    """The task it was planted in the app of."""
    fault: Fault
    fate: Fate
    folder: Path | None = None
    """The new task; None as well when its gate is closed."""
    gate: GateReport | None = None
    """Of the new task, if it was tried."""


@dataclass(frozen=True, slots=True)
class _Ground:
    """The repaired app, which passes both behaviour tests."""

    task: Task
    subject: Subject
    behaviours: dict[BehaviourRole, Behaviour]
    executor: Executor
    evidence_dir: Path


@dataclass(frozen=True, slots=True)
class Sowing:
    """How many faults are planted, which, and where what is kept goes."""

    count: int
    suite: Path
    seed: int = 0
    gate_repeats: int = 1
    """Executions of each cell of a new task's gate; 0 leaves it untried."""


async def try_faults(
    task: Task, executor: Executor, *, sowing: Sowing, evidence_dir: Path
) -> AsyncGenerator[Attempt, None]:
    """Plant faults one after the other; those that are kept become tasks of a suite.

    A task whose gate is closed is taken away again.

    Raises:
        SetupError: the repaired app itself does not pass its behaviour tests.
    """
    subject = await subject_of(task, Build.REFERENCE)
    # A fault may take away what a step uses: in the app as it was, every step could be done.
    behaviours = {
        role: replace(behaviour_of(task, role), actions_judge=True) for role in BehaviourRole
    }
    ground = _Ground(task, subject, behaviours, executor, evidence_dir)
    repair = subject.candidate.diff if subject.candidate else ""
    with tempfile.TemporaryDirectory(prefix="bugsweep-") as work:
        bench = Workbench(Path(work), subject.image.product, repair)
        reach = await _explore(ground, bench.repaired)
        faults = find_faults(bench.repaired, is_wanted=reach.holds)
        # The request names the area of the real bug, so faults of the same files fit it best.
        near = patched_files((await reference_candidate(task)).diff)
        chosen = choose_faults(
            faults,
            sowing.count,
            seed=sowing.seed,
            is_sound=lambda fault: is_sound(bench.repaired, fault),
            is_near=lambda fault: fault.path in near,
        )
        for number, fault in enumerate(chosen, start=1):
            folder = evidence_dir / f"{number:03}"
            attempt = await _try(ground, bench, fault, suite=sowing.suite, folder=folder)
            yield await _gated(attempt, executor, sowing.gate_repeats, folder)


async def _explore(ground: _Ground, product: Path) -> Reach:
    """Carry out both tests on the repaired app, and see what they reach in `product`."""
    reach = Reach()
    pages = ScriptCoverage()
    image, repair = ground.subject.image, ground.subject.candidate
    executor = ground.executor
    if isinstance(executor, ScriptedExecutor):
        executor = executor.watching(pages)
    for role, behaviour in ground.behaviours.items():
        folder = ground.evidence_dir / "repaired" / role.value

        def opener(folder: Path = folder) -> AbstractAsyncContextManager[Instance]:
            return open_traced(image, repair, reach, log=folder / "app.log")

        verdict = await executor.execute(behaviour, opener, evidence_dir=folder, reruns=False)
        if verdict.kind is not VerdictKind.PASS:
            raise SetupError(
                f"the {role.value} test gives {verdict.kind} on the repaired app, PASS is needed:"
                f" {verdict.reason}",
                hint=f"`bugsweep gate {ground.task.id}` tells more",
            )
    reach.note_pages(pages, product)
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
                return Attempt(ground.task.id, fault, Fate.UNDECIDED)
    except AppStartError:
        return Attempt(ground.task.id, fault, Fate.BROKEN)
    except CandidateRejectedError:
        return Attempt(ground.task.id, fault, Fate.UNDECIDED)
    failed = [role for role, verdict in verdicts.items() if verdict.kind is VerdictKind.FAIL]
    if len(failed) != 1:
        return Attempt(ground.task.id, fault, Fate.TOO_BROAD if failed else Fate.UNNOTICED)
    mutant = Mutant(ground.task, ground.subject.image.app, fault, failed[0], verdicts[failed[0]])
    return Attempt(ground.task.id, fault, Fate.KEPT, write_mutant(mutant, bench, suite))


async def _gated(attempt: Attempt, executor: Executor, repeats: int, folder: Path) -> Attempt:
    """Try the gate of the new task, which builds its app from the start."""
    if attempt.folder is None:
        return attempt
    ensure_suite(attempt.folder.parent)
    if not repeats:
        return attempt
    report = await run_gate(
        load_task(attempt.folder), executor, repeats=repeats, evidence_dir=folder / "gate"
    )
    if not report.is_open:
        shutil.rmtree(attempt.folder)
    return replace(attempt, folder=attempt.folder if report.is_open else None, gate=report)


def count_fates(
    attempts: Sequence[Attempt], *, of: Callable[[Attempt], str]
) -> dict[str, dict[Fate, int]]:
    """How many came to each fate, by what `of` says of them."""
    counts: dict[str, dict[Fate, int]] = {}
    for attempt in attempts:
        row = counts.setdefault(of(attempt), dict.fromkeys(Fate, 0))
        row[attempt.fate] += 1
    return dict(sorted(counts.items()))

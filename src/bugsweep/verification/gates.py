"""Try the gate of a Task: both builds, both behaviour tests, `n` times each.

Each verdict is kept as EVIDENCE/TASK/BUILD/ROLE-N/verdict.json; one that is there already is
taken over, so that what was interrupted goes on where it stood.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from bugsweep.apps.leaks import find_leaks
from bugsweep.domain.candidate import Build
from bugsweep.domain.errors import TaskFileError, explain
from bugsweep.domain.gate import REQUIRED, GateCell, GateReport, Leak
from bugsweep.domain.task import Task
from bugsweep.domain.verdict import BehaviourRole, Verdict
from bugsweep.files.run_folder import write_record
from bugsweep.verification.executors import Executor
from bugsweep.verification.judging import behaviour_of, judge_behaviour, subject_of

VERDICT_FILE: Final = "verdict.json"


@dataclass(frozen=True, slots=True)
class Execution:
    """One execution of a gate, and what it showed."""

    task: str
    build: Build
    role: BehaviourRole
    number: int
    """Counts from 1."""
    verdict: Verdict
    is_old: bool = False
    """Whether it was there already."""


async def run_gate(
    task: Task,
    executor: Executor,
    *,
    repeats: int,
    evidence_dir: Path,
    on_execution: Callable[[Execution], None] = lambda _: None,
) -> GateReport:
    """Try one Task; what goes wrong around it is told in the report, not raised."""
    cells: list[GateCell] = []
    leaks: tuple[Leak, ...] = ()
    try:
        behaviours = {role: behaviour_of(task, role) for _, role in REQUIRED}
        leaks = await find_leaks(task)
        for build, role in REQUIRED:
            subject = await subject_of(task, build)
            verdicts = []
            for number in range(1, repeats + 1):
                folder = evidence_dir / task.id / build.value / f"{role.value}-{number}"
                found = _find_verdict(folder)
                verdict = found or await judge_behaviour(
                    behaviours[role], subject, executor, evidence_dir=folder, reruns=False
                )
                if not found:
                    write_record(verdict, folder / VERDICT_FILE)
                on_execution(Execution(task.id, build, role, number, verdict, found is not None))
                verdicts.append(verdict)
            cells.append(GateCell(build=build, role=role, verdicts=tuple(verdicts)))
    except Exception as error:  # noqa: BLE001  # no task takes the others of a gate down
        return GateReport(task=task.id, cells=tuple(cells), leaks=leaks, error=explain(error))
    return GateReport(task=task.id, cells=tuple(cells), leaks=leaks)


def _find_verdict(folder: Path) -> Verdict | None:
    path = folder / VERDICT_FILE
    if not path.exists():
        return None
    try:
        return Verdict.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise TaskFileError(path, f"is no verdict: {error}") from None


async def run_gates(
    tasks: Sequence[Task],
    executor: Executor,
    *,
    repeats: int,
    evidence_dir: Path,
    jobs: int,
    on_execution: Callable[[Execution], None] = lambda _: None,
) -> AsyncIterator[GateReport]:
    """Try several Tasks, `jobs` at a time; reports come as they are ready."""
    free = asyncio.Semaphore(jobs)

    async def one(task: Task) -> GateReport:
        async with free:
            return await run_gate(
                task,
                executor,
                repeats=repeats,
                evidence_dir=evidence_dir,
                on_execution=on_execution,
            )

    async with asyncio.TaskGroup() as group:
        for report in asyncio.as_completed([group.create_task(one(task)) for task in tasks]):
            yield await report

"""Try the gate of a Task: both builds, both behaviour tests, `n` times each."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from bugsweep.domain.errors import BugsweepError
from bugsweep.domain.gate import REQUIRED, GateCell, GateReport
from bugsweep.domain.task import Task
from bugsweep.domain.verdict import Verdict
from bugsweep.verification.executors import Executor
from bugsweep.verification.judging import behaviour_of, judge_behaviour, subject_of


async def run_gate(
    task: Task,
    executor: Executor,
    *,
    repeats: int,
    evidence_dir: Path,
    on_verdict: Callable[[Verdict], None] = lambda _: None,
) -> GateReport:
    """Try one Task; what goes wrong around it is told in the report, not raised."""
    cells: list[GateCell] = []
    try:
        behaviours = {role: behaviour_of(task, role) for _, role in REQUIRED}
        for build, role in REQUIRED:
            subject = await subject_of(task, build)
            verdicts = []
            for number in range(1, repeats + 1):
                folder = evidence_dir / task.id / build.value / f"{role.value}-{number}"
                verdict = await judge_behaviour(
                    behaviours[role], subject, executor, evidence_dir=folder, reruns=False
                )
                on_verdict(verdict)
                verdicts.append(verdict)
            cells.append(GateCell(build=build, role=role, verdicts=tuple(verdicts)))
    except BugsweepError as error:
        return GateReport(task=task.id, cells=tuple(cells), error=error.message)
    return GateReport(task=task.id, cells=tuple(cells))


async def run_gates(
    tasks: Sequence[Task],
    executor: Executor,
    *,
    repeats: int,
    evidence_dir: Path,
    jobs: int,
    on_verdict: Callable[[Verdict], None] = lambda _: None,
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
                on_verdict=on_verdict,
            )

    async with asyncio.TaskGroup() as group:
        for report in asyncio.as_completed([group.create_task(one(task)) for task in tasks]):
            yield await report

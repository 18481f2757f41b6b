"""`bugsweep gate`: whether tasks may be used to measure anything."""

import os
from pathlib import Path
from typing import Annotated

import typer

from bugsweep.cli.output import AsJson, print_json, print_table, run_async, say
from bugsweep.domain.candidate import Build
from bugsweep.domain.errors import UsageError
from bugsweep.domain.gate import GateReport
from bugsweep.domain.task import Task
from bugsweep.domain.verdict import BehaviourRole
from bugsweep.files.run_folder import new_run_folder
from bugsweep.files.suite import find_task_folders
from bugsweep.files.task_folder import load_task
from bugsweep.verification.executors import open_executor
from bugsweep.verification.gates import Execution, run_gates


def gate_command(
    names: Annotated[list[str], typer.Argument(help="Suites, subsets or tasks.")],
    repeats: Annotated[int, typer.Option("-n", min=1, help="Executions of each cell.")] = 3,
    executor: Annotated[str, typer.Option(help="Who carries out the steps.")] = "scripted",
    jobs: Annotated[
        int, typer.Option("-j", min=1, show_default="number of cores", help="Tasks at a time.")
    ] = os.cpu_count() or 1,
    runs: Annotated[Path, typer.Option(help="Where evidence goes.")] = Path("runs"),
    as_json: AsJson = False,
) -> None:
    """Try that each target fails on the buggy build and all else passes; exit 1 if not.

    The Image of the buggy app must not give the repair away either.
    """
    tasks, reports = _load(find_task_folders(names))
    reports += run_async(_gate(tasks, repeats, executor, jobs, runs))
    reports.sort(key=lambda report: report.task)
    if as_json:
        print_json(reports)
    else:
        _show(reports, repeats)
    raise typer.Exit(0 if all(report.is_open for report in reports) else 1)


def _load(folders: list[Path]) -> tuple[list[Task], list[GateReport]]:
    """The tasks, and reports on those that cannot be read."""
    tasks: list[Task] = []
    unreadable: list[GateReport] = []
    for folder in folders:
        try:
            tasks.append(load_task(folder))
        except UsageError as error:
            unreadable.append(GateReport(task=folder.name, error=error.message))
    return tasks, unreadable


async def _gate(
    tasks: list[Task], repeats: int, executor: str, jobs: int, runs: Path
) -> list[GateReport]:
    run = new_run_folder(runs, "gate")
    say(f"{len(tasks)} tasks, evidence in {run.path}")
    reports = []
    async with open_executor(executor) as judge:
        async for report in run_gates(
            tasks, judge, repeats=repeats, evidence_dir=run.path, jobs=jobs, on_execution=_tell
        ):
            say(f"{report.task}: {'open' if report.is_open else 'closed'}")
            reports.append(report)
    return reports


def _tell(done: Execution) -> None:
    verdict = done.verdict
    say(f"  {verdict.kind} in {verdict.elapsed_s:.1f} s: {verdict.behaviour}")


def _show(reports: list[GateReport], repeats: int) -> None:
    order = [(build, role) for build in Build for role in BehaviourRole]
    rows = []
    for report in reports:
        cells = {(cell.build, cell.role): cell for cell in report.cells}
        shown = []
        for key in order:
            cell = cells.get(key)
            shown.append(
                f"{cell.as_required}/{len(cell.verdicts)} {cell.required}" if cell else "–"
            )
        leaks = str(len(report.leaks)) if report.cells else "–"
        rows.append([report.task, *shown, leaks, "open" if report.is_open else "closed"])
    cells_of = (f"{role.value} on {build.value}" for build, role in order)
    columns = ["task", *cells_of, "leaks", "gate"]
    print_table(f"Verdicts as required, of {repeats} each", columns, rows)
    for report in reports:
        for line in _why_closed(report):
            typer.echo(line)


def _why_closed(report: GateReport) -> list[str]:
    lines = [f"{report.task}: {report.error}"] if report.error else []
    lines += [f"{report.task}: {leak.kind} at {leak.path}: {leak.detail}" for leak in report.leaks]
    lines += [
        f"{report.task}: {cell.role.value} on {cell.build.value} gave {verdict.kind},"
        f" {cell.required} is required: {verdict.reason} ({verdict.evidence_dir})"
        for cell in report.cells
        for verdict in cell.verdicts
        if verdict.kind is not cell.required
    ]
    return lines

"""`bugsweep task mutate`: fresh tasks out of faults planted in the app of another."""

from contextlib import aclosing
from pathlib import Path
from typing import Annotated

import typer

from bugsweep.apps.mutation.writing import check_mutant_suite
from bugsweep.cli.output import AsJson, print_rows, print_table, run_async, say
from bugsweep.domain.task import Task
from bugsweep.files.run_folder import new_run_folder
from bugsweep.files.suite import select_tasks
from bugsweep.verification.executors import open_executor
from bugsweep.verification.machine import measure_machine
from bugsweep.verification.mutating import Attempt, Sowing, try_faults


def mutate_command(
    names: Annotated[list[str], typer.Argument(help="Suites, subsets or tasks.")],
    count: Annotated[
        int, typer.Option("-n", min=1, help="How many faults are planted in each app.")
    ] = 20,
    suite: Annotated[
        Path, typer.Option("-o", "--output", help="The suite of planted faults they go into.")
    ] = Path("suites/mutants"),
    seed: Annotated[int, typer.Option(help="Same seed and app, same faults.")] = 0,
    gate: Annotated[
        int,
        typer.Option(min=0, help="Executions of each cell of a new task's gate; 0 skips it."),
    ] = 1,
    executor: Annotated[str, typer.Option(help="Who carries out the steps.")] = "scripted",
    page: Annotated[
        Path | None, typer.Option(help="Write the numbers to this file too, as Markdown.")
    ] = None,
    runs: Annotated[Path, typer.Option(help="Where evidence goes.")] = Path("runs"),
    as_json: AsJson = False,
) -> None:
    """Plant single faults in a task's repaired app; each that one of its tests notices is a task.

    Exit 1 when no task came of it.
    """
    tasks = select_tasks(names)
    check_mutant_suite(suite)
    sowing = Sowing(count, suite, seed, gate)
    attempts = run_async(_mutate(tasks, sowing, executor, runs))
    if page:
        from bugsweep.reports.mutants import render_mutants  # noqa: PLC0415

        options = f"-n {count} --seed {seed} --gate {gate}"
        command = f"bugsweep task mutate {' '.join(names)} {options}"
        page.write_text(render_mutants(attempts, command, measure_machine()), encoding="utf-8")
    if as_json:
        print_rows([_row(attempt) for attempt in attempts])
    else:
        _show(attempts)
    raise typer.Exit(0 if any(attempt.folder for attempt in attempts) else 1)


async def _mutate(tasks: list[Task], sowing: Sowing, executor: str, runs: Path) -> list[Attempt]:
    attempts: list[Attempt] = []
    async with open_executor(executor) as judge:
        for task in tasks:
            run = new_run_folder(runs, f"mutate-{task.id}")
            say(f"preparing {task.app.name}, evidence in {run.path}")
            async with aclosing(
                try_faults(task, judge, sowing=sowing, evidence_dir=run.path)
            ) as tried:
                async for attempt in tried:
                    attempts.append(attempt)
                    say(f"{len(attempts)} {_told(attempt)}: {attempt.fault.summary}")
    return attempts


def _told(attempt: Attempt) -> str:
    if attempt.gate is None:
        return attempt.fate.value
    gate = attempt.gate
    return f"{attempt.fate}, gate {'open' if gate.is_open else f'closed {gate.error}'.rstrip()}"


def _row(attempt: Attempt) -> dict[str, object]:
    fault = attempt.fault
    return {
        "origin": attempt.origin,
        "operator": fault.operator.value,
        "fate": attempt.fate.value,
        "gate_is_open": attempt.gate.is_open if attempt.gate else None,
        "path": fault.path,
        "line": fault.line,
        "before": fault.before,
        "after": fault.after,
        "task": str(attempt.folder) if attempt.folder else "",
    }


def _show(attempts: list[Attempt]) -> None:
    from bugsweep.reports.mutants import mutants_table  # noqa: PLC0415

    table = mutants_table(attempts, "operator", of=lambda attempt: attempt.fault.operator.value)
    print_table(table.title, table.columns, [[cell.text for cell in row] for row in table.rows])
    for attempt in attempts:
        if attempt.folder:
            typer.echo(str(attempt.folder))

"""`bugsweep task mutate`: fresh tasks out of faults planted in the app of another."""

from contextlib import aclosing
from pathlib import Path
from typing import Annotated

import typer

from bugsweep.apps.mutation.writing import check_mutant_suite
from bugsweep.cli.output import AsJson, print_rows, print_table, run_async, say
from bugsweep.domain.errors import UsageError
from bugsweep.domain.task import Task
from bugsweep.files.run_folder import new_run_folder
from bugsweep.files.scaffold import ensure_suite
from bugsweep.files.suite import select_tasks
from bugsweep.verification.executors import open_executor
from bugsweep.verification.mutating import Attempt, Fate, count_fates, try_faults


def mutate_command(
    name: Annotated[str, typer.Argument(help="A task's id, or its folder.")],
    count: Annotated[int, typer.Option("-n", min=1, help="How many faults are planted.")] = 20,
    suite: Annotated[
        Path, typer.Option("-o", "--output", help="The suite of planted faults they go into.")
    ] = Path("suites/mutants"),
    seed: Annotated[int, typer.Option(help="Same seed and app, same faults.")] = 0,
    executor: Annotated[str, typer.Option(help="Who carries out the steps.")] = "scripted",
    runs: Annotated[Path, typer.Option(help="Where evidence goes.")] = Path("runs"),
    as_json: AsJson = False,
) -> None:
    """Plant single faults in a task's repaired app; each that one of its tests notices is a task.

    Exit 1 when none was kept.
    """
    tasks = select_tasks([name])
    if len(tasks) != 1:
        raise UsageError(f"`{name}` is {len(tasks)} tasks, one is needed")
    check_mutant_suite(suite)
    attempts = run_async(_mutate(tasks[0], suite, count, seed, executor, runs))
    if as_json:
        print_rows([_row(attempt) for attempt in attempts])
    else:
        _show(attempts)
    raise typer.Exit(0 if any(attempt.fate is Fate.KEPT for attempt in attempts) else 1)


async def _mutate(
    task: Task, suite: Path, count: int, seed: int, executor: str, runs: Path
) -> list[Attempt]:
    run = new_run_folder(runs, f"mutate-{task.id}")
    say(f"preparing {task.app.name}, evidence in {run.path}")
    attempts: list[Attempt] = []
    async with (
        open_executor(executor) as judge,
        aclosing(
            try_faults(task, judge, suite=suite, count=count, seed=seed, evidence_dir=run.path)
        ) as tried,
    ):
        async for attempt in tried:
            if attempt.folder:
                ensure_suite(suite)
            say(f"{len(attempts) + 1}/{count} {attempt.fate}: {attempt.fault.summary}")
            attempts.append(attempt)
    return attempts


def _row(attempt: Attempt) -> dict[str, object]:
    fault = attempt.fault
    return {
        "operator": fault.operator.value,
        "fate": attempt.fate.value,
        "path": fault.path,
        "line": fault.line,
        "before": fault.before,
        "after": fault.after,
        "task": str(attempt.folder) if attempt.folder else "",
    }


def _show(attempts: list[Attempt]) -> None:
    counts = count_fates(attempts, of=lambda attempt: attempt.fault.operator.value)
    rows = [
        [operator, str(sum(fates.values())), *(str(fates[fate]) for fate in Fate)]
        for operator, fates in counts.items()
    ]
    totals = [sum(fates[fate] for fates in counts.values()) for fate in Fate]
    rows.append(["all", str(len(attempts)), *map(str, totals)])
    title = "Planted faults by operator, and what became of them"
    print_table(title, ["operator", "planted", *(fate.value for fate in Fate)], rows)
    for attempt in attempts:
        if attempt.folder:
            typer.echo(str(attempt.folder))

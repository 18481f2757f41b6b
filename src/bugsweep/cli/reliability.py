"""`bugsweep reliability`: how far executors can be relied on."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bugsweep.cli.output import AsJson, print_json, run_async, say
from bugsweep.domain.errors import UsageError
from bugsweep.domain.gate import REQUIRED
from bugsweep.files.run_folder import new_run_folder, now, suite_digest_of
from bugsweep.files.suite import select_tasks, suite_version
from bugsweep.verification.machine import measure_machine
from bugsweep.verification.reliability import (
    ReliabilityCard,
    load_card,
    run_reliability,
    write_card,
)

if TYPE_CHECKING:
    from bugsweep.domain.task import Task
    from bugsweep.verification.gates import Execution
    from bugsweep.verification.reliability import Reliability


def reliability_command(
    names: Annotated[list[str] | None, typer.Argument(help="Suites, subsets or tasks.")] = None,
    executor: Annotated[
        list[str] | None,
        typer.Option(help="Repeatable: who carries out the steps.", show_default="scripted"),
    ] = None,
    repeats: Annotated[int, typer.Option("-n", min=1, help="Runs over all tasks.")] = 3,
    jobs: Annotated[
        int, typer.Option("-j", min=1, show_default="number of cores", help="Tasks at a time.")
    ] = os.cpu_count() or 1,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the page to this file too.")
    ] = None,
    runs: Annotated[Path, typer.Option(help="Where raw records go.")] = Path("runs"),
    resume: Annotated[
        Path | None,
        typer.Option(exists=True, file_okay=False, help="Go on with this measurement."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Judge the buggy and the reference build of every task n times, as in the paper's Table 1.

    Exit 3 when a task could not be tried; it is left out of the rates and listed.
    """
    if resume:
        if names or executor:
            raise UsageError("a measurement that goes on has its tasks and executors already")
        run = resume.resolve()
        card = load_card(run)
        tasks = select_tasks(card.names)
        if suite_digest_of(tasks) != card.suite_digest:
            raise UsageError(
                f"the tasks of `{' '.join(card.names)}` have changed since this began",
                hint="begin again: executions of two versions do not belong into one table",
            )
        card = card.on(measure_machine())
    else:
        if not names:
            raise UsageError("tasks are needed", hint="`bugsweep reliability core`, say")
        tasks = select_tasks(names)
        run = new_run_folder(runs, "reliability").path
        card = ReliabilityCard(
            names=tuple(names),
            tasks=tuple(task.id for task in tasks),
            suite_version=suite_version(tasks),
            suite_digest=suite_digest_of(tasks),
            executors=tuple(dict.fromkeys(executor or ["scripted"])),
            repeats=repeats,
            jobs=jobs,
            started_at=now(),
            machines=(measure_machine(),),
        )
    write_card(run, card)
    measured = _measure(tasks, card, run)
    _deliver(card, measured, output, as_json=as_json)
    raise typer.Exit(3 if any(it.errors for it in measured) else 0)


def _measure(tasks: list[Task], card: ReliabilityCard, run: Path) -> list[Reliability]:
    planned = len(card.executors) * len(tasks) * len(REQUIRED) * card.repeats
    say(f"{planned} executions, raw records in {run}")
    done = 0

    def tell(name: str, execution: Execution) -> None:
        nonlocal done
        done += 1
        if not execution.is_old:
            say(
                f"[{done}/{planned}] {name}: {execution.task}, {execution.role.value} on"
                f" {execution.build.value}, run {execution.number}: {execution.verdict.kind}"
                f" in {execution.verdict.elapsed_s:.1f} s"
            )

    try:
        return run_async(run_reliability(tasks, card, run=run, on_execution=tell))
    except KeyboardInterrupt:
        say(f"what is done is kept: `bugsweep reliability --resume {run}` goes on")
        raise


def _deliver(
    card: ReliabilityCard, measured: list[Reliability], output: Path | None, *, as_json: bool
) -> None:
    # Statistics take seconds to import.
    from bugsweep.reports.reliability import render_reliability  # noqa: PLC0415

    page = render_reliability(card, measured)
    if output:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(page, encoding="utf-8")
        say(f"written to {output}")
    if as_json:
        print_json(measured)
    else:
        sys.stdout.write(page)

"""`bugsweep stages`: how far trials got, judged by a model."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bugsweep.cli.output import AsJson, print_rows, print_table, run_async, say
from bugsweep.cli.report import show_table
from bugsweep.domain.errors import UsageError
from bugsweep.files.run_folder import RunFolder

if TYPE_CHECKING:
    from bugsweep.evaluation.stages import StagedTrial


def stages_command(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")],
    model: Annotated[str, typer.Option(help="The judge, as Inspect names it.")],
    jobs: Annotated[
        int, typer.Option("-j", min=1, show_default="number of cores", help="Trials at a time.")
    ] = os.cpu_count() or 1,
    as_json: AsJson = False,
) -> None:
    """Judge each trajectory: feature found, behaviour identified, cause diagnosed; show the funnel.

    The last two stages, target fixed and preserved, are what the verdicts say. Exit 3 when a
    trajectory could not be judged.
    """
    staged = run_async(_judge(RunFolder(folder.resolve()), model, jobs))
    if as_json:
        print_rows([_row(it, folder.resolve()) for it in staged])
    else:
        _show(staged, folder.resolve())
    raise typer.Exit(3 if any(it.record is None for it in staged) else 0)


async def _judge(run: RunFolder, model: str, jobs: int) -> list[StagedTrial]:
    # Inspect takes seconds to import, so only this command pays for it.
    from bugsweep.evaluation.stages import judge_stages  # noqa: PLC0415
    from bugsweep.verification.models import find_model  # noqa: PLC0415

    def tell(it: StagedTrial) -> None:
        marks = [_mark(found.met) for found in it.record.stages.values()] if it.record else []
        old = " (judged before)" if it.is_old else ""
        say(f"{it.folder.relative_to(run.path)}: {it.problem or ' '.join(marks)}{old}")

    if not run.result_paths():
        raise UsageError(f"there is no result in `{run.path}`", hint="name the folder of a run")
    return await judge_stages(run, find_model(model), jobs=jobs, on_trial=tell)


def _mark(met: bool | None) -> str:  # noqa: FBT001  # three-valued
    return "undecided" if met is None else "met" if met else "missed"


def _row(it: StagedTrial, run: Path) -> dict[str, object]:
    record = it.record.model_dump(mode="json") if it.record else None
    return {"trial": str(it.folder.relative_to(run)), "judged": record, "problem": it.problem}


def _show(staged: list[StagedTrial], run: Path) -> None:
    # Statistics take seconds to import.
    from bugsweep.reports.observations import observe  # noqa: PLC0415
    from bugsweep.reports.reading import load_results  # noqa: PLC0415
    from bugsweep.reports.tables.behaviour import stages  # noqa: PLC0415

    evidence = [
        [str(it.folder.relative_to(run / "trials")), stage, _mark(found.met), found.reason[:200]]
        for it in staged
        if it.record
        for stage, found in it.record.stages.items()
    ]
    print_table("What shows it", ["trial", "stage", "judged", "evidence"], evidence)
    results = load_results([run])
    table = stages(results, observe(results))
    if table:
        show_table(table)

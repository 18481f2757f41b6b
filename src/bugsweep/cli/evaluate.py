"""`bugsweep eval`: agents on tasks, judged in the browser."""

import os
from pathlib import Path
from typing import Annotated

import typer

from bugsweep.cli.output import AsJson, print_json, print_table, results, say
from bugsweep.domain.outcome import Outcome, TrialResult
from bugsweep.domain.task import PromptKind
from bugsweep.files.run_folder import new_run_folder
from bugsweep.files.suite import select_tasks


def eval_command(  # options of a command
    names: Annotated[list[str], typer.Argument(help="Suites, subsets or tasks.")],
    agent: Annotated[list[str], typer.Option(help="Repeatable: who works on them.")],
    model: Annotated[str, typer.Option(help="The agents' model, as Inspect names it.")] = "none",
    prompt: Annotated[PromptKind, typer.Option(help="How much is told.")] = PromptKind.OPEN,
    browser_hint: Annotated[bool, typer.Option(help="Say to use the browser.")] = True,
    executor: Annotated[
        str, typer.Option(help="Who carries out the behaviour tests.")
    ] = "scripted",
    epochs: Annotated[int, typer.Option(min=1, help="Trials of each agent and task.")] = 1,
    jobs: Annotated[
        int, typer.Option("-j", min=1, show_default="number of cores", help="Trials at a time.")
    ] = os.cpu_count() or 1,
    runs: Annotated[Path, typer.Option(help="Where runs go.")] = Path("runs"),
    report: Annotated[bool, typer.Option(help="Build the pages of the run too.")] = True,
    as_json: AsJson = False,
) -> None:
    """Give agents a running app with a bug, and judge what they leave behind."""
    # Inspect takes seconds to import, so only this command pays for it.
    from bugsweep.agents import load_agent  # noqa: PLC0415
    from bugsweep.evaluation.running import Plan, run_plan  # noqa: PLC0415

    tasks = select_tasks(names)
    for name in agent:
        load_agent(name)
    plan = Plan(
        names=tuple(names),
        tasks=tuple(tasks),
        agents=tuple(agent),
        prompt=prompt,
        browser_hint=browser_hint,
        executor=executor,
        epochs=epochs,
        model="none/none" if model == "none" else model,
        jobs=jobs,
    )
    run = new_run_folder(runs, "-".join(names).replace("/", "_"))
    trials = run_plan(plan, run, say=say)
    page = _build_report(run.path) if report else None
    if as_json:
        print_json(trials)
    else:
        _show(trials, run.path, page)
    raise typer.Exit(3 if any(it.outcome is Outcome.INFRA_ERROR for it in trials) else 0)


def _build_report(folder: Path) -> Path:
    # Charts take seconds to import.
    from bugsweep.reports.reading import load_results  # noqa: PLC0415
    from bugsweep.reports.site import Site  # noqa: PLC0415

    say("building the report")
    return Site(folder / "report", title=folder.name, has_png=False).build(load_results([folder]))


def _show(trials: list[TrialResult], folder: Path, page: Path | None) -> None:
    # Statistics take seconds to import.
    from bugsweep.reports.summary import COLUMNS, summarise, summary_row  # noqa: PLC0415

    title = "Agents on tasks: rate (k/n; 95 % Wilson interval), means per trial"
    print_table(title, COLUMNS, [summary_row(summary) for summary in summarise(trials)])
    rows = [[it.agent, it.task, it.outcome.value, it.reason.splitlines()[0][:160]] for it in trials]
    print_table("Trials", ["agent", "task", "outcome", "reason"], rows)
    results.print(f"log       {folder / 'logs'}  (inspect view --log-dir {folder / 'logs'})")
    if page:
        results.print(f"report    {page}")
    results.print(f"evidence  {folder / 'trials'}")

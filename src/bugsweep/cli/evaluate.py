"""`bugsweep eval`: agents on tasks, judged in the browser."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bugsweep.cli.output import AsJson, print_json, print_rows, print_table, results, say
from bugsweep.domain.errors import UsageError
from bugsweep.domain.outcome import Outcome, TrialResult
from bugsweep.domain.task import PromptKind
from bugsweep.files.run_folder import RunFolder, new_run_folder
from bugsweep.files.suite import select_tasks

if TYPE_CHECKING:
    from bugsweep.evaluation.running import Plan


def eval_command(  # options of a command
    names: Annotated[list[str] | None, typer.Argument(help="Suites, subsets or tasks.")] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(help="Repeatable: who works on them; `codex:0.171.0` names a version."),
    ] = None,
    model: Annotated[str, typer.Option(help="The agents' model, as Inspect names it.")] = "none",
    effort: Annotated[
        str, typer.Option(help="How much the model is to reason, in its provider's word.")
    ] = "",
    prompt: Annotated[PromptKind, typer.Option(help="How much is told.")] = PromptKind.OPEN,
    browser_hint: Annotated[bool, typer.Option(help="Say to use the browser.")] = True,
    minutes: Annotated[
        float | None, typer.Option(min=0.01, help="The agent's time for each trial; it is told.")
    ] = None,
    tokens: Annotated[
        int | None, typer.Option(min=1, help="The agent's tokens for each trial.")
    ] = None,
    cost: Annotated[
        float | None, typer.Option(min=0, help="The agent's money for each trial, in USD.")
    ] = None,
    total_minutes: Annotated[
        float | None, typer.Option(min=0.01, help="The time of the whole run.")
    ] = None,
    total_tokens: Annotated[
        int | None, typer.Option(min=1, help="The agents' tokens for all trials together.")
    ] = None,
    total_cost: Annotated[
        float | None, typer.Option(min=0, help="The agents' money for all trials, in USD.")
    ] = None,
    prices: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, help="Prices of models, in Inspect's format."),
    ] = None,
    egress: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, help="Hosts a `command` may reach, one a line."),
    ] = None,
    executor: Annotated[
        str, typer.Option(help="Who carries out the behaviour tests.")
    ] = "scripted",
    epochs: Annotated[int, typer.Option(min=1, help="Trials of each agent and task.")] = 1,
    jobs: Annotated[
        int, typer.Option("-j", min=1, show_default="number of cores", help="Trials at a time.")
    ] = os.cpu_count() or 1,
    retries: Annotated[
        int, typer.Option(min=0, help="Further attempts after a fault that is not the agent's.")
    ] = 1,
    runs: Annotated[Path, typer.Option(help="Where runs go.")] = Path("runs"),
    resume: Annotated[
        Path | None,
        typer.Option(
            exists=True, file_okay=False, help="Go on with this run, under its own conditions."
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print what agents would be told; run nothing.")
    ] = False,
    report: Annotated[bool, typer.Option(help="Build the pages of the run too.")] = True,
    as_json: AsJson = False,
) -> None:
    """Give agents a running app with a bug, and judge what they leave behind."""
    # Inspect takes seconds to import, so only this command pays for it.
    from bugsweep.agents.egress import load_hosts  # noqa: PLC0415
    from bugsweep.evaluation.budget import NO_LIMITS, Allowance  # noqa: PLC0415
    from bugsweep.evaluation.running import NO_MODEL, Plan, plan_of, run_plan  # noqa: PLC0415

    price_file = str(prices) if prices else ""
    total = Allowance(total_minutes, total_tokens, total_cost)
    if resume:
        if names or agent:
            raise UsageError("a run that goes on has its tasks and agents already")
        run = RunFolder(resume.resolve())
        plan = plan_of(
            run.load_card(),
            jobs=jobs,
            prices=price_file,
            total=total if total != NO_LIMITS else None,
        )
    else:
        if not names or not (agent or dry_run):
            raise UsageError("tasks and agents are needed", hint="or `--resume RUN`")
        plan = Plan(
            names=tuple(names),
            tasks=tuple(select_tasks(names)),
            agents=tuple(agent or ()),
            prompt=prompt,
            browser_hint=browser_hint,
            minutes=minutes,
            tokens=tokens,
            cost_usd=cost,
            total=total,
            egress=load_hosts(egress) if egress else (),
            executor=executor,
            epochs=epochs,
            model=NO_MODEL if model == "none" else model,
            effort=effort,
            prices=price_file,
            jobs=jobs,
            retries=retries,
        )
    if dry_run:
        _show_prompts(plan, as_json=as_json)
        return
    plan.check()
    if not resume:
        run = new_run_folder(runs, "-".join(plan.names).replace("/", "_"))
    try:
        trials = run_plan(plan, run, say=say)
    except KeyboardInterrupt:
        say(f"what is done is kept: `bugsweep eval --resume {run.path}` goes on")
        raise
    page = _build_report(run.path) if report else None
    if as_json:
        print_json(trials)
    else:
        _show(trials, run.path, page)
    raise typer.Exit(3 if any(it.outcome is Outcome.INFRA_ERROR for it in trials) else 0)


def _show_prompts(plan: "Plan", *, as_json: bool) -> None:
    prompts = plan.prompts()
    if as_json:
        print_rows([{"task": task, "prompt": prompt} for task, prompt in prompts.items()])
        return
    for task, prompt in prompts.items():
        results.print(f"== {task}\n{prompt}", markup=False)


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

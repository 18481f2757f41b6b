"""`bugsweep explore`: look for bugs in a running app or a task's app, without a model."""

from pathlib import Path
from typing import Annotated

import typer

from bugsweep.browser import open_driver
from bugsweep.cli.exploring import open_other, open_target, start_of
from bugsweep.cli.output import AsJson, print_json, results, run_async, talk
from bugsweep.domain.errors import SetupError, UnknownPluginError
from bugsweep.exploration.exploring import Explorer, Plan, Progress
from bugsweep.exploration.finding import Exploration
from bugsweep.exploration.login import Account
from bugsweep.exploration.oracles import ORACLES
from bugsweep.exploration.writing import write_exploration
from bugsweep.files.run_folder import new_run_folder


def explore_command(
    target: Annotated[str, typer.Argument(help="Where the app runs, or a task's id or folder.")],
    area: Annotated[str, typer.Option(help="What to look at first, in words.")] = "",
    login: Annotated[
        list[str] | None, typer.Option(help="USER:PASSWORD; repeatable, the first is used most.")
    ] = None,
    start: Annotated[
        list[str] | None,
        typer.Option(help="A path to begin at instead of the target's own; repeatable."),
    ] = None,
    minutes: Annotated[float, typer.Option(help="Stop after this long.")] = 5,
    instances: Annotated[
        int, typer.Option(min=1, help="Explore so many fresh apps side by side; of a task only.")
    ] = 3,
    windows: Annotated[
        int, typer.Option(min=1, help="Explore a live app in so many windows at once.")
    ] = 2,
    seed: Annotated[int, typer.Option(help="Same seed and same app, same walk.")] = 0,
    oracle: Annotated[
        list[str] | None, typer.Option(help="Only this property; repeatable.")
    ] = None,
    max_findings: Annotated[int, typer.Option(help="Stop after so many; 0 goes on.")] = 0,
    allow_destructive: Annotated[
        bool, typer.Option(help="Also edit and delete what the explorer did not make.")
    ] = False,
    against: Annotated[
        str,
        typer.Option(help="Report only what another build at this URL, or `reference`, passes."),
    ] = "",
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Where findings go.")] = None,
    as_json: AsJson = False,
) -> None:
    """Look for bugs like a user, without a language model; exit 1 when there is a finding."""
    unknown = [name for name in oracle or [] if name not in ORACLES]
    if unknown:
        raise UnknownPluginError("oracle", unknown[0], ORACLES)
    plan = Plan(
        minutes=minutes,
        instances=instances,
        windows=windows,
        seed=seed,
        area=area,
        starts=tuple(start or [start_of(target)]),
        accounts=tuple(Account.parse(text) for text in login or []),
        oracles=tuple(oracle or []),
        may_destroy=allow_destructive,
        max_findings=max_findings,
    )
    folder = out or new_run_folder(Path("runs"), "explore").path
    done = run_async(_explore(target, plan, folder, against))
    write_exploration(done, folder)
    if as_json:
        print_json(done)
    else:
        _show(done, folder)
    if not done.is_whole:
        if not done.findings:
            raise SetupError(done.ended, hint=f"what was seen until then is in {folder}")
        talk.print(f"it ended early: {done.ended}", markup=False)
    raise typer.Exit(1 if done.findings else 0)


async def _explore(target: str, plan: Plan, folder: Path, against: str) -> Exploration:
    async with open_driver() as driver:
        place = await open_target(target, driver, folder=folder)
        other = await open_other(against, driver, of=target, folder=folder)
        explorer = Explorer(place, plan, folder=folder, tell=_tell, against=other)
        return await explorer.explore()


def _tell(now: Progress) -> None:
    talk.print(
        f"[dim]{now.elapsed_s:4.0f} s  {now.views} pages, {now.forms} forms, {now.entities}"
        f" entities, {now.probes} probes, {now.findings} findings,"
        f" {now.actions_per_s:.1f} actions/s[/]  {now.phase}",
        markup=True,
    )


def _show(done: Exploration, folder: Path) -> None:
    for finding in done.findings:
        results.print(f"{finding.id}  {finding.title}", style="bold", markup=False)
        results.print(f"  expected: {finding.expected}", markup=False)
        results.print(f"  seen:     {finding.seen}", markup=False)
    for note in done.notes:
        talk.print(note, markup=False)
    for fault in done.faults:
        talk.print(f"a fault of bugsweep, which went on: {fault}", markup=False)
    count = len(done.findings)
    results.print(
        f"{count} finding{'' if count == 1 else 's'} in {done.elapsed_s:.0f} s,"
        f" {done.actions} actions, {len(done.views)} pages ({done.ended}): {folder}",
        markup=False,
    )

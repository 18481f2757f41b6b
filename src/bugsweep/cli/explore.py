"""`bugsweep explore`: look for bugs in a running app or a task's app, without a model."""

from pathlib import Path
from typing import Annotated

import typer

from bugsweep.apps.references import build_buggy, build_reference, reference_candidate
from bugsweep.browser import Driver, open_driver
from bugsweep.cli.output import AsJson, print_json, results, run_async, say, talk
from bugsweep.domain.errors import UnknownPluginError, UsageError
from bugsweep.domain.task import Task
from bugsweep.exploration.exploring import Explorer, Plan, Progress
from bugsweep.exploration.finding import Exploration
from bugsweep.exploration.login import Account
from bugsweep.exploration.oracles import ORACLES
from bugsweep.exploration.target import ImageTarget, LiveTarget, Target
from bugsweep.exploration.writing import write_exploration
from bugsweep.files.run_folder import new_run_folder
from bugsweep.files.suite import select_tasks


def explore_command(
    target: Annotated[str, typer.Argument(help="Where the app runs, or a task's id or folder.")],
    area: Annotated[str, typer.Option(help="What to look at first, in words.")] = "",
    login: Annotated[
        list[str] | None, typer.Option(help="USER:PASSWORD; repeatable, the first is used most.")
    ] = None,
    start: Annotated[list[str] | None, typer.Option(help="A path to begin at; repeatable.")] = None,
    minutes: Annotated[float, typer.Option(help="Stop after this long.")] = 5,
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
        seed=seed,
        area=area,
        starts=tuple(start or ["/"]),
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
    raise typer.Exit(1 if done.findings else 0)


async def _explore(target: str, plan: Plan, folder: Path, against: str) -> Exploration:
    async with open_driver() as driver:
        other: Target | None = LiveTarget(against, driver) if _is_url(against) else None
        if _is_url(target):
            if against and other is None:
                raise UsageError(f"`{against}` is no URL", hint="only a task has a reference")
            place: Target = LiveTarget(target, driver)
        else:
            task = _one_task(target)
            say(f"preparing {task.app.name}")
            place = ImageTarget(await build_buggy(task), driver, log=folder / "app.log")
            if against == "reference":
                other = await _reference(task, driver, folder)
            elif against and other is None:
                raise UsageError(f"`{against}` is neither a URL nor `reference`")
        explorer = Explorer(place, plan, folder=folder, tell=_tell, against=other)
        return await explorer.explore()


def _is_url(text: str) -> bool:
    return text.startswith(("http://", "https://"))


def _one_task(name: str) -> Task:
    tasks = select_tasks([name])
    if len(tasks) != 1:
        raise UsageError(f"`{name}` is {len(tasks)} tasks, one is needed")
    return tasks[0]


async def _reference(task: Task, driver: Driver, folder: Path) -> ImageTarget:
    log = folder / "reference.log"
    release = await build_reference(task)
    if release is not None:
        return ImageTarget(release, driver, log=log)
    patch = await reference_candidate(task)
    return ImageTarget(await build_buggy(task), driver, log=log, candidate=patch)


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
    count = len(done.findings)
    results.print(
        f"{count} finding{'' if count == 1 else 's'} in {done.elapsed_s:.0f} s,"
        f" {done.actions} actions, {len(done.views)} pages ({done.ended}): {folder}",
        markup=False,
    )

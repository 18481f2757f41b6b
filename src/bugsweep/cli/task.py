"""`bugsweep task`: make, check, show, import, export and mutate task folders."""

from pathlib import Path
from typing import Annotated

import typer

from bugsweep.behaviour import parse_feature
from bugsweep.behaviour.feature import find_missing_pictures
from bugsweep.cli.exchange import export_command, import_command
from bugsweep.cli.mutate import mutate_command
from bugsweep.cli.output import AsJson, print_json, results, say, say_error
from bugsweep.domain.errors import UsageError
from bugsweep.domain.verdict import BehaviourRole
from bugsweep.files.scaffold import (
    check_task_name,
    find_markers,
    parse_origin,
    scaffold_files,
    write_task_folder,
)
from bugsweep.files.suite import find_task_folders, select_tasks
from bugsweep.files.task_folder import load_task

task_app = typer.Typer(help="Task folders.", no_args_is_help=True)
task_app.command("import")(import_command)
task_app.command("export")(export_command)
task_app.command("mutate")(mutate_command)


@task_app.command("new")
def new_command(
    name: Annotated[str, typer.Argument(help="What the task is called.")],
    origin: Annotated[
        str,
        typer.Option(
            "--from",
            help="Package, buggy and fixed version: `pypi:PACKAGE@X..Y` or `npm:PACKAGE@X..Y`.",
        ),
    ],
    folder: Annotated[
        Path, typer.Option("-o", "--output", help="Where the task folder is made.")
    ] = Path(),
) -> None:
    """Make a task folder; what only a person knows is marked `TODO(task):` in it."""
    path = folder / check_task_name(name)
    write_task_folder(path, scaffold_files(name, parse_origin(origin)))
    typer.echo(str(path))
    say(f"{len(list(find_markers(path)))} places to write; `bugsweep task lint {path}` names them")


@task_app.command("lint")
def lint_command(
    names: Annotated[
        list[str] | None, typer.Argument(help="Suites, subsets or tasks; all when left out.")
    ] = None,
) -> None:
    """Check task folders; each problem with file, line and field. Exit 2 when there is one."""
    problems = 0
    folders = find_task_folders(names or [])
    for folder in folders:
        found = _problems(folder)
        problems += bool(found)
        for error in found:
            say_error(error.message, error.hint)
    typer.echo(f"{len(folders)} tasks checked, {problems} with a problem")
    raise typer.Exit(2 if problems else 0)


def _problems(folder: Path) -> list[UsageError]:
    """What keeps the task from being used, else what is left to be written in it."""
    try:
        task = load_task(folder)
        lacking: list[UsageError] = []
        for role in BehaviourRole:
            behaviour = parse_feature(task.features[role], source=str(task.feature_path(role)))
            lacking += find_missing_pictures(behaviour)
        return [*lacking, *find_markers(folder)]
    except UsageError as error:
        return [error]


@task_app.command("show")
def show_command(
    name: Annotated[str, typer.Argument(help="A task's id, or its folder.")],
    as_json: AsJson = False,
) -> None:
    """Print what a task asks, and what its behaviour tests say."""
    tasks = select_tasks([name])
    if as_json:
        print_json(tasks)
        return
    for task in tasks:
        card, source = task.card, task.app.source
        rows = {
            "app": f"{task.app.name} {source.version} ({source.kind})",
            "domain": card.domain,
            "area": card.area,
            "open": card.open_prompt.strip(),
            "detailed": card.detailed_prompt.strip(),
            "found by": card.interaction_note.strip(),
            "digest": task.digest,
        }
        results.print(f"[bold]{task.id}[/]")
        for label, value in rows.items():
            results.print(f"  {label:9} {value}", markup=False)
        for role in BehaviourRole:
            results.print(f"\n{task.features[role].rstrip()}", markup=False)

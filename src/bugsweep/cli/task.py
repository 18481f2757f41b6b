"""`bugsweep task`: look after task folders."""

from typing import Annotated

import typer

from bugsweep.behaviour import parse_feature
from bugsweep.cli.output import say_error
from bugsweep.domain.errors import UsageError
from bugsweep.domain.verdict import BehaviourRole
from bugsweep.files.suite import find_task_folders
from bugsweep.files.task_folder import load_task

task_app = typer.Typer(help="Task folders.", no_args_is_help=True)


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
        try:
            task = load_task(folder)
            for role in BehaviourRole:
                parse_feature(task.features[role], source=str(task.feature_path(role)))
        except UsageError as error:
            problems += 1
            say_error(error.message, error.hint)
    typer.echo(f"{len(folders)} tasks checked, {problems} with a problem")
    raise typer.Exit(2 if problems else 0)

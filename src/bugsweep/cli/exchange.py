"""`bugsweep task import` and `export`: tasks and results in the formats of other projects."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from bugsweep.agents.prompts import PromptCondition, render_prompt
from bugsweep.apps.build import find_image
from bugsweep.apps.references import reference_candidate, release_of
from bugsweep.behaviour import Step, parse_feature
from bugsweep.behaviour.vocabulary import find_step
from bugsweep.cli.output import AsJson, print_rows, print_table, run_async, say
from bugsweep.domain.app import App
from bugsweep.domain.errors import UsageError
from bugsweep.domain.task import PromptKind, Task
from bugsweep.domain.verdict import BehaviourRole
from bugsweep.files.foreign.harbor import export_harbor
from bugsweep.files.foreign.sweeper import SweeperCase, load_cases, render_cases
from bugsweep.files.foreign.sweeper_runs import import_run
from bugsweep.files.foreign.sweeper_tasks import export_case, task_files, task_name
from bugsweep.files.foreign.translating import REVIEW_SUFFIX, draft_feature
from bugsweep.files.scaffold import ensure_suite, write_task_folder
from bugsweep.files.suite import select_tasks


class Format(StrEnum):
    """What tasks can be written as."""

    SWEEPER = "sweeper"
    HARBOR = "harbor"


def import_command(
    sources: Annotated[
        list[Path],
        typer.Argument(help="Files of rows (JSON Lines), or folders of evaluated runs."),
    ],
    suite: Annotated[
        Path, typer.Option("-o", "--output", help="The suite that gets the tasks.")
    ] = Path("suites/imported"),
    runs: Annotated[Path, typer.Option(help="Where imported runs go.")] = Path("runs"),
    agent: Annotated[
        str, typer.Option(help="What the agent of imported runs is called; else as recorded.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Take over tasks and results of the paper's data set and program.

    Steps in prose stay prose; a draft of their translation is put beside them, for review.
    """
    rows: list[dict[str, str]] = []
    for source in sources:
        if source.is_dir():
            rows += [
                {"what": "run", "folder": str(run.folder), "note": f"{run.trials} {run.phase}"}
                for run in import_run(source, runs, agent=agent)
            ]
        else:
            rows += [_import_case(case, suite) for case in load_cases(source)]
            ensure_suite(suite)
    if as_json:
        print_rows(rows)
    else:
        table = [[row["what"], row["folder"], row["note"]] for row in rows]
        print_table("Imported", ["what", "folder", "note"], table)


def _import_case(case: SweeperCase, suite: Path) -> dict[str, str]:
    folder = suite / task_name(case)
    files = task_files(case)
    notes = []
    for role in BehaviourRole:
        draft = draft_feature(
            case.workflows.of(role),
            feature=case.row.slug,
            knows=lambda text: find_step(text) is not None,
        )
        files[f"{role.value}{REVIEW_SUFFIX}"] = draft.text
        notes.append(f"{draft.translated}/{draft.sentences} {role.value}")
    write_task_folder(folder, files)
    return {
        "what": "task",
        "folder": str(folder),
        "note": f"sentences drafted: {', '.join(notes)}",
    }


def export_command(
    names: Annotated[list[str], typer.Argument(help="Suites, subsets or tasks.")],
    kind: Annotated[Format, typer.Option("--as", help="What the tasks are written as.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="File of rows (standard output when left out), or a folder."
        ),
    ] = None,
    prompt: Annotated[
        PromptKind, typer.Option(help="The request in Harbor folders.")
    ] = PromptKind.OPEN,
    minutes: Annotated[
        float, typer.Option(min=1, help="How long agents may work, in Harbor folders.")
    ] = 60,
) -> None:
    """Write tasks as rows of the paper's data set, or as folders that Harbor runs."""
    tasks = select_tasks(names)
    if kind is Format.SWEEPER:
        text = render_cases(run_async(_cases(tasks)))
        if output:
            output.write_text(text, encoding="utf-8")
        else:
            typer.echo(text, nl=False)
        return
    if output is None:
        raise UsageError("where the folders go is not said", hint="give it with -o")
    for folder in run_async(_harbor_folders(tasks, output, prompt, minutes)):
        typer.echo(str(folder))


async def _cases(tasks: list[Task]) -> list[SweeperCase]:
    cases = []
    for number, task in enumerate(tasks, start=1):
        commits = {"buggy": await _commit(task, task.app)}
        release = release_of(task)
        if release:
            commits["reference"] = await _commit(task, release)
        steps = {role: _spoken(task, role) for role in BehaviourRole}
        cases.append(export_case(task, number=number, steps=steps, commits=commits))
    return cases


async def _commit(task: Task, app: App) -> str:
    """The one commit of the product, where its Image is built; else nothing."""
    image = await find_image(app, task.folder / "app")
    if image is None:
        return ""
    head = (image.baseline / "refs/heads/main").read_text(encoding="ascii")
    return head.strip()


def _spoken(task: Task, role: BehaviourRole) -> list[str]:
    behaviour = parse_feature(task.features[role], source=str(task.feature_path(role)))
    return [_said(step) for step in behaviour.steps]


def _said(step: Step) -> str:
    if isinstance(step.block, list):
        rows = ("| " + " | ".join(map(str, row)) + " |" for row in step.block)
        return "\n".join((step.text, *rows))
    return f"{step.text}\n{step.block}" if step.block else step.text


async def _harbor_folders(
    tasks: list[Task], output: Path, prompt: PromptKind, minutes: float
) -> list[Path]:
    folders = []
    for task in tasks:
        say(f"{task.id}: its repair")
        folders.append(
            export_harbor(
                task,
                output,
                instruction=render_prompt(task.prompt(prompt), PromptCondition()),
                repair=await reference_candidate(task),
                minutes=minutes,
            )
        )
    return folders

"""`bugsweep verify`: judge a build or a patch of a task by its behaviour tests."""

from pathlib import Path
from typing import Annotated

import typer

from bugsweep.apps.references import build_buggy
from bugsweep.cli.output import AsJson, print_json, results, run_async, say
from bugsweep.domain.candidate import Build, PatchCandidate
from bugsweep.domain.errors import UsageError
from bugsweep.domain.task import Task
from bugsweep.domain.verdict import BehaviourRole, StepResult, Verdict, VerdictKind
from bugsweep.files.run_folder import new_run_folder
from bugsweep.files.suite import select_tasks
from bugsweep.files.toml import read_text
from bugsweep.verification.executors import open_executor
from bugsweep.verification.judging import Subject, behaviour_of, judge_behaviour, subject_of

_COLOURS = {VerdictKind.PASS: "green", VerdictKind.FAIL: "red"}


def verify_command(
    task: Annotated[str, typer.Argument(help="A task's id, or its folder.")],
    patch: Annotated[Path | None, typer.Option(help="Judge the buggy app with this patch.")] = None,
    build: Annotated[Build | None, typer.Option(help="Judge one of the known builds.")] = None,
    executor: Annotated[str, typer.Option(help="Who carries out the steps.")] = "scripted",
    only: Annotated[BehaviourRole | None, typer.Option(help="Only this behaviour test.")] = None,
    runs: Annotated[Path, typer.Option(help="Where evidence goes.")] = Path("runs"),
    as_json: AsJson = False,
) -> None:
    """Judge a repair by what a user would see; exit 0 when both behaviour tests pass."""
    if (patch is None) == (build is None):
        raise UsageError("what is to be judged is not said", hint="give --patch or --build")
    found = select_tasks([task])
    if len(found) != 1:
        raise UsageError(f"`{task}` is {len(found)} tasks, one is needed")
    verdicts = run_async(_verify(found[0], patch, build, executor, only, runs))
    if as_json:
        print_json(verdicts)
    else:
        for verdict in verdicts:
            _show(verdict)
    raise typer.Exit(_exit_code(verdicts))


def _exit_code(verdicts: list[Verdict]) -> int:
    """A FAIL decides, even beside a verdict that decides nothing."""
    kinds = {verdict.kind for verdict in verdicts}
    if VerdictKind.FAIL in kinds:
        return 1
    return 0 if kinds == {VerdictKind.PASS} else 3


async def _verify(  # the command's own options
    task: Task,
    patch: Path | None,
    build: Build | None,
    executor_name: str,
    only: BehaviourRole | None,
    runs: Path,
) -> list[Verdict]:
    roles = [only] if only else list(BehaviourRole)
    behaviours = {role: behaviour_of(task, role) for role in roles}
    say(f"preparing {task.app.name}")
    if build:
        subject = await subject_of(task, build)
    else:
        assert patch is not None  # noqa: S101  # one of the two is given
        subject = Subject(await build_buggy(task), PatchCandidate(diff=read_text(patch)))
    run = new_run_folder(runs, f"verify-{task.id}")
    verdicts = []
    async with open_executor(executor_name) as executor:
        for role in roles:
            say(f"executing the {role.value} test")
            folder = run.path / role.value
            verdict = await judge_behaviour(
                behaviours[role], subject, executor, evidence_dir=folder
            )
            verdicts.append(verdict)
    return verdicts


def _show(verdict: Verdict) -> None:
    colour = _COLOURS.get(verdict.kind, "yellow")
    results.print(f"[bold]{verdict.behaviour}[/]")
    for step in verdict.steps:
        _show_step(step)
    results.print(f"[bold {colour}]{verdict.kind}[/] {_plain(verdict.reason)}", markup=True)
    for healing in verdict.healings:
        results.print(f"  label healed: `{healing.wanted}` is now `{healing.found}`", markup=False)
    if verdict.rerun_kind:
        results.print(f"  a second execution with a trace: {verdict.rerun_kind}", markup=False)
    results.print(f"  {verdict.elapsed_s:.1f} s, evidence: {verdict.evidence_dir}\n", markup=False)


def _show_step(step: StepResult) -> None:
    mark = {VerdictKind.PASS: "[green]✓[/]", VerdictKind.FAIL: "[red]✗[/]"}.get(
        step.kind, "[yellow]?[/]"
    )
    results.print(f"  {mark} {_plain(step.text)}")
    if step.kind is not VerdictKind.PASS:
        results.print(f"      expected: {step.expected}", markup=False)
        results.print(f"      seen:     {step.seen}", markup=False)


def _plain(text: str) -> str:
    return text.replace("[", r"\[")

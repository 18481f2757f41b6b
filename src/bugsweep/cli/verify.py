"""`bugsweep verify`: judge a build or a patch of a task by its behaviour tests."""

from pathlib import Path
from typing import Annotated

import typer

from bugsweep.apps.references import build_buggy
from bugsweep.cli.output import AsJson, print_json, results, run_async, say
from bugsweep.cli.verify_feature import verify_feature
from bugsweep.cli.verify_run import verify_run
from bugsweep.domain.candidate import Build, PatchCandidate
from bugsweep.domain.errors import AppStartError, CandidateRejectedError, UsageError
from bugsweep.domain.task import Task
from bugsweep.domain.verdict import BehaviourRole, StepResult, Verdict, VerdictKind
from bugsweep.files.run_folder import RunFolder, new_run_folder
from bugsweep.files.suite import select_tasks
from bugsweep.files.toml import read_text
from bugsweep.verification.executors import open_executor
from bugsweep.verification.judging import Subject, behaviour_of, judge_behaviour, subject_of

_COLOURS = {VerdictKind.PASS: "green", VerdictKind.FAIL: "red"}


def verify_command(
    subject: Annotated[
        str, typer.Argument(help="A task's id or its folder; or the folder of a run.")
    ] = "",
    patch: Annotated[Path | None, typer.Option(help="Judge the buggy app with this patch.")] = None,
    build: Annotated[Build | None, typer.Option(help="Judge one of the known builds.")] = None,
    feature: Annotated[Path | None, typer.Option(help="Judge by the behaviour test here.")] = None,
    url: Annotated[str, typer.Option(help="With --feature: where the app runs.")] = "",
    executor: Annotated[str, typer.Option(help="Who carries out the steps.")] = "scripted",
    arbiter: Annotated[
        str, typer.Option(help="With a run: who judges what is undecided, and nothing else.")
    ] = "",
    only: Annotated[BehaviourRole | None, typer.Option(help="Only this behaviour test.")] = None,
    runs: Annotated[Path, typer.Option(help="Where evidence goes.")] = Path("runs"),
    as_json: AsJson = False,
) -> None:
    """Judge a repair by what a user would see; exit 0 when every behaviour test passes.

    Either a task with --patch or --build; or any running app with --feature and --url; or a run,
    whose candidates are all judged again: results are added, and none is overwritten.
    """
    is_run = bool(subject) and RunFolder(Path(subject)).has_card
    if arbiter and not is_run:
        raise UsageError("--arbiter needs the folder of a run", hint="`bugsweep verify runs/…`")
    if is_run:
        if patch or build or feature or url or only:
            raise UsageError(
                f"`{subject}` is a run: it says itself what is judged",
                hint="`bugsweep verify RUN --executor …` or `--arbiter …`",
            )
        raise typer.Exit(verify_run(Path(subject), executor, arbiter, as_json=as_json))
    if feature or url:
        if subject or patch or build or not (feature and url):
            raise UsageError(
                "--feature and --url belong together, and to no task",
                hint="`bugsweep verify --feature FILE --url http://127.0.0.1:8000`",
            )
        evidence = new_run_folder(runs, "verify").path
        verdicts = [run_async(verify_feature(feature, url, executor, evidence_dir=evidence))]
    else:
        verdicts = _verify_task(subject, patch, build, executor, only, runs)
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


def _verify_task(
    name: str,
    patch: Path | None,
    build: Build | None,
    executor: str,
    only: BehaviourRole | None,
    runs: Path,
) -> list[Verdict]:
    if not name or (patch is None) == (build is None):
        raise UsageError(
            "what is to be judged is not said",
            hint="name a task and give --patch or --build, or give --feature and --url",
        )
    found = select_tasks([name])
    if len(found) != 1:
        raise UsageError(f"`{name}` is {len(found)} tasks, one is needed")
    return run_async(_verify(found[0], patch, build, executor, only, runs))


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
            try:
                verdict = await judge_behaviour(
                    behaviours[role], subject, executor, evidence_dir=folder
                )
            except AppStartError as error:
                if subject.candidate is None:
                    raise
                # The app starts without the patch, or there would be no Image of it.
                raise CandidateRejectedError(
                    f"with the patch, {error.message}", hint=error.hint
                ) from error
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

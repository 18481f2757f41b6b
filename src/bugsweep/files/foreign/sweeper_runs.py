"""Run folders of the paper's own program, read into run folders of ours.

Only what its reports rest on is taken over: verdicts, patches, and who worked under which request.
"""

import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, RootModel

from bugsweep import __version__
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.errors import TaskFileError
from bugsweep.domain.outcome import Outcome, PatchSize, TrialResult, outcome_of
from bugsweep.domain.verdict import BehaviourRole, StepResult, Verdict, VerdictKind
from bugsweep.files.foreign.documents import load_json, load_json_lines
from bugsweep.files.patch import measure_patch
from bugsweep.files.run_context import AgentNote, RunContext, write_context
from bugsweep.files.run_folder import RunCard, RunFolder

EXECUTOR: Final = "agentic"

PHASES: Final[Mapping[str, str]] = {
    "prediction-scoped": "open",
    "prediction-specified": "detailed",
    "baseline": "none",
    "reference": "none",
}
"""Phase → the request it stands for; the last two judge known builds, no agent."""

_KINDS: Final = {
    "pass": VerdictKind.PASS,
    "fail": VerdictKind.FAIL,
    "uncertain": VerdictKind.UNCLEAR,
}


class _Foreign(BaseModel):
    # Another program's file: it may say more than is needed here.
    model_config = ConfigDict(frozen=True, extra="ignore")


class _Substep(_Foreign):
    step: str = ""
    result: str = ""
    reason: str = ""


class _AgentResult(_Foreign):
    result: str = ""
    substeps: tuple[_Substep, ...] = ()


class _Workflow(_Foreign):
    id: str = ""
    purpose: str = ""
    result: str
    agent_result: _AgentResult | None = None


class _Cell(_Foreign):
    workflows: tuple[_Workflow, ...] = ()


class _PhaseResult(_Foreign):
    phase: str
    target: _Cell = _Cell()
    preservation: _Cell = _Cell()


class _Row(_Foreign):
    """A line of result.jsonl: how many workflows of a category ended how."""

    phase: str
    category: BehaviourRole
    passed: int = Field(default=0, alias="pass", ge=0)
    failed: int = Field(default=0, alias="fail", ge=0)
    uncertain: int = Field(default=0, ge=0)

    @property
    def kind(self) -> VerdictKind | None:
        """None when nothing was counted."""
        if self.failed:
            return VerdictKind.FAIL
        if self.uncertain:
            return VerdictKind.UNCLEAR
        return VerdictKind.PASS if self.passed else None


class _Prediction(_Foreign):
    harness: str = ""
    model: str = ""
    effort: str = ""


class _Config(_Foreign):
    prediction: _Prediction = _Prediction()


class _Status(_Foreign):
    status: str = ""
    reason: str = ""


class _Case(_Status):
    case_id: str = ""
    id: str = ""


class _Cases(RootModel[tuple[_Case, ...] | dict[str, _Case | str]]):
    pass


_BROKEN: Final = "infrastructure_failed"


@dataclass(frozen=True, slots=True)
class ImportedRun:
    """What was taken over."""

    folder: Path
    phase: str
    trials: int


def import_run(source: Path, target: Path, *, agent: str = "") -> list[ImportedRun]:
    """Write one run folder below `target` for each phase that was evaluated in `source`.

    Raises:
        TaskFileError: `source` is no such run, or a file says something wrong.
    """
    if not (source / "evaluations").is_dir():
        raise TaskFileError(source / "evaluations", "is missing: this is no evaluated run")
    config = source / "config.json"
    prediction = load_json(config, _Config).prediction if config.exists() else _Prediction()
    name = agent or _agent_name(prediction) or source.resolve().name
    note = AgentNote(**prediction.model_dump())
    reader = _Reader(source)
    imported = []
    for phase in PHASES:
        results = list(reader.results(phase, phase if phase in _BUILDS else name))
        if results:
            folder = RunFolder(target / f"{source.resolve().name}-{phase}")
            _write(folder, results, source, phase, note)
            imported.append(ImportedRun(folder.path, phase, len(results)))
    if not imported:
        raise TaskFileError(source / "evaluations", "holds no verdict of a known phase")
    return imported


_BUILDS: Final = {"baseline", "reference"}


def _agent_name(prediction: _Prediction) -> str:
    parts = (prediction.harness, prediction.model, prediction.effort)
    return re.sub(r"[/\s]+", "-", "-".join(part for part in parts if part))


def _write(
    folder: RunFolder, results: list[TrialResult], source: Path, phase: str, note: AgentNote
) -> None:
    agent = results[0].agent
    folder.write_card(
        RunCard(
            suite=source.resolve().name,
            tasks=tuple(result.task for result in results),
            agents=(agent,),
            prompt=PHASES[phase],
            executor=EXECUTOR,
            started_at=_began(source),
            bugsweep_version=__version__,
        )
    )
    write_context(folder.path, RunContext(agents={agent: note}))
    for result in results:
        folder.write_result(result, epoch=1)
        patch = _patch_path(source, result.task, phase)
        if patch.is_file():
            trial = folder.trial(agent=agent, task=result.task, epoch=1)
            shutil.copyfile(patch, trial / "candidate.patch")


def _began(source: Path) -> str:
    first = min(path.stat().st_mtime for path in (source, *source.glob("*.json")))
    return datetime.fromtimestamp(first, UTC).isoformat(timespec="seconds")


def _patch_path(source: Path, case: str, phase: str) -> Path:
    return source / "predictions" / case / "artifacts" / f"{phase}.patch"


class _Reader:
    def __init__(self, source: Path) -> None:
        self._source = source
        self._statuses = _statuses(source / "cases.json")

    def results(self, phase: str, agent: str) -> Iterator[TrialResult]:
        """Those of the cases that were evaluated in this phase, or failed before it."""
        for folder in sorted((self._source / "evaluations").iterdir()):
            if not folder.is_dir():
                continue
            verdicts = self._verdicts(folder / "artifacts", phase)
            result = self._judged(folder.name, agent, phase, verdicts)
            if result:
                yield result

    def _judged(
        self, case: str, agent: str, phase: str, verdicts: Mapping[BehaviourRole, Verdict]
    ) -> TrialResult | None:
        patch = _patch_path(self._source, case, phase)
        has_patch = patch.is_file() and bool(patch.read_bytes().strip())
        size = PatchSize()
        if has_patch:
            diff = patch.read_text(encoding="utf-8", errors="replace")
            size = measure_patch(PatchCandidate(diff=diff))
        status = self._statuses.get(case, _Status())
        if len(verdicts) == len(BehaviourRole):
            outcome, reason = outcome_of(
                verdicts[BehaviourRole.TARGET], verdicts[BehaviourRole.PRESERVATION]
            )
        elif status.status == _BROKEN and has_patch:
            outcome = Outcome.INFRA_ERROR
            reason = status.reason or f"recorded as {_BROKEN}; a broken start is counted so too"
        elif phase not in _BUILDS and not has_patch and self._was_asked(case, phase):
            outcome, reason = Outcome.NO_PATCH, "no patch was collected"
        else:
            return None
        return TrialResult(
            task=case,
            agent=agent,
            outcome=outcome,
            reason=reason,
            target=verdicts.get(BehaviourRole.TARGET),
            preservation=verdicts.get(BehaviourRole.PRESERVATION),
            patch=size,
        )

    def _was_asked(self, case: str, phase: str) -> bool:
        level = phase.removeprefix("prediction-")
        artifacts = self._source / "predictions" / case / "artifacts"
        return (artifacts / f"logs-{level}").is_dir()

    def _verdicts(self, artifacts: Path, phase: str) -> dict[BehaviourRole, Verdict]:
        verdicts: dict[BehaviourRole, Verdict] = {}
        rows = artifacts / "result.jsonl"
        if rows.is_file():
            for row in load_json_lines(rows, _Row):
                if row.phase == phase and row.kind:
                    verdicts[row.category] = _counted(row)
        told = artifacts / "logs" / f"{phase}-result.json"
        if told.is_file():
            result = load_json(told, _PhaseResult)
            cells = {
                BehaviourRole.TARGET: result.target,
                BehaviourRole.PRESERVATION: result.preservation,
            }
            for role, cell in cells.items():
                verdict = _told(cell, role, told)
                if verdict:
                    verdicts[role] = verdict
        return verdicts


def _statuses(path: Path) -> dict[str, _Status]:
    """Case → its status; the file is a list of objects, or an object by case."""
    if not path.is_file():
        return {}
    cases = load_json(path, _Cases).root
    if isinstance(cases, dict):
        return {
            case: _Status(status=value) if isinstance(value, str) else value
            for case, value in cases.items()
        }
    return {case.case_id or case.id: case for case in cases}


def _counted(row: _Row) -> Verdict:
    kind = row.kind or VerdictKind.UNCLEAR
    reason = f"{row.passed} passed, {row.failed} failed, {row.uncertain} uncertain"
    step = StepResult(text="the whole workflow", line=1, kind=kind, seen=reason, elapsed_s=0)
    return Verdict(
        behaviour=row.category.value,
        kind=kind,
        reason=reason,
        steps=(step,),
        executor=EXECUTOR,
        elapsed_s=0,
    )


def _told(cell: _Cell, role: BehaviourRole, path: Path) -> Verdict | None:
    """The verdict of a category; the worst of its workflows decides."""
    verdicts = [
        _of_workflow(workflow, f"{role.value}.workflows.{number}", path)
        for number, workflow in enumerate(cell.workflows)
    ]
    order = (VerdictKind.FAIL, VerdictKind.UNCLEAR, VerdictKind.PASS)
    return min(verdicts, key=lambda verdict: order.index(verdict.kind), default=None)


def _of_workflow(workflow: _Workflow, field: str, path: Path) -> Verdict:
    kind = _KINDS.get(workflow.result.lower())
    if kind is None:
        raise TaskFileError(
            path,
            f"must be pass, fail or uncertain, found `{workflow.result}`",
            field=f"{field}.result",
        )
    substeps = workflow.agent_result.substeps if workflow.agent_result else ()
    steps = tuple(
        StepResult(
            text=substep.step or "step",
            line=number,
            kind=_KINDS.get(substep.result.lower(), VerdictKind.UNCLEAR),
            seen=substep.reason,
            elapsed_s=0,
        )
        for number, substep in enumerate(substeps, start=1)
    )
    against = [step for step in steps if step.kind is kind and kind is not VerdictKind.PASS]
    reason = next((step.seen for step in against if step.seen), "") or f"recorded as {kind}"
    if kind is VerdictKind.FAIL and not against:
        whole = "the whole workflow"
        steps = (*steps, StepResult(text=whole, line=len(steps) + 1, kind=kind, elapsed_s=0))
    odd = sum(step.kind is not VerdictKind.PASS for step in steps)
    if kind is VerdictKind.PASS and odd:
        reason = f"recorded as PASS, although {odd} of {len(steps)} steps are not"
    return Verdict(
        behaviour=workflow.purpose or workflow.id or "workflow",
        kind=kind,
        reason=reason,
        steps=steps,
        executor=EXECUTOR,
        elapsed_s=0,
    )

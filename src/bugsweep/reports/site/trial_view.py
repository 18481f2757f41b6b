"""What the page of one trial shows: its behaviour tests, patch, timeline and judgements."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bugsweep.domain.outcome import TrialResult
from bugsweep.domain.verdict import BehaviourRole, StepResult, Verdict, VerdictKind
from bugsweep.reports.findings import has_findings_file, load_exploration
from bugsweep.reports.judgements import load_judgements
from bugsweep.reports.observations import browser_use_of
from bugsweep.reports.reading import Trial
from bugsweep.reports.site.evidence import TRACES, Taker, find_evidence
from bugsweep.reports.site.finding_view import FindingView, view_findings
from bugsweep.reports.traces import (
    AgentStep,
    BrowserAction,
    BrowserUse,
    StageJudgement,
    load_actions,
    load_patch,
    load_stages,
    load_steps,
)
from bugsweep.reports.wording import QUESTIONS

_LOG_LINES = 60
_LOG_BYTES = 20_000
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True, slots=True)
class StepView:
    """A step of a behaviour test and its screenshot, beside the page."""

    step: StepResult
    screenshot: str
    url: str
    """Where the step ended, if that is another page than before."""


@dataclass(frozen=True, slots=True)
class BehaviourView:
    """A behaviour test as executed."""

    role: str
    question: str
    verdict: Verdict
    steps: tuple[StepView, ...]
    trace: str
    log: str
    """The end of what the app wrote meanwhile; empty for a test that passed."""

    @property
    def decisive(self) -> StepView | None:
        """The step that ended the test; of one that passed, the last."""
        ends = (view for view in self.steps if view.step.kind is not VerdictKind.PASS)
        return next(ends, self.steps[-1] if self.steps else None)


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn of the agent, and when it came."""

    turn: AgentStep
    after: str
    """Since the first turn, as `+0:12`; empty when the times do not say."""


@dataclass(frozen=True, slots=True)
class TrialView:
    """All of a trial."""

    trial: Trial
    behaviours: tuple[BehaviourView, ...]
    patch: str
    turns: tuple[TurnView, ...]
    actions: tuple[BrowserAction, ...]
    use: BrowserUse | None
    stages: tuple[StageJudgement, ...]
    findings: tuple[FindingView, ...]
    judged_again: tuple[tuple[str, TrialResult], ...]
    """By the name of the judgement."""


def view_trial(trial: Trial, taker: Taker) -> TrialView:
    """Read a trial's traces, and copy its pictures beside its page."""
    explored = has_findings_file(trial.folder)
    return TrialView(
        trial=trial,
        behaviours=tuple(_behaviours(trial, taker)),
        patch=load_patch(trial.folder),
        turns=tuple(_turns(load_steps(trial.folder))),
        actions=load_actions(trial.folder),
        use=browser_use_of(trial),
        stages=load_stages(trial.folder),
        findings=view_findings(load_exploration(trial.folder, ""), taker) if explored else (),
        judged_again=tuple(load_judgements(trial.folder, with_arbiters=True)),
    )


def _behaviours(trial: Trial, taker: Taker) -> Iterator[BehaviourView]:
    verdicts = {
        BehaviourRole.TARGET: trial.result.target,
        BehaviourRole.PRESERVATION: trial.result.preservation,
    }
    for role, verdict in verdicts.items():
        if verdict is None:
            continue
        evidence = find_evidence(trial.folder, role.value, verdict)
        own = taker.below(role.value)
        is_pass = verdict.kind is VerdictKind.PASS
        yield BehaviourView(
            role=role.value,
            question=QUESTIONS[role],
            verdict=verdict,
            steps=tuple(_steps(verdict, evidence, own)),
            trace=own.take(evidence, verdict.trace, kinds=TRACES),
            log="" if is_pass or evidence is None else _end_of(evidence / "app.log"),
        )


def _steps(verdict: Verdict, evidence: Path | None, taker: Taker) -> Iterator[StepView]:
    before = ""
    for step in verdict.steps:
        moved = step.url if step.url != before else ""
        before = step.url or before
        yield StepView(step, taker.take(evidence, step.screenshot), moved)


def _turns(steps: Sequence[AgentStep]) -> Iterator[TurnView]:
    times = [_time(step.time) for step in steps]
    first = next(filter(None, times), None)
    for step, at in zip(steps, times, strict=True):
        if at is None or first is None or (at.tzinfo is None) is not (first.tzinfo is None):
            yield TurnView(step, "")
            continue
        minutes, seconds = divmod(max(0, round((at - first).total_seconds())), 60)
        yield TurnView(step, f"+{minutes}:{seconds:02d}")


def _time(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def _end_of(log: Path) -> str:
    """The last lines of a log, without the colours that it gave a terminal."""
    try:
        with log.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - _LOG_BYTES))
            text = file.read().decode(errors="replace")
    except OSError:
        return ""
    return "\n".join(_COLOUR.sub("", text).splitlines()[-_LOG_LINES:])

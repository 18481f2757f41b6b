"""What the page of one trial shows: its behaviour tests, patch, timeline and judgements."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bugsweep.domain.verdict import BehaviourRole, StepResult, Verdict
from bugsweep.reports.addresses import trial_folder
from bugsweep.reports.reading import Trial
from bugsweep.reports.site.evidence import TRACES, find_evidence, take
from bugsweep.reports.traces import (
    AgentStep,
    BrowserAction,
    ExplorerFinding,
    StageJudgement,
    load_actions,
    load_findings,
    load_patch,
    load_stages,
    load_steps,
)


@dataclass(frozen=True, slots=True)
class StepView:
    """A step of a behaviour test and its screenshot, beside the page."""

    step: StepResult
    screenshot: str


@dataclass(frozen=True, slots=True)
class BehaviourView:
    """A behaviour test as executed."""

    role: str
    verdict: Verdict
    steps: tuple[StepView, ...]
    trace: str


@dataclass(frozen=True, slots=True)
class FindingView:
    """A finding and its screenshot, beside the page."""

    finding: ExplorerFinding
    screenshot: str


@dataclass(frozen=True, slots=True)
class TrialView:
    """All of a trial."""

    trial: Trial
    behaviours: tuple[BehaviourView, ...]
    patch: str
    steps: tuple[AgentStep, ...]
    actions: tuple[BrowserAction, ...]
    stages: tuple[StageJudgement, ...]
    findings: tuple[FindingView, ...]


def view_trial(trial: Trial, site: Path) -> TrialView:
    """Read a trial's traces, and copy its pictures beside its page."""
    target = site / trial_folder(trial)
    return TrialView(
        trial=trial,
        behaviours=tuple(_behaviours(trial, target)),
        patch=load_patch(trial.folder),
        steps=load_steps(trial.folder),
        actions=load_actions(trial.folder),
        stages=load_stages(trial.folder),
        findings=view_findings(trial.folder, target),
    )


def view_findings(folder: Path, target: Path) -> tuple[FindingView, ...]:
    """Read the explorer's findings, and copy their pictures to `target`."""
    return tuple(
        FindingView(finding, take(folder, finding.screenshot, target))
        for finding in load_findings(folder)
    )


def _behaviours(trial: Trial, target: Path) -> Iterator[BehaviourView]:
    verdicts = {
        BehaviourRole.TARGET: trial.result.target,
        BehaviourRole.PRESERVATION: trial.result.preservation,
    }
    for role, verdict in verdicts.items():
        if verdict is None:
            continue
        evidence = find_evidence(trial.folder, role.value, verdict)
        place = target / role.value
        steps = [StepView(step, take(evidence, step.screenshot, place)) for step in verdict.steps]
        trace = take(evidence, verdict.trace, place, kinds=TRACES)
        yield BehaviourView(role.value, verdict, tuple(steps), trace)

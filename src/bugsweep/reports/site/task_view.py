"""What the page of one task shows: what it tests, and how everybody fared."""

from collections.abc import Sequence
from dataclasses import dataclass

from bugsweep.domain.verdict import BehaviourRole, Verdict
from bugsweep.files.run_context import TaskNote
from bugsweep.reports.reading import Entrant, Trial
from bugsweep.reports.wording import QUESTIONS
from bugsweep.stats.rates import Rate


@dataclass(frozen=True, slots=True)
class TestedView:
    """A behaviour test of the task, as far as any trial got in it."""

    role: str
    question: str
    name: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TaskView:
    """All of a task."""

    task: str
    note: TaskNote
    tested: tuple[TestedView, ...]
    rate: Rate
    trials: Sequence[tuple[Entrant, Trial]]


def view_task(task: str, note: TaskNote, found: Sequence[tuple[Entrant, Trial]]) -> TaskView:
    """Join what all trials of a task say."""
    verdicts = {
        BehaviourRole.TARGET: [trial.result.target for _, trial in found],
        BehaviourRole.PRESERVATION: [trial.result.preservation for _, trial in found],
    }
    tested = []
    for role, judged in verdicts.items():
        known: list[Verdict] = [verdict for verdict in judged if verdict]
        if known:
            longest = max(known, key=lambda verdict: len(verdict.steps))
            steps = tuple(step.text for step in longest.steps)
            tested.append(TestedView(role.value, QUESTIONS[role], longest.behaviour, steps))
    rate = Rate.of(trial.has_passed for _, trial in found if trial.is_judged)
    return TaskView(task, note, tuple(tested), rate, found)

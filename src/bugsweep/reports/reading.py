"""Run folders as one body of trials, grouped by agent and condition."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

from bugsweep.domain.errors import TaskFileError
from bugsweep.domain.outcome import Outcome, TrialResult
from bugsweep.files.run_context import AgentNote, RunContext, TaskNote, load_context
from bugsweep.files.run_folder import RunCard, RunFolder
from bugsweep.reports.findings import Exploration, has_findings_file, load_exploration


@dataclass(frozen=True, slots=True)
class Condition:
    """What may differ between trials of the same agent on the same task."""

    prompt: str
    executor: str
    browser_hint: bool | None = None
    minutes: float | None = None

    def parts(self) -> dict[str, str]:
        """Each part in words, empty when it is not known."""
        hints = {None: "", True: "browser hint", False: "no browser hint"}
        return {
            "prompt": self.prompt,
            "executor": f"judged {self.executor}",
            "browser_hint": hints[self.browser_hint],
            "minutes": f"{self.minutes:g} min" if self.minutes else "",
        }

    @property
    def words(self) -> list[str]:
        """All that is known of it, in words that stand alone."""
        parts = self.parts() | {"prompt": f"{self.prompt} prompt"}
        return [words for words in parts.values() if words]


@dataclass(frozen=True, slots=True)
class Trial:
    """One result and the folder of its evidence."""

    run: str
    epoch: int
    folder: Path
    condition: Condition
    result: TrialResult

    @property
    def task(self) -> str:
        """The task's id."""
        return self.result.task

    @property
    def has_passed(self) -> bool:
        """Whether target and preservation passed."""
        return self.result.outcome is Outcome.PASS

    @property
    def cost_usd(self) -> float | None:
        """What the agent cost; None where it called a model whose price is not known."""
        usage = self.result.work.usage
        known = usage.cost_usd is not None or not usage.calls
        return self.result.agent_cost_usd if known else None

    @property
    def is_judged(self) -> bool:
        """Whether the trial says something about the agent: not a failure of ours."""
        return self.result.outcome is not Outcome.INFRA_ERROR


@dataclass(frozen=True, slots=True)
class Entrant:
    """An agent under one condition: a row of the leaderboard."""

    name: str
    """The agent, and of its condition what differs within this report."""
    agent: str
    condition: Condition
    note: AgentNote
    trials: tuple[Trial, ...]
    missing: int = 0
    """Trials that were planned and have no result (yet)."""

    @property
    def judged(self) -> tuple[Trial, ...]:
        """The trials that count."""
        return tuple(trial for trial in self.trials if trial.is_judged)


@dataclass(frozen=True, slots=True)
class Run:
    """One run folder."""

    name: str
    path: Path
    card: RunCard
    context: RunContext
    trials: tuple[Trial, ...]

    @property
    def condition(self) -> Condition:
        """What all its trials share."""
        return Condition(
            self.card.prompt, self.card.executor, self.context.browser_hint, self.context.minutes
        )

    @property
    def suite(self) -> str:
        """The suites or tasks that it was made of, folders by their names alone."""
        return ", ".join(part.rstrip("/").rpartition("/")[2] for part in self.card.suite.split(","))

    @property
    def limits(self) -> list[str]:
        """What a trial may take at most, in words."""
        minutes, tokens, cost = self.condition.minutes, self.card.tokens, self.card.cost_usd
        found = (
            f"{minutes:g} min" if minutes else "",
            f"{tokens:,} tokens" if tokens else "",
            f"${cost:,.2f}" if cost else "",
        )
        return [words for words in found if words]

    @property
    def planned(self) -> int:
        """How many trials were asked for."""
        return len(self.card.agents) * len(self.card.tasks) * self.card.epochs

    @property
    def is_complete(self) -> bool:
        """Whether every planned trial has a result."""
        return len(self.trials) >= self.planned


@dataclass(frozen=True)
class Results:
    """All that a report is made of."""

    runs: tuple[Run, ...]
    explored: tuple[Exploration, ...] = ()
    """Explorations on their own, and those of a whole run."""

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        """Every agent under every condition, in the order in which they first appear."""
        return tuple(_entrants(self.runs))

    @property
    def is_synthetic(self) -> bool:
        """Whether any of the runs was made up."""
        return any(run.context.is_synthetic for run in self.runs)

    @cached_property
    def trials(self) -> tuple[Trial, ...]:
        """Every trial, run by run."""
        return tuple(trial for run in self.runs for trial in run.trials)

    @cached_property
    def explorations(self) -> tuple[Exploration, ...]:
        """Every exploration, those within a trial last."""
        within = [
            load_exploration(trial.folder, f"{trial.result.agent} on {trial.task}, {trial.epoch}")
            for trial in self.trials
            if has_findings_file(trial.folder)
        ]
        return (*self.explored, *within)

    @cached_property
    def tasks(self) -> dict[str, TaskNote]:
        """Every task that was planned, in order, with what is known of it."""
        notes: dict[str, TaskNote] = {}
        for run in self.runs:
            for task in (*run.card.tasks, *(trial.task for trial in run.trials)):
                if not notes.get(task, TaskNote()).domain:
                    notes[task] = run.context.tasks.get(task, TaskNote())
        return notes

    @cached_property
    def by_task(self) -> dict[str, list[tuple[Entrant, Trial]]]:
        """The trials of every task, in the order of the entrants."""
        found: dict[str, list[tuple[Entrant, Trial]]] = {task: [] for task in self.tasks}
        for entrant in self.entrants:
            for trial in entrant.trials:
                found[trial.task].append((entrant, trial))
        return found


def load_results(paths: Iterable[Path]) -> Results:
    """Read folders of runs and of explorations.

    Raises:
        TaskFileError: a folder is neither, or one of its results cannot be read.
    """
    names: Counter[str] = Counter()
    runs, explored = [], []
    for path in paths:
        name = path.resolve().name
        names[name] += 1
        name = name if names[name] == 1 else f"{name}-{names[name]}"
        if has_findings_file(path):
            explored.append(load_exploration(path, name))
        if RunFolder(path).has_card or not has_findings_file(path):
            runs.append(load_run(path, name))
    return Results(tuple(runs), tuple(explored))


def load_run(path: Path, name: str) -> Run:
    """Read one run folder; `name` tells it from the others of a report.

    Raises:
        TaskFileError: it is no run, or one of its results cannot be read.
    """
    card = RunFolder(path).load_card()
    bare = Run(name, path, card, load_context(path), ())
    return Run(name, path, card, bare.context, tuple(_trials(path, name, bare.condition)))


def _trials(path: Path, run: str, condition: Condition) -> Iterator[Trial]:
    found = path.glob("trials/*/*/*/result.json")
    for file in sorted(found, key=lambda it: (it.parts[:-2], it.parent.name.zfill(6))):
        try:
            result = TrialResult.model_validate_json(file.read_bytes())
            epoch = int(file.parent.name)
        except (OSError, ValueError, ValidationError) as error:
            raise TaskFileError(file, f"is no trial result: {error}") from None
        yield Trial(run, epoch, file.parent, condition, result)


def _entrants(runs: Sequence[Run]) -> Iterator[Entrant]:
    trials: dict[tuple[str, Condition], list[Trial]] = {}
    planned: Counter[tuple[str, Condition]] = Counter()
    notes: dict[str, AgentNote] = {}
    for run in runs:
        notes |= run.context.agents
        for agent in run.card.agents:
            trials.setdefault((agent, run.condition), [])
            planned[agent, run.condition] += len(run.card.tasks) * run.card.epochs
        for trial in run.trials:
            trials.setdefault((trial.result.agent, run.condition), []).append(trial)
    differing = _differing({condition for _, condition in trials})
    for (agent, condition), found in trials.items():
        words = [condition.parts()[part] for part in differing]
        label = ", ".join(word for word in words if word)
        yield Entrant(
            name=f"{agent} ({label})" if label else agent,
            agent=agent,
            condition=condition,
            note=notes.get(agent, AgentNote()),
            trials=tuple(found),
            missing=max(0, planned[agent, condition] - len(found)),
        )


def _differing(conditions: set[Condition]) -> list[str]:
    """The parts of a condition that tell the trials of this report apart."""
    values: dict[str, set[str]] = {}
    for condition in conditions:
        for name, words in condition.parts().items():
            values.setdefault(name, set()).add(words)
    return [name for name, words in values.items() if len(words) > 1]

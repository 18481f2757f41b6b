"""The main results, and what stands behind them: ends, repeats, tasks, domains."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean

from bugsweep.domain.outcome import Outcome, TrialResult
from bugsweep.domain.verdict import Verdict, VerdictKind
from bugsweep.reports.addresses import agent_page, task_page
from bugsweep.reports.pairing import SEED, duel
from bugsweep.reports.reading import Entrant, Results, Run, Trial
from bugsweep.reports.tables.table import (
    NOTHING,
    Cell,
    Table,
    bounds_cell,
    count,
    interval_cell,
    mean_cell,
    money_cell,
    p_cell,
    percent,
    rate_cell,
    share_cell,
    words,
)
from bugsweep.stats.bootstrap import cluster_bootstrap
from bugsweep.stats.comparison import holm
from bugsweep.stats.rates import Rate, pool, undecided_bounds
from bugsweep.stats.repeats import aggregate, pass_at_k, pass_hat_k

_VERIFIED = {Outcome.PASS, Outcome.FAIL}
_S_PER_MIN = 60
_ALPHA = 0.05
_FRONT = (
    "agent",
    "pass",
    "undecided",
    "infra error",
    "missing",
    "tied with best",
    "target",
    "preservation",
    "work, min",
    "cost per trial",
)


def leaderboard(results: Results) -> Table:
    """One row per agent, the highest pass rate first."""
    ties = find_ties(results.entrants) if results.entrants else {}
    rows = [_standing(entrant, ties) for entrant in ranked(results.entrants)]
    return Table(
        name="leaderboard",
        title="Main results: share of trials in which target and preservation pass",
        columns=(
            *_FRONT,
            "pass, undecided as fail to as pass",
            "pass of verified",
            "verifying per trial",
            "tokens per trial",
            "changed lines",
        ),
        rows=tuple(rows),
        note=(
            "Rates are k/n with 95 % Wilson intervals. An undecided trial, an app that the patch "
            "keeps from starting and a missing patch count as not passed; trials lost by our own "
            "fault (infra error) and trials without a result (missing) leave the denominator. "
            "Tied with best: not told apart from the first agent by McNemar's mid-p test on the "
            "first trial of each task that both did, adjusted by Holm, at 5 %; that is not the "
            "same as equal. Work is "
            "the agent's own time, mean ± sample SD; cost is the mean of the agent's alone, a dash "
            "where the price of its model is not known. Where tasks repeat, these intervals are "
            "too narrow: see the table of repeats."
        ),
        front=_FRONT,
    )


def outcomes(results: Results) -> Table:
    """How the trials of every agent ended."""
    rows = []
    for entrant in results.entrants:
        found = Counter(trial.result.outcome for trial in entrant.trials)
        ends = [count(found[outcome]) for outcome in Outcome]
        total = len(entrant.trials)
        rows.append((_agent(entrant), *ends, count(entrant.missing), count(total)))
    return Table(
        name="outcomes",
        title="How the trials ended",
        columns=(
            "agent",
            *(outcome.value.replace("_", " ") for outcome in Outcome),
            "missing",
            "n",
        ),
        rows=tuple(rows),
        note="Every trial ends in exactly one way; n is the number of trials with a result.",
    )


def repeats(results: Results) -> Table | None:
    """What several trials of a task say together; None when no task was repeated."""
    rows = []
    for entrant in results.entrants:
        tasks = list(_by_task(entrant.judged).values())
        least = min((len(trials) for trials in tasks), default=0)
        if least >= 2:  # noqa: PLR2004 (fewer are no repeats)
            rows.append(_repeated(entrant, tasks, least))
    if not rows:
        return None
    return Table(
        name="repeats",
        title="Tasks passed in any, most and all of their repeats",
        columns=(
            "agent",
            "pass, drawn by task",
            "first attempt",
            "any",
            "majority",
            "all",
            "k",
            "pass@k",
            "pass^k",
        ),
        rows=tuple(rows),
        note=(
            "Trials of one task hang together, so the interval of the pass rate draws whole tasks "
            "(bootstrap); all else is over tasks, not trials. A majority is more than half of the "
            "repeats. pass@k is the chance that at least one of k trials passes, pass^k that all "
            "do; k is the smallest number of repeats any task has."
        ),
    )


def per_task(results: Results) -> Table:
    """How many trials of every task passed, over all agents."""
    rows = []
    for task, found in results.by_task.items():
        judged = [trial for _, trial in found if trial.is_judged]
        note = results.tasks[task]
        undecided = sum(trial.result.outcome is Outcome.UNDECIDED for trial in judged)
        rows.append(
            (
                words(task, task_page(task)),
                words(note.app or NOTHING),
                words(note.domain or NOTHING),
                rate_cell(Rate.of(trial.has_passed for trial in judged)),
                count(undecided),
                count(len(found) - len(judged)),
            )
        )
    return Table(
        name="per-task",
        title="Pass rate of every task over all agents",
        columns=("task", "app", "domain", "pass", "undecided", "infra error"),
        rows=tuple(rows),
        note="Agents are not drawn at random: the intervals speak of these agents' trials alone.",
    )


def per_domain(results: Results) -> Table | None:
    """Pass rates by the tasks' domain; None when no domain is known."""
    domains = _domains(results)
    if not domains:
        return None
    rows = []
    for entrant in results.entrants:
        cells = []
        for domain in domains:
            judged = [t for t in entrant.judged if results.tasks[t.task].domain == domain]
            cells.append(rate_cell(Rate.of(trial.has_passed for trial in judged)))
        rows.append((_agent(entrant), *cells))
    return Table(
        name="per-domain",
        title="Pass rate by domain of the task",
        columns=("agent", *domains),
        rows=tuple(rows),
        note="Few tasks per domain make wide intervals; domains were not chosen to be compared.",
    )


def suite_overview(results: Results) -> Table:
    """What the tasks are made of."""
    tasks = list(results.tasks.values())
    names = _domains(results)
    rows = []
    for name in [*names, ""] if any(not task.domain for task in tasks) else names:
        members = [task for task in tasks if task.domain == name]
        apps = {task.app for task in members if task.app}
        share = share_cell(Rate(len(members), len(tasks)))
        rows.append((words(name or "not stated"), share, count(len(apps))))
    return Table(
        name="suite",
        title="Tasks of the suite by domain",
        columns=("domain", "tasks", "apps"),
        rows=tuple(rows),
        note="Suites: " + ", ".join(sorted({_suite(run) for run in results.runs})) + ".",
    )


def find_ties(entrants: Sequence[Entrant]) -> dict[str, str]:
    """For every agent `best`, or `yes` or `no` with p, or a dash without a task in common."""
    best, *rivals = ranked(entrants)
    meetings = [meeting for rival in rivals if (meeting := duel(best, rival)).pairs]
    p_values = holm([meeting.p_value for meeting in meetings])
    ties = {entrant.name: NOTHING for entrant in rivals} | {best.name: "best"}
    for meeting, p_value in zip(meetings, p_values, strict=True):
        word = "yes" if p_value > _ALPHA else "no"
        ties[meeting.second.name] = f"{word} (p {p_cell(p_value).text})"
    return ties


def ranked(entrants: Iterable[Entrant]) -> list[Entrant]:
    """The highest pass rate first; equal ones in the order of the run."""
    return sorted(entrants, key=lambda entrant: -(pass_rate(entrant).rate or 0.0))


def pass_rate(entrant: Entrant) -> Rate:
    """The primary rate: passed of all trials that count."""
    return Rate.of(trial.has_passed for trial in entrant.judged)


def passes(verdict: Verdict | None) -> bool:
    """Whether a behaviour test was executed and passed."""
    return verdict is not None and verdict.kind is VerdictKind.PASS


def _standing(entrant: Entrant, ties: dict[str, str]) -> tuple[Cell, ...]:
    judged = entrant.judged
    ends = Counter(trial.result.outcome for trial in entrant.trials)
    verified = [trial for trial in judged if trial.result.outcome in _VERIFIED]
    undecided = ends[Outcome.UNDECIDED]
    bounds = undecided_bounds(
        passed=ends[Outcome.PASS],
        failed=len(judged) - ends[Outcome.PASS] - undecided,
        undecided=undecided,
    )
    results = [trial.result for trial in entrant.trials]
    lines = [r.patch.added_lines + r.patch.removed_lines for r in results if r.patch.size_bytes]
    return (
        _agent(entrant),
        rate_cell(pass_rate(entrant)),
        count(undecided),
        count(ends[Outcome.INFRA_ERROR]),
        count(entrant.missing),
        words(ties[entrant.name]),
        rate_cell(Rate.of(passes(trial.result.target) for trial in judged)),
        rate_cell(Rate.of(passes(trial.result.preservation) for trial in judged)),
        mean_cell([result.clocks.work_s / _S_PER_MIN for result in results]),
        money_cell([trial.cost_usd for trial in entrant.trials]),
        bounds_cell(bounds.low, bounds.high),
        share_cell(Rate.of(trial.has_passed for trial in verified)),
        money_cell([result.verify_cost_usd for result in results]),
        count(round(fmean(used))) if (used := _tokens(results)) else words(NOTHING),
        mean_cell(lines, digits=0),
    )


def _repeated(entrant: Entrant, tasks: Sequence[Sequence[Trial]], least: int) -> tuple[Cell, ...]:
    joined = [aggregate([_decided(trial) for trial in trials]) for trials in tasks]
    chances = [(len(trials), sum(trial.has_passed for trial in trials)) for trials in tasks]
    at_k = fmean(pass_at_k(n, passed, least) for n, passed in chances)
    hat_k = fmean(pass_hat_k(n, passed, least) for n, passed in chances)
    clusters = [Rate.of(trial.has_passed for trial in trials) for trials in tasks]
    drawn = cluster_bootstrap(clusters, seed=SEED, resamples=2000)
    return (
        _agent(entrant),
        interval_cell(pool(clusters), drawn),
        rate_cell(Rate.of(trials[0].has_passed for trials in tasks)),
        rate_cell(Rate.of(bool(it.any) for it in joined)),
        rate_cell(Rate.of(bool(it.majority_of_planned) for it in joined)),
        rate_cell(Rate.of(bool(it.all_of_planned) for it in joined)),
        count(least),
        Cell(percent(at_k), at_k),
        Cell(percent(hat_k), hat_k),
    )


def _tokens(results: Iterable[TrialResult]) -> list[int]:
    """Input and output of the trials that used a model."""
    used = [result.work.usage for result in results]
    return [usage.input_tokens + usage.output_tokens for usage in used if usage.calls]


def _decided(trial: Trial) -> bool | None:
    return None if trial.result.outcome is Outcome.UNDECIDED else trial.has_passed


def _by_task(trials: Iterable[Trial]) -> dict[str, list[Trial]]:
    found: dict[str, list[Trial]] = {}
    for trial in trials:
        found.setdefault(trial.task, []).append(trial)
    return found


def _agent(entrant: Entrant) -> Cell:
    return words(entrant.name, agent_page(entrant))


def _domains(results: Results) -> list[str]:
    return sorted({note.domain for note in results.tasks.values() if note.domain})


def _suite(run: Run) -> str:
    return f"{run.suite} {run.card.suite_version}".strip()

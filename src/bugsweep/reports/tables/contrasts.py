"""Tables of what one change makes: prompt, browser hint, harness, budget, executor."""

from collections.abc import Callable, Hashable, Sequence
from itertools import combinations

from bugsweep.domain.outcome import TrialResult
from bugsweep.domain.verdict import BehaviourRole, Verdict
from bugsweep.reports.judgements import load_judgements
from bugsweep.reports.observations import Observations
from bugsweep.reports.pairing import Duel, duel
from bugsweep.reports.reading import Entrant, Results, Trial
from bugsweep.reports.tables.standings import pass_rate, passes
from bugsweep.reports.tables.table import (
    Cell,
    Table,
    coefficient_cell,
    count,
    difference_cell,
    mean_cell,
    p_cell,
    rate_cell,
    share_cell,
    words,
)
from bugsweep.stats.agreement import agreement_rate, cohen_kappa
from bugsweep.stats.comparison import holm
from bugsweep.stats.rates import Rate

_PAIRED_NOTE = (
    "The same tasks under both conditions: the interval of the difference is Newcombe's for "
    "paired rates (drawn by task where tasks repeat), p is McNemar's mid-p, adjusted by Holm over "
    "the rows. Only tasks judged under both conditions count."
)


def browser_hint(results: Results, observed: Observations) -> Table | None:
    """The prompt with and without the browser hint; None when only one was run."""
    duels = _duels(
        results.entrants,
        lambda it: it.condition.browser_hint,
        (True, False),
    )
    if not duels:
        return None
    p_values = holm([found.p_value for found in duels])
    rows = [
        (
            words(found.first.agent),
            share_cell(observed.browser_used(found.second.judged)),
            share_cell(observed.browser_used(found.first.judged)),
            *_contrast(found, p_value),
        )
        for found, p_value in zip(duels, p_values, strict=True)
    ]
    return Table(
        name="browser-hint",
        title="Telling the agent to use the browser, against not telling it",
        columns=(
            "agent",
            "browser used without",
            "browser used with",
            *_contrast_columns("with hint", "without hint"),
        ),
        rows=tuple(rows),
        note=f"Browser used: of the trials whose turns were recorded. {_PAIRED_NOTE}",
    )


def prompts(results: Results) -> Table | None:
    """Detailed against open-ended requests; None when only one kind was run."""
    duels = _duels(results.entrants, lambda it: it.condition.prompt, ("detailed", "open"))
    if not duels:
        return None
    p_values = holm([found.p_value for found in duels])
    rows = [
        (words(found.first.agent), *_contrast(found, p_value))
        for found, p_value in zip(duels, p_values, strict=True)
    ]
    return Table(
        name="prompts",
        title="A request that says what is wrong, against one that names the area alone",
        columns=("agent", *_contrast_columns("detailed", "open")),
        rows=tuple(rows),
        note=_PAIRED_NOTE,
    )


def harnesses(results: Results) -> Table | None:
    """Harnesses on the same model; None when no model has two."""
    by_model: dict[str, list[Entrant]] = {}
    for entrant in results.entrants:
        if entrant.note.model and entrant.note.harness:
            by_model.setdefault(entrant.note.model, []).append(entrant)
    rows = []
    for model, entrants in by_model.items():
        if len({entrant.note.harness for entrant in entrants}) < 2:  # noqa: PLR2004
            continue
        best = max(entrants, key=lambda it: pass_rate(it).rate or 0.0)
        rows += [_harness(model, entrant, best) for entrant in entrants]
    if not rows:
        return None
    return Table(
        name="harnesses",
        title="Harnesses on the same model",
        columns=("model", "harness", "agent", "pass", "to the best, points", "p, unadjusted", "n"),
        rows=tuple(rows),
        note=(
            "Against the harness with the most passes on the same model, on the tasks both did; "
            "n is the number of pairs. The best one was chosen by looking at the same trials."
        ),
    )


def budgets(results: Results) -> Table | None:
    """The same agent under several time budgets; None when there is one."""
    by_agent: dict[str, list[Entrant]] = {}
    for entrant in results.entrants:
        if entrant.condition.minutes:
            by_agent.setdefault(entrant.agent, []).append(entrant)
    rows = [
        (
            words(agent),
            Cell(f"{entrant.condition.minutes:g}", entrant.condition.minutes),
            rate_cell(pass_rate(entrant)),
            mean_cell([trial.result.clocks.work_s / 60 for trial in entrant.judged]),
        )
        for agent, entrants in by_agent.items()
        if len({entrant.condition.minutes for entrant in entrants}) > 1
        for entrant in sorted(entrants, key=lambda it: it.condition.minutes or 0)
    ]
    if not rows:
        return None
    return Table(
        name="budgets",
        title="Pass rate by time budget",
        columns=("agent", "budget, min", "pass", "work, min"),
        rows=tuple(rows),
        note="The highest of several noisy rates is biased upwards: look at the whole curve.",
    )


def executors(results: Results) -> Table | None:
    """How far executors agree on the same candidates; None when there is only one."""
    by_agent: dict[str, list[Entrant]] = {}
    for entrant in results.entrants:
        by_agent.setdefault(entrant.agent, []).append(entrant)
    ratings: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for entrants in by_agent.values():
        for one, other in combinations(entrants, 2):
            names = (one.condition.executor, other.condition.executor)
            if names[0] != names[1]:
                for first, second in duel(one, other).pairs:
                    pairs = _verdict_pairs(first.result, second.result)
                    ratings.setdefault(names, []).extend(pairs)
    for trial in results.trials:
        for name, again in load_judgements(trial.folder):
            names = (trial.condition.executor, name.rpartition("-")[0])
            ratings.setdefault(names, []).extend(_verdict_pairs(trial.result, again))
    rows = [
        (
            words(first),
            words(second),
            rate_cell(agreement_rate(pairs)),
            coefficient_cell(cohen_kappa([a for a, _ in pairs], [b for _, b in pairs])),
        )
        for (first, second), pairs in ratings.items()
        if pairs
    ]
    if not rows:
        return None
    return Table(
        name="executors",
        title="Agreement of executors on the same behaviour tests",
        columns=("executor", "other executor", "same verdict", "Cohen's kappa"),
        rows=tuple(rows),
        note=(
            "Over every behaviour test that both executed, in runs of their own or by judging the "
            "same candidates again; the five kinds of verdict are labels."
        ),
    )


def reliability(results: Results) -> Table | None:
    """The verifier on unchanged and on repaired apps; None without those agents."""
    builds = {"noop": "buggy", "reference": "reference"}
    rows = []
    for entrant in results.entrants:
        if entrant.agent not in builds or not entrant.judged:
            continue
        rates = {role: _rates_by_repeat(entrant, role) for role in BehaviourRole}
        rows.append(
            (
                words(entrant.condition.executor),
                words(builds[entrant.agent]),
                *(mean_cell([100 * rate for rate in rates[role]]) for role in BehaviourRole),
                count(len(rates[BehaviourRole.TARGET])),
                count(len({trial.task for trial in entrant.judged})),
            )
        )
    if not rows:
        return None
    return Table(
        name="reliability",
        title="Reliability of the verifier on apps whose state is known",
        columns=("executor", "build", "target, %", "preservation, %", "repeats", "tasks"),
        rows=tuple(rows),
        note=(
            "Mean ± sample SD of the pass rates of whole repeats. A perfect verifier shows 0 for "
            "the target on the buggy build and 100 everywhere else."
        ),
    )


def _duels(
    entrants: Sequence[Entrant],
    key: Callable[[Entrant], Hashable],
    values: tuple[Hashable, Hashable],
) -> list[Duel]:
    """Entrants of the same agent whose conditions differ in `key` alone."""
    first, second = values
    return [
        duel(one, other)
        for one in entrants
        for other in entrants
        if key(one) == first
        and key(other) == second
        and one.agent == other.agent
        and _differences(one, other) == 1
    ]


def _differences(one: Entrant, other: Entrant) -> int:
    mine, theirs = one.condition.parts(), other.condition.parts()
    return sum(mine[name] != theirs[name] for name in mine)


def _contrast_columns(first: str, second: str) -> tuple[str, ...]:
    return (
        f"pass {first}",
        f"pass {second}",
        "difference, points",
        f"only {first}",
        f"only {second}",
        "p",
    )


def _contrast(found: Duel, p_value: float) -> tuple[Cell, ...]:
    table = found.table
    return (
        rate_cell(table.first),
        rate_cell(table.second),
        difference_cell(table.difference, found.interval),
        count(table.only_first),
        count(table.only_second),
        p_cell(p_value),
    )


def _harness(model: str, entrant: Entrant, best: Entrant) -> tuple[Cell, ...]:
    found = duel(entrant, best)
    is_best = entrant is best
    return (
        words(model),
        words(entrant.note.harness),
        words(entrant.name),
        rate_cell(pass_rate(entrant)),
        words("best") if is_best else difference_cell(found.table.difference, found.interval),
        p_cell(None if is_best else found.p_value),
        count(found.table.n),
    )


def _verdict_pairs(first: TrialResult, second: TrialResult) -> list[tuple[str, str]]:
    pairs = ((first.target, second.target), (first.preservation, second.preservation))
    return [(one.kind.value, other.kind.value) for one, other in pairs if one and other]


def _verdict(trial: Trial, role: BehaviourRole) -> Verdict | None:
    is_target = role is BehaviourRole.TARGET
    return trial.result.target if is_target else trial.result.preservation


def _rates_by_repeat(entrant: Entrant, role: BehaviourRole) -> list[float]:
    repeats: dict[tuple[str, int], list[bool]] = {}
    for trial in entrant.judged:
        place = (trial.run, trial.epoch)
        repeats.setdefault(place, []).append(passes(_verdict(trial, role)))
    return [Rate.of(outcomes).rate or 0.0 for outcomes in repeats.values()]

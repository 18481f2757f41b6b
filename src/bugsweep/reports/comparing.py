"""Choosing the two sides of a comparison, and the tables that it is told in."""

from dataclasses import replace
from pathlib import Path

from bugsweep.domain.errors import UsageError
from bugsweep.domain.record import Record
from bugsweep.reports.pairing import Duel, duel
from bugsweep.reports.reading import Entrant, load_results
from bugsweep.reports.tables.table import (
    Table,
    count,
    difference_cell,
    p_cell,
    rate_cell,
    words,
)
from bugsweep.stats.sample_size import tasks_needed_paired

_SEPARATOR = "::"


class ComparisonRecord(Record):
    """A comparison for programs; rates and differences are shares."""

    first: str
    second: str
    pairs: int
    left_out: int
    both: int
    only_first: tuple[str, ...]
    """Tasks that only the first passed, one entry per pair."""
    only_second: tuple[str, ...]
    neither: int
    difference: float | None
    low: float | None
    high: float | None
    mid_p: float
    tasks_needed: int | None
    """To tell the two apart with 80 % power if the true shares were those seen."""


def load_sides(first: str, second: str) -> tuple[Entrant, Entrant]:
    """Find two agents, each named as `RUN` or `RUN::AGENT`.

    Without an agent the run must have one only, or both runs must share exactly one.

    Raises:
        UsageError: it is not clear which agents are meant.
        TaskFileError: a folder is no run.
    """
    ours, theirs = _entrants(first), _entrants(second)
    if len(ours) > 1 or len(theirs) > 1:
        shared = set(ours) & set(theirs)
        if len(shared) == 1 and first != second:
            name = shared.pop()
            return ours[name], theirs[name]
    return _only(first, ours), _only(second, theirs)


def comparison_table(found: Duel) -> Table:
    """The comparison in one row."""
    table = found.table
    return Table(
        name="comparison",
        title=f"{found.first.name} against {found.second.name} on the same tasks",
        columns=(
            "pass first",
            "pass second",
            "difference, points",
            "both",
            "only first",
            "only second",
            "neither",
            "p",
            "left out",
        ),
        rows=(
            (
                rate_cell(table.first),
                rate_cell(table.second),
                difference_cell(table.difference, found.interval),
                count(table.both),
                count(table.only_first),
                count(table.only_second),
                count(table.neither),
                p_cell(found.p_value),
                count(found.left_out),
            ),
        ),
        note="McNemar's mid-p; the interval is for paired rates.",
    )


def differences_table(found: Duel) -> Table:
    """The tasks on which the two end differently."""
    rows = [
        (
            words(one.task),
            count(one.epoch),
            words(one.result.outcome.value),
            words(other.result.outcome.value),
            words(_reason(one.result.reason)),
            words(_reason(other.result.reason)),
        )
        for one, other in found.pairs
        if one.result.outcome is not other.result.outcome
    ]
    return Table(
        name="differences",
        title="Where they end differently",
        columns=("task", "epoch", "first", "second", "reason of first", "reason of second"),
        rows=tuple(rows),
    )


def make_comparison(found: Duel) -> ComparisonRecord:
    """The comparison as a record."""
    table, interval = found.table, found.interval
    return ComparisonRecord(
        first=found.first.name,
        second=found.second.name,
        pairs=table.n,
        left_out=found.left_out,
        both=table.both,
        only_first=_tasks(found, only_first=True),
        only_second=_tasks(found, only_first=False),
        neither=table.neither,
        difference=table.difference,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        mid_p=found.p_value,
        tasks_needed=_tasks_needed(found),
    )


def compare(first: str, second: str) -> Duel:
    """Pair two sides named as `RUN` or `RUN::AGENT`.

    Raises:
        UsageError: it is not clear which agents are meant, or they share no judged task.
        TaskFileError: a folder is no run.
    """
    found = duel(*load_sides(first, second))
    if not found.pairs:
        raise UsageError(
            f"`{first}` and `{second}` share no task and epoch that is judged in both",
            hint="compare runs of the same suite",
        )
    return found


def _entrants(side: str) -> dict[str, Entrant]:
    path, _, agent = side.partition(_SEPARATOR)
    results = load_results([Path(path)])
    run = results.runs[0].name
    entrants = {
        entrant.agent: replace(entrant, name=f"{entrant.agent} in {run}")
        for entrant in results.entrants
    }
    if not agent:
        return entrants
    if agent not in entrants:
        known = ", ".join(sorted(entrants)) or "none"
        raise UsageError(f"run `{path}` has no agent `{agent}`", hint=f"it has: {known}")
    return {agent: entrants[agent]}


def _only(side: str, entrants: dict[str, Entrant]) -> Entrant:
    if len(entrants) != 1:
        choices = " ".join(f"{side}{_SEPARATOR}{agent}" for agent in entrants)
        raise UsageError(
            f"`{side}` holds {len(entrants)} agents, expected one", hint=f"say which: {choices}"
        )
    return next(iter(entrants.values()))


def _tasks(found: Duel, *, only_first: bool) -> tuple[str, ...]:
    return tuple(
        one.task
        for one, other in found.pairs
        if one.has_passed is only_first and other.has_passed is not only_first
    )


def _tasks_needed(found: Duel) -> int | None:
    table = found.table
    if not table.n or table.only_first == table.only_second:
        return None
    return tasks_needed_paired(table.only_first / table.n, table.only_second / table.n)


def _reason(text: str) -> str:
    return text.splitlines()[0][:100]

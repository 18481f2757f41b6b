"""The reliability of executors as a page: Table 1 of the paper, ours beside the published rows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bugsweep.domain.gate import REQUIRED
from bugsweep.reports.tables.table import (
    NOTHING,
    Cell,
    Table,
    count,
    mean_cell,
    rate_cell,
    words,
)
from bugsweep.reports.tables.writing import to_markdown
from bugsweep.stats.rates import Rate, pool
from bugsweep.verification.reliability import Reliability, ReliabilityCard, ReliabilityCell

_LARGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Published:
    """A printed row: mean and sample SD in per cent, in the order of `REQUIRED`."""

    executor: str
    cells: tuple[tuple[float, float], ...]


PUBLISHED = (
    Published("GPT-5.6 Luna, Codex", ((0.2, 0.3), (99.2, 0.8), (99.8, 0.3), (99.3, 0.3))),
    Published("GPT-5.6 Luna, browser-use", ((0.8, 0.3), (99.8, 0.3), (99.8, 0.3), (99.7, 0.3))),
    Published("Sonnet, browser-use", ((0.2, 0.3), (99.8, 0.3), (99.8, 0.3), (100.0, 0.0))),
)
"""Table 1 of SWEeper-Bench, arXiv:2610.14096: 200 tasks, three runs; other tasks than ours."""


def reliability_table(card: ReliabilityCard, measured: Sequence[Reliability]) -> Table:
    """Mean ± SD of the runs' pass rates, ours first, then the published ones."""
    ours = [
        (
            words(it.executor),
            *(_runs_cell(cell) for cell in it.cells),
            count(len({*card.tasks} - {*it.errors})),
            count(card.repeats),
            _cost_cell(it),
            mean_cell(it.seconds),
        )
        for it in measured
    ]
    theirs = [
        (
            words(f"paper: {row.executor}"),
            *(
                Cell(f"{mean:.1f} ± {sd:.1f}", mean, {"mean": mean, "sd": sd})
                for mean, sd in row.cells
            ),
            count(200),
            count(3),
            words(NOTHING),
            words(NOTHING),
        )
        for row in PUBLISHED
    ]
    return Table(
        name="reliability",
        title="Tests that pass on apps whose state is known, %",
        columns=(
            "executor",
            *(f"{role.value} on {build.value}" for build, role in REQUIRED),
            "tasks",
            "runs",
            "cost per test",
            "seconds per test",
        ),
        rows=(*ours, *theirs),
        note=(
            "Mean ± sample SD (divisor n - 1) of the pass rates of whole runs. A perfect executor"
            " shows 0 for the target on the buggy build and 100 everywhere else. An undecided"
            " verdict is not a pass. The rows of the paper (SWEeper-Bench, arXiv:2610.14096, Table"
            " 1) are of its own 200 tasks: they stand beside ours, they are no comparison on the"
            " same apps. Our seconds include a fresh start of the app for every test."
        ),
    )


def counts_table(measured: Sequence[Reliability]) -> Table:
    """The counts behind the means, with their intervals."""
    rows = [
        (
            words(it.executor),
            words(f"{cell.role.value} on {cell.build.value}"),
            words(REQUIRED[cell.build, cell.role].value),
            rate_cell(_pooled(cell)),
            count(cell.undecided),
        )
        for it in measured
        for cell in it.cells
    ]
    return Table(
        name="reliability-counts",
        title="The same as counts over all runs",
        columns=("executor", "test", "must be", "PASS (k/n; 95 % Wilson interval)", "undecided"),
        rows=tuple(rows),
        note=(
            "The interval takes the runs of one task for independent, which they are not: it is"
            " too narrow. Undecided is SETUP, UNCLEAR or CRASH."
        ),
    )


def render_reliability(card: ReliabilityCard, measured: Sequence[Reliability]) -> str:
    """The whole page as Markdown."""
    names = " ".join(card.names)
    options = " ".join(f"--executor {name}" for name in card.executors)
    what = (
        f"{card.started_at[:10]}; {len(card.tasks)} tasks of {names}, version"
        f" {card.suite_version or 'unnamed'}, digest {card.suite_digest[:12]}; {card.jobs} at a"
        " time."
    )
    parts = [
        "# Reliability of executors",
        f"Made by `bugsweep reliability {names} {options} -n {card.repeats}`; do not edit by hand.",
        what,
        *(f"{machine.text}." for machine in card.machines),
        to_markdown(reliability_table(card, measured)).strip(),
        to_markdown(counts_table(measured)).strip(),
        *_deviations(measured),
    ]
    return "\n\n".join(parts) + "\n"


def _deviations(measured: Sequence[Reliability]) -> Iterator[str]:
    yield "## What did not show what it had to"
    lines = []
    for it in measured:
        lines += [
            f"- {it.executor}, `{found.task}`: {found.role.value} on {found.build.value}, run"
            f" {found.number} gave {found.kind}: {_short(found.reason)}"
            for found in it.deviations
        ]
        lines += [
            f"- {it.executor}, `{task}` could not be tried: {_short(why)}"
            for task, why in it.errors.items()
        ]
    yield "\n".join(lines) or "Nothing."


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LARGEST_REASON else f"{line[:_LARGEST_REASON]}…"


def _runs_cell(cell: ReliabilityCell) -> Cell:
    runs = zip(cell.passed, cell.executed, strict=True)
    return mean_cell([100 * passed / executed for passed, executed in runs if executed])


def _pooled(cell: ReliabilityCell) -> Rate:
    return pool(Rate(k, n) for k, n in zip(cell.passed, cell.executed, strict=True))


def _cost_cell(measured: Reliability) -> Cell:
    """What models cost; nothing where there is none, unknown where a price is."""
    if not measured.usage.calls:
        return Cell("$0.00", 0.0)
    if measured.usage.cost_usd is None or not measured.seconds:
        return words("unknown price")
    each = measured.usage.cost_usd / len(measured.seconds)
    return Cell(f"${each:.3f}", each)

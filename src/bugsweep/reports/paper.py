"""The published numbers of SWEeper-Bench, recomputed, with the intervals and tests they lack."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from bugsweep.domain.errors import TaskFileError
from bugsweep.reports.tables.table import (
    Cell,
    Table,
    count,
    difference_cell,
    p_cell,
    percent,
    rate_cell,
    words,
)
from bugsweep.reports.tables.writing import to_markdown
from bugsweep.stats.comparison import fisher_p_value, holm, newcombe, z_test
from bugsweep.stats.correlation import kendall_tau_b, spearman_rho
from bugsweep.stats.paired import PairedTable
from bugsweep.stats.rates import Rate, find_count, frechet_bounds, pool
from bugsweep.stats.sample_size import tasks_needed_unpaired
from bugsweep.stats.summaries import summarise

_PRINTED = 0.0005
_TITLE = """\
# The published numbers, recomputed

Made by `bugsweep report --paper tests/data/stat_vectors.json`; do not edit by hand.
Source of the numbers: "SWEeper-Bench: Can Agents Discover Bugs in Interactive Software?"
(arXiv 2610.14096). Nothing here was run again: these are the printed counts, with the intervals
and tests that can be computed from them. None of these results is a measurement of bugsweep.

Per cent stand with k/n and the 95 % Wilson interval. Where two rates stem from the same tasks the
right test is paired (McNemar's), but it needs the number of tasks that only one of the two passed,
and that is nowhere printed. Unpaired tests are shown instead, and they say so.
"""


class Vector(BaseModel):
    """One published number: what it was computed from, what is printed, what comes out."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str
    inputs: Any
    """Numbers and lists under the names of their own table: every row has another shape."""
    expected: Any = None
    recomputed: Any = None
    match: bool | None = None
    """Whether the print holds; None where nothing is printed."""
    source_table: str = ""


def load_vectors(path: Path) -> dict[str, Vector]:
    """Read a file of published numbers, by name.

    Raises:
        TaskFileError: it cannot be read.
    """
    try:
        rows = TypeAdapter(list[Vector]).validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise TaskFileError(path, f"is no list of published numbers: {error}") from None
    return {row.name: row for row in rows}


def render_paper(vectors: Mapping[str, Vector]) -> str:
    """The page as Markdown."""
    parts = (
        _TITLE,
        _misprints(vectors),
        *_main_results(vectors),
        *_browser_prompting(vectors),
        *_prompts(vectors),
        *_harnesses(vectors),
        *_reliability(vectors),
        _funnel(vectors),
        _time(vectors),
    )
    return "\n".join(parts)


def _misprints(vectors: Mapping[str, Vector]) -> str:
    flagged = [name for name, vector in vectors.items() if vector.match is False]
    held = sum(vector.match is True for vector in vectors.values())
    explained = {
        "sweeper.t5.denominator": (
            "Table 5 gives 42.5 % for a pair of model and harness that Tables 2 and 3 give 42.0 %. "
            "All five values of Table 5 are multiples of 2.5 points: they fit a subset of 40 tasks "
            "whose size is not stated."
        ),
        "sweeper.fig10.glm_peak": (
            "A peak of 62.0 % over 40 tasks would be 24.8 tasks. 25 of 40 are 62.5 %."
        ),
        "sweeper.stage.mean_pass_vs_stage5": (
            "No misprint, but a trap: the funnel ends at 40.8 %, below the mean pass rate of any "
            "14 of the 15 agents. It counts only passes whose earlier stages were judged met, so "
            "its end must not be read as a pass rate."
        ),
        "nocode.text.ragkimi_minus_vkimi": (
            "Of another paper, on fixes without code: 15/27 less 9/27 are 22.2 points, not 22.3; "
            "the rounded rates were subtracted."
        ),
    }
    lines = [
        "## What does not reproduce",
        "",
        f"Of the values that four papers print, {held} were recomputed as printed, and these",
        f"{len(flagged)} were not; they are shown as they are, not bent to.",
        "",
    ]
    for name in flagged:
        vector = vectors[name]
        reason = explained.get(name, "Printed and recomputed values differ.")
        lines.append(f"- {vector.source_table}. {reason}")
    return "\n".join([*lines, ""])


def _main_results(vectors: Mapping[str, Vector]) -> Iterator[str]:
    rates = _main_rates(vectors)
    best = max(rates, key=lambda name: rates[name][0].k)
    rivals = [name for name in rates if name != best]
    p_values = holm([fisher_p_value(rates[best][0], rates[name][0]) for name in rivals])
    adjusted = dict(zip(rivals, p_values, strict=True))
    rows = []
    for name, (passed, target, preserved) in rates.items():
        gap = None if name == best else newcombe(rates[best][0], passed)
        difference = (rates[best][0].k - passed.k) / passed.n
        bounds = frechet_bounds(target, preserved)
        rows.append(
            (
                words(name),
                rate_cell(passed),
                rate_cell(target),
                rate_cell(preserved),
                words("best") if name == best else difference_cell(difference, gap),
                p_cell(adjusted.get(name)),
                words("yes" if passed.k in bounds else "no"),
            )
        )
    yield "## Main results (Table 2)\n"
    yield to_markdown(
        Table(
            name="paper-main",
            title="Fifteen agents on 200 tasks, open-ended request",
            columns=(
                "agent",
                "pass",
                "target",
                "preservation",
                "best less this, points",
                "p against best",
                "counts possible",
            ),
            rows=tuple(rows),
            note=(
                "p is Fisher's exact test, unpaired, adjusted by Holm; the interval of the "
                "difference is Newcombe's for different tasks. Counts possible: the pass count "
                "lies within what the target and preservation counts allow."
            ),
        )
    )
    apart = [name for name in rivals if adjusted[name] <= 0.05]  # noqa: PLR2004 (the usual level)
    second = rates[rivals[0]][0]
    first = rates[best][0]
    needed = tasks_needed_unpaired(first.k / first.n, second.k / second.n)
    yield (
        f"By these unpaired tests {len(rivals) - len(apart)} of {len(rivals)} agents are not told "
        f"apart from {best}; a paired test on the same tasks could tell more. To see the printed "
        f"difference between the first two ({percent(first.k / first.n)} and "
        f"{percent(second.k / second.n)}) with 80 % power on different tasks, each agent would "
        f"need {needed:,} tasks.\n"
    )


def _browser_prompting(vectors: Mapping[str, Vector]) -> Iterator[str]:
    rows = []
    for model in ("luna", "glm"):
        inputs = vectors[f"sweeper.t3.{model}.two_prop"].inputs
        without = Rate(inputs["no_browser_k"], inputs["n"])
        told = Rate(inputs["browser_k"], inputs["n"])
        fewest, most = _paired_range(told, without)
        rows.append(
            (
                words({"luna": "GPT-5.6 Luna", "glm": "GLM 5.3"}[model]),
                rate_cell(without),
                rate_cell(told),
                difference_cell((told.k - without.k) / told.n, newcombe(told, without)),
                p_cell(z_test(told, without).p_value),
                p_cell(fisher_p_value(told, without)),
                words(f"{p_cell(fewest).text} to {p_cell(most).text}"),
            )
        )
    yield "## Telling agents to use the browser (Table 3)\n"
    yield to_markdown(
        Table(
            name="paper-browser",
            title="The same tasks without and with the browser lines of the prompt",
            columns=(
                "model",
                "pass without",
                "pass with",
                "difference, points",
                "p, z test",
                "p, Fisher",
                "p, McNemar, possible range",
            ),
            rows=tuple(rows),
            note=(
                "z and Fisher take the two rates for different tasks, which they are not. The last "
                "column is what McNemar's mid-p can be, from the fewest discordant tasks that the "
                "two counts allow to the most: the printed counts alone do not decide it."
            ),
        )
    )


def _prompts(vectors: Mapping[str, Vector]) -> Iterator[str]:
    names = {
        "sol": "GPT-5.6 Sol",
        "ds41f": "DeepSeek V4.1 Flash",
        "glm": "GLM 5.3",
        "luna": "GPT-5.6 Luna",
        "terra": "GPT-5.6 Terra",
    }
    opened = _main_rates(vectors)
    rows = []
    for short, name in names.items():
        inputs = vectors[f"sweeper.t4.{short}"].inputs
        detailed = Rate(inputs["k"], inputs["n"])
        before = opened[name][0]
        difference = detailed.k / detailed.n - before.k / before.n
        rows.append(
            (
                words(name),
                rate_cell(before),
                rate_cell(detailed),
                difference_cell(difference, newcombe(detailed, before)),
            )
        )
    yield "## Detailed against open-ended requests (Table 4)\n"
    yield to_markdown(
        Table(
            name="paper-prompts",
            title="The same agents when the request says what is wrong",
            columns=("agent", "pass, open-ended", "pass, detailed", "difference, points"),
            rows=tuple(rows),
            note=(
                "Intervals of the difference as for different tasks; with differences of this size "
                "no pairing changes the reading. One agent has 199 tasks in the detailed setting."
            ),
        )
    )


def _harnesses(vectors: Mapping[str, Vector]) -> Iterator[str]:
    printed: Sequence[float] = vectors["sweeper.t5.denominator"].inputs
    counts = [find_count(value / 100, 40, half_step=_PRINTED) for value in printed]
    rates = [Rate(found, 40) for found in counts if found is not None]
    rows = [
        (
            count(place),
            rate_cell(rate),
            p_cell(fisher_p_value(rates[0], rate) if place > 1 else None),
        )
        for place, rate in enumerate(rates, start=1)
    ]
    yield "## Harnesses and budgets (Table 5, Figure 10)\n"
    yield to_markdown(
        Table(
            name="paper-harnesses",
            title="Five harnesses on one model, read as counts of 40 tasks",
            columns=("harness, in printed order", "pass", "p against the first, unadjusted"),
            rows=tuple(rows),
            note="Fisher's exact test, unpaired. No order of the five follows from these counts.",
        )
    )
    peaks = [
        Rate(vectors[f"sweeper.fig10.{name}_peak"].inputs["k"], 40) for name in ("luna", "terra")
    ]
    shown = ", ".join(rate_cell(rate).text for rate in peaks)
    yield (
        f"Peaks of the budget curves that exist as counts: {shown}. The highest of several noisy "
        "rates is biased upwards; the intervals are those of a single rate and therefore too "
        "narrow.\n"
    )


def _reliability(vectors: Mapping[str, Vector]) -> Iterator[str]:
    configurations = {
        "luna_codex": "GPT-5.6 Luna, Codex",
        "luna_bu": "GPT-5.6 Luna, browser-use",
        "sonnet_bu": "Sonnet, browser-use",
    }
    rows = []
    for short, name in configurations.items():
        for place in range(4):
            vector = vectors[f"sweeper.t1.{short}.{place}"]
            runs: list[list[float]] = vector.recomputed["ddof1"]
            found = summarise(runs[0])
            pooled = pool(Rate(round(rate * 2), 200) for rate in runs[0])
            printed = f"{vector.inputs['mean']:.1f} ± {vector.inputs['sd']:.1f}"
            again = f"{found.mean:.1f} ± {found.sd or 0:.1f}"
            triple = " or ".join(", ".join(f"{rate:.1f}" for rate in run) for run in runs)
            rows.append(
                (
                    words(name),
                    count(place + 1),
                    words(printed),
                    words(triple),
                    words(again),
                    rate_cell(pooled),
                    words("yes" if vector.recomputed["ddof0"] else "no"),
                )
            )
    yield "## Reliability of the verifier (Table 1)\n"
    yield to_markdown(
        Table(
            name="paper-reliability",
            title="Mean ± SD of three runs of 200 tasks, and the runs that print so",
            columns=(
                "verifier",
                "cell",
                "printed",
                "three runs, %",
                "recomputed",
                "pooled",
                "also with divisor n",
            ),
            rows=tuple(rows),
            note=(
                "Most cells exist only with the sample SD (divisor n - 1). The pooled interval "
                "takes the three runs of a task for independent, which they are not: it is too "
                "narrow. The three runs say nothing about apps outside the 200."
            ),
        )
    )


def _funnel(vectors: Mapping[str, Vector]) -> str:
    cumulative: Sequence[float] = vectors["sweeper.stage.drops"].inputs["cumulative"]
    names = (
        "feature found",
        "behaviour identified",
        "cause diagnosed",
        "target fixed",
        "preserved",
    )
    rows = []
    for name, before, share in zip(names, (100.0, *cumulative), cumulative, strict=False):
        rows.append(
            tuple(
                Cell(f"{number:.1f}", number) if number is not None else words(name)
                for number in (None, share, before - share, 100 * share / before)
            )
        )
    passed: Sequence[float] = vectors["sweeper.stage.mean_pass_vs_stage5"].inputs["pass"]
    means = [(sum(passed) - left_out) / (len(passed) - 1) for left_out in passed]
    end = cumulative[-1]
    table = Table(
        name="paper-funnel",
        title="How far trials of 14 agents get, %",
        columns=("stage", "cumulative", "drop, points", "of those before"),
        rows=tuple(rows),
        note=(
            "The first three stages are judged by a model, the last two verified. The largest drop "
            "in points is behaviour identified, by 0.8 points before feature found; among those "
            "that got there it is the largest loss by far."
        ),
    )
    return (
        "## Where trials are lost (Figure 7)\n\n"
        f"{to_markdown(table)}\n"
        f"Mean pass rate of any 14 of the 15 agents: {min(means):.1f} to {max(means):.1f} %. So "
        f"{min(means) - end:.1f} to {max(means) - end:.1f} points of all trials passed without "
        "judged discovery: by luck, unrecorded, or by an error of the judge. Which agent is left "
        "out is not stated.\n"
    )


def _time(vectors: Mapping[str, Vector]) -> str:
    inputs = vectors["sweeper.fig8.time_vs_pass"].inputs
    tau = kendall_tau_b(inputs["time"], inputs["pass"])
    rho = spearman_rho(inputs["time"], inputs["pass"])
    return (
        "## Time and passing (Figure 8)\n\n"
        f"Over {len(inputs['time'])} agents Kendall's tau-b is {tau.value:.2f} "
        f"(p = {tau.p_value:.2f}) and Spearman's rho {rho.value:.2f} (p = {rho.p_value:.2f}): with "
        "so few agents this shows no relation, and could not show a weak one.\n"
    )


def _main_rates(vectors: Mapping[str, Vector]) -> dict[str, tuple[Rate, Rate, Rate]]:
    """Pass, target and preservation of every agent, as the counts behind the print."""
    rates = {}
    for name, vector in vectors.items():
        if name.startswith("sweeper.t2.") and name.endswith(".counts"):
            agent = name.removeprefix("sweeper.t2.").removesuffix(".counts")
            given = vector.inputs
            passed, target, preserved = (
                Rate(find_count(given[key] / 100, given["n"]) or 0, given["n"])
                for key in ("pass_pct", "target_pct", "pres_pct")
            )
            rates[agent] = (passed, target, preserved)
    return rates


def _paired_range(first: Rate, second: Rate) -> tuple[float, float]:
    """The least and the largest mid-p that two rates over the same tasks allow."""
    both_ends = frechet_bounds(first, second)
    p_values = [
        PairedTable(
            both=both,
            only_first=first.k - both,
            only_second=second.k - both,
            neither=first.n - first.k - second.k + both,
        )
        .mcnemar()
        .mid_p
        for both in range(both_ends.low, both_ends.high + 1)
    ]
    return min(p_values), max(p_values)

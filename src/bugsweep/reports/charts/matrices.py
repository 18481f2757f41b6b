"""Charts of agents by tasks and of agents by agents, and of the tasks themselves."""

import altair as alt

from bugsweep.domain.outcome import Outcome
from bugsweep.reports.charts.chart import Figure, data, figure
from bugsweep.reports.pairing import duel
from bugsweep.reports.reading import Results
from bugsweep.reports.tables.standings import ranked
from bugsweep.stats.rates import Rate

_MOST_AGENTS = 30
_ENDS = {
    "pass": "#08519c",
    "some repeats pass": "#6baed6",
    "fail": "#fdd0a2",
    "undecided": "#b0528a",
    "infra error": "#f2f2f2",
}
"""Told apart with any colour vision, and by brightness alone in print."""


def agents_by_tasks(results: Results) -> Figure:
    """Who passed which task."""
    entrants = ranked(results.entrants)
    rates = {
        task: Rate.of(trial.has_passed for _, trial in found).rate or 0.0
        for task, found in results.by_task.items()
    }
    order = sorted(rates, key=lambda task: -rates[task])
    ends: dict[tuple[str, str], list[Outcome]] = {}
    for entrant in entrants:
        for trial in entrant.trials:
            ends.setdefault((entrant.name, trial.task), []).append(trial.result.outcome)
    rows = [{"agent": a, "task": t, "end": _joint_end(found)} for (a, t), found in ends.items()]
    present = {row["end"] for row in rows}
    shown = [end for end in _ENDS if end in present]
    few = len(order) <= 40  # noqa: PLR2004 (more names would overlap)
    chart = (
        alt.Chart(data(rows))  # type: ignore[arg-type]  # rows of words are rows
        .mark_rect(stroke="#ffffff", strokeWidth=1 if few else 0)
        .encode(
            x=alt.X(
                "task:N",
                sort=order,
                title=f"{len(order)} task{'' if len(order) == 1 else 's'}, most often passed first",
                axis=alt.Axis(labels=few, ticks=few, labelAngle=-60),
            ),
            y=alt.Y("agent:N", sort=[it.name for it in entrants], title=None),
            color=alt.Color(
                "end:N",
                title="end",
                scale=alt.Scale(domain=shown, range=[_ENDS[end] for end in shown]),
            ),
            tooltip=["agent:N", "task:N", "end:N"],
        )
        .properties(width=min(900, max(120, 24 * len(order))), height=max(60, 18 * len(entrants)))
    )
    return figure(
        "agents-tasks",
        chart,
        title="Which agent passed which task",
        note=f"n = {len(results.trials)} trials of {len(entrants)} agents on {len(order)} tasks.",
    )


def disagreement(results: Results) -> Figure | None:
    """How often two agents end differently on the same task; None for a single agent."""
    entrants = ranked(results.entrants)[:_MOST_AGENTS]
    if len(entrants) < 2:  # noqa: PLR2004
        return None
    rows = []
    pairs, shares = set(), set()
    for one in entrants:
        for other in entrants:
            table = duel(one, other).table
            if one is other or not table.n:
                continue
            pairs.add(table.n)
            shares.add(100 * table.only_first / table.n)
            rows.append(
                {
                    "row": one.name,
                    "column": other.name,
                    "share": 100 * table.only_first / table.n,
                    "shown": f"{table.only_first} of {table.n}",
                }
            )
    if not rows:
        return None
    order = [entrant.name for entrant in entrants]
    most = max(shares)
    base = alt.Chart(data(rows)).encode(  # type: ignore[arg-type]  # as above
        x=alt.X("column:N", sort=order, title="fails", axis=alt.Axis(labelAngle=-60)),
        y=alt.Y("row:N", sort=order, title="passes"),
        tooltip=["row:N", "column:N", "shown:N"],
    )
    cells = base.mark_rect().encode(
        color=alt.Color(
            "share:Q", title="% of tasks", scale=alt.Scale(scheme="blues", domain=[0, most])
        )
    )
    layers = [cells]
    size = 26 if len(entrants) > 8 else 52  # noqa: PLR2004 (room for the numbers)
    if len(entrants) <= 20:  # noqa: PLR2004
        layers.append(
            base.mark_text(fontSize=9 if size < 50 else 12).encode(  # noqa: PLR2004
                text=alt.Text("share:Q", format=".0f"),
                color=alt.condition(
                    f"datum.share > {0.55 * most}", alt.value("#fff"), alt.value("#000")
                ),
            )
        )
    return figure(
        "disagreement",
        alt.layer(*layers).properties(width=size * len(entrants), height=size * len(entrants)),
        title="Tasks that the row's agent passes and the column's agent does not",
        note=f"Per cent of the tasks both did; n = {_range(pairs)} per pair.",
    )


def domains(results: Results) -> Figure | None:
    """How many tasks each domain has; None when no domain is known."""
    counted: dict[str, int] = {}
    for note in results.tasks.values():
        if note.domain:
            counted[note.domain] = counted.get(note.domain, 0) + 1
    if not counted:
        return None
    rows = [{"domain": name, "tasks": number} for name, number in counted.items()]
    order = sorted(counted, key=lambda name: -counted[name])
    base = alt.Chart(data(rows)).encode(  # type: ignore[arg-type]  # as above
        x=alt.X("tasks:Q", title="tasks", axis=alt.Axis(tickMinStep=1, format="d")),
        y=alt.Y("domain:N", sort=order, title=None),
    )
    layers = (
        base.mark_bar(color="#0072b2"),
        base.mark_text(align="left", dx=4).encode(text="tasks:Q"),
    )
    return figure(
        "domains",
        alt.layer(*layers).properties(width=520, height=26 * len(rows)),
        title="Tasks by domain",
        note=f"n = {sum(counted.values())} of {len(results.tasks)} tasks state a domain.",
    )


def _joint_end(ends: list[Outcome]) -> str:
    """One word for all repeats of a task."""
    judged = [end for end in ends if end is not Outcome.INFRA_ERROR]
    if not judged:
        return "infra error"
    passed = sum(end is Outcome.PASS for end in judged)
    if passed == len(judged):
        return "pass"
    if passed:
        return "some repeats pass"
    return "undecided" if Outcome.UNDECIDED in judged else "fail"


def _range(sizes: set[int]) -> str:
    least, most = min(sizes), max(sizes)
    return str(least) if least == most else f"{least} to {most}"

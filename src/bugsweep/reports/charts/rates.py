"""Charts of pass rates: against cost, time and budget."""

import altair as alt

from bugsweep.reports.charts.chart import Figure, Rows, data, figure
from bugsweep.reports.reading import Entrant, Results
from bugsweep.reports.tables.standings import pass_rate
from bugsweep.stats.correlation import kendall_tau_b
from bugsweep.stats.summaries import summarise

_RATE_AXIS = alt.Y("rate:Q", title="pass rate, %", scale=alt.Scale(domain=[0, 100]))
_LEAST_TO_RANK = 4
"""Of fewer agents no order can be told from chance."""
_TOOLTIP = ["agent:N", "shown:N", "x:Q"]


def pass_against_cost(results: Results) -> Figure | None:
    """Which agents are on the Pareto line of pass rate and cost; None when all are free."""
    entrants = [it for it in results.entrants if it.judged]
    costs = [_mean_cost(it) for it in entrants]
    paid = [_point(it, cost) for it, cost in zip(entrants, costs, strict=True) if cost]
    if not paid:
        return None
    free = [it.name for it, cost in zip(entrants, costs, strict=True) if not cost]
    _mark_front(paid)
    x = alt.X(
        "x:Q",
        title="mean cost per trial, US dollars (log axis)",
        scale=alt.Scale(type="log", nice=False, padding=48),
    )
    line = (
        alt.Chart(data([point for point in paid if point["front"]]))
        .mark_line(interpolate="step-after", color="#7f7f7f", strokeDash=[5, 4])
        .encode(x=x, y=_RATE_AXIS)
    )
    left_out = f" Without a known cost, hence not on a log axis: {', '.join(free)}." if free else ""
    return figure(
        "pass-cost",
        alt.layer(line, *_points(paid, x)).properties(width=620, height=380),
        title="Pass rate against cost: the dashed line joins agents that no other beats in both",
        note=f"Bars are 95 % Wilson intervals; {_trials(results)}.{left_out}",
    )


def pass_against_time(results: Results) -> Figure | None:
    """Whether slower agents pass more; None when no time was measured."""
    points = [_point(it, _mean_minutes(it)) for it in results.entrants if it.judged]
    timed = [point for point in points if _number(point["x"]) > 0]
    if not timed:
        return None
    tau = kendall_tau_b(
        [_number(point["x"]) for point in timed], [_number(point["rate"]) for point in timed]
    )
    found = tau.reason if tau.value is None else f"{tau.value:.2f}"
    p_value = "" if tau.p_value is None else f" (p = {tau.p_value:.2f})"
    rank = f" Kendall's tau-b over {len(timed)} agents: {found}{p_value}."
    x = alt.X("x:Q", title="mean work per trial, minutes", scale=alt.Scale(zero=True, nice=True))
    return figure(
        "pass-time",
        alt.layer(*_points(timed, x)).properties(width=620, height=380),
        title="Pass rate against the agent's own time",
        note=(
            f"Bars are 95 % Wilson intervals; {_trials(results)}."
            f"{rank if len(timed) >= _LEAST_TO_RANK else ''}"
        ),
    )


def budget_curves(results: Results) -> Figure | None:
    """Pass rate by time budget; None with a single budget."""
    entrants = [it for it in results.entrants if it.condition.minutes and it.judged]
    if len({it.condition.minutes for it in entrants}) < 2:  # noqa: PLR2004 (no curve)
        return None
    rows = [_point(it, it.condition.minutes or 0) for it in entrants]
    agents = list(dict.fromkeys(it.agent for it in entrants))
    budgets = sorted({it.condition.minutes or 0 for it in entrants})
    for row, entrant in zip(rows, entrants, strict=True):
        # Side by side, or the intervals of one budget would hide each other.
        place = agents.index(entrant.agent) - (len(agents) - 1) / 2
        row["agent"] = entrant.agent
        row["beside"] = _number(row["x"]) + place * (budgets[-1] - budgets[0]) / 100
    x = alt.X("beside:Q", title="budget, minutes", axis=alt.Axis(values=budgets))
    base = alt.Chart(data(rows)).encode(
        x=x, color=alt.Color("agent:N", title="agent"), tooltip=_TOOLTIP
    )
    bars = base.mark_rule().encode(
        y=alt.Y("low:Q", title="pass rate, %", scale=alt.Scale(domain=[0, 100])), y2="high:Q"
    )
    return figure(
        "budgets",
        alt.layer(base.mark_line(point=True).encode(y=_RATE_AXIS), bars).properties(
            width=620, height=340
        ),
        title="Pass rate by time budget",
        note=f"Bars are 95 % Wilson intervals; {_trials(results)}.",
    )


def _points(rows: Rows, x: alt.X) -> list[alt.Chart]:
    base = alt.Chart(data(rows)).encode(x=x, tooltip=_TOOLTIP)
    return [
        base.mark_rule(color="#7f7f7f").encode(
            y=alt.Y("low:Q", title="pass rate, %", scale=alt.Scale(domain=[0, 100])), y2="high:Q"
        ),
        base.mark_point(filled=True, size=70, color="#0072b2").encode(y=_RATE_AXIS),
        base.mark_text(align="left", dx=7, dy=-6, fontSize=11).encode(y=_RATE_AXIS, text="agent:N"),
    ]


def _point(entrant: Entrant, x: float) -> dict[str, str | float | int | bool | None]:
    rate = pass_rate(entrant)
    interval = rate.wilson()
    share = rate.rate or 0.0
    return {
        "agent": entrant.name,
        "x": x,
        "rate": 100 * share,
        "low": 100 * interval.low if interval else None,
        "high": 100 * interval.high if interval else None,
        "shown": f"{100 * share:.1f} % ({rate})",
    }


def _mark_front(rows: Rows) -> None:
    """Mark the rows that no cheaper or equally cheap one passes at least as often as."""
    best = -1.0
    for row in sorted(rows, key=lambda it: (_number(it["x"]), -_number(it["rate"]))):
        row["front"] = _number(row["rate"]) > best
        best = max(best, _number(row["rate"]))


def _number(value: str | float | None) -> float:
    return float(value or 0)


def _mean_cost(entrant: Entrant) -> float | None:
    costs = [trial.cost_usd for trial in entrant.judged]
    known = [cost for cost in costs if cost is not None]
    return summarise(known).mean if len(known) == len(costs) else None


def _mean_minutes(entrant: Entrant) -> float:
    return summarise(trial.result.clocks.work_s / 60 for trial in entrant.judged).mean


def _trials(results: Results) -> str:
    sizes = sorted({len(entrant.judged) for entrant in results.entrants if entrant.judged})
    shown = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    return f"n = {shown} trials per agent"

"""Charts of what agents did: stages reached, use of the browser."""

import altair as alt

from bugsweep.reports.charts.chart import Figure, Rows, data, figure
from bugsweep.reports.observations import Observations
from bugsweep.reports.reading import Results
from bugsweep.reports.tables.standings import ranked

_KINDS = 7


def stage_funnel(results: Results, observed: Observations) -> Figure | None:
    """How far every agent gets; None when no stage was judged."""
    rows: Rows = []
    stages: list[str] = []
    sizes = set()
    for entrant in ranked(results.entrants):
        funnel = observed.funnel([entrant])
        if funnel is None:
            continue
        stages = [stage.name for stage in funnel.stages]
        sizes.add(funnel.passed.n)
        rows += [
            {
                "agent": entrant.name,
                "stage": stage.name,
                "share": 100 * (stage.cumulative.rate or 0),
                "shown": str(stage.cumulative),
            }
            for stage in funnel.stages
        ]
    if not rows:
        return None
    agents = list(dict.fromkeys(str(row["agent"]) for row in rows))
    base = alt.Chart(data(rows)).encode(
        x=alt.X("stage:N", sort=stages, title=None, axis=alt.Axis(labelAngle=-30)),
        y=alt.Y("agent:N", sort=agents, title=None),
        tooltip=["agent:N", "stage:N", "shown:N"],
    )
    cells = base.mark_rect().encode(
        color=alt.Color(
            "share:Q", title="% of trials", scale=alt.Scale(scheme="blues", domain=[0, 100])
        )
    )
    numbers = base.mark_text(fontSize=12).encode(
        text=alt.Text("share:Q", format=".0f"),
        color=alt.condition("datum.share > 55", alt.value("#fff"), alt.value("#000")),
    )
    left_out = (whole.excluded if (whole := observed.funnel(results.entrants)) else ()) or ("none",)
    return figure(
        "stages",
        alt.layer(cells, numbers).properties(width=460, height=max(60, 24 * len(agents))),
        title="Share of trials that meet a stage and every stage before it",
        note=(
            f"n = {min(sizes)} to {max(sizes)} trials per agent; the end of the funnel is not "
            f"the pass rate. Left out: {', '.join(left_out)}."
        ),
    )


def browser_share(results: Results, observed: Observations) -> Figure | None:
    """Which share of the turns goes through a browser; None when no turn was recorded."""
    rows: Rows = []
    for entrant in results.entrants:
        turns = observed.browser_turns(entrant.trials)
        if turns.rate is not None:
            rows.append({"agent": entrant.name, "share": 100 * turns.rate, "shown": str(turns)})
    if not rows:
        return None
    rows.sort(key=lambda row: -float(row["share"] or 0))
    order = [str(row["agent"]) for row in rows]
    base = alt.Chart(data(rows)).encode(
        x=alt.X("share:Q", title="% of turns", scale=alt.Scale(domain=[0, 100])),
        y=alt.Y("agent:N", sort=order, title=None),
        tooltip=["agent:N", "shown:N"],
    )
    layers = (
        base.mark_bar(color="#0072b2"),
        base.mark_text(align="left", dx=4).encode(text="shown:N"),
    )
    return figure(
        "browser-share",
        alt.layer(*layers).properties(width=520, height=max(40, 22 * len(rows))),
        title="Share of an agent's turns that go through a browser",
        note=f"Browser turns of all turns, n at each bar; {_recorded(results, observed)}.",
    )


def browser_actions(results: Results, observed: Observations) -> Figure | None:
    """What agents do in the browser; None when no action was recorded."""
    total = observed.actions(results.trials)
    if not total:
        return None
    kinds = [kind for kind, _ in total.most_common(_KINDS)]
    rows: Rows = []
    for entrant in results.entrants:
        recorded = observed.browser_used(entrant.trials).n
        if not recorded:
            continue
        actions = observed.actions(entrant.trials)
        shown = {kind: actions[kind] for kind in kinds}
        other = actions.total() - sum(shown.values())
        for kind, number in (shown | ({"other": other} if other else {})).items():
            rows.append({"agent": entrant.name, "kind": kind, "actions": number / recorded})
    chart = (
        alt.Chart(data(rows))
        .mark_bar()
        .encode(
            x=alt.X("actions:Q", title="actions per trial"),
            y=alt.Y("agent:N", sort="-x", title=None),
            color=alt.Color("kind:N", title="action", sort=[*kinds, "other"]),
            tooltip=["agent:N", "kind:N", "actions:Q"],
        )
        .properties(width=520, height=max(40, 22 * len({str(row["agent"]) for row in rows})))
    )
    return figure(
        "browser-actions",
        chart,
        title="Browser actions per trial, by kind",
        note=f"n = {total.total()} actions; {_recorded(results, observed)}.",
    )


def _recorded(results: Results, observed: Observations) -> str:
    return f"{len(observed.use)} of {len(results.trials)} trials were recorded"

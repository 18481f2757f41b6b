"""Tables of what agents did: the stages they reached, their use of the browser."""

from collections.abc import Sequence
from statistics import median
from typing import Final

from bugsweep.reports.addresses import agent_page
from bugsweep.reports.observations import Observations
from bugsweep.reports.reading import Results, Trial
from bugsweep.reports.tables.table import NOTHING, Cell, Table, count, rate_cell, share_cell, words
from bugsweep.stats.funnel import STAGES
from bugsweep.stats.rates import Rate

_RECORDED: Final = {STAGES[0]: "reached", STAGES[1]: "triggered"}
"""What the recorder calls a stage that it can see."""


def stages(results: Results, observed: Observations) -> Table | None:
    """How far agents get, stage by stage; None when no stage was judged."""
    whole = observed.funnel(results.entrants)
    if whole is None:
        return None
    rows = []
    single = [
        (it.name, agent_page(it), observed.funnel([it]), it.judged) for it in results.entrants
    ]
    for name, href, funnel, trials in [("all", "", whole, results.trials), *single]:
        if funnel is None:
            continue
        rows += [
            (
                words(name, href),
                words(stage.name),
                share_cell(stage.absolute),
                rate_cell(stage.cumulative),
                share_cell(stage.conditional),
                _points(stage.drop),
                _recorded(trials, stage.name),
            )
            for stage in funnel.stages
        ]
        unjudged = funnel.passed_unjudged
        rows.append(
            (
                words(name, href),
                words("passed without judged discovery"),
                share_cell(unjudged),
                *(words(NOTHING),) * 4,
            )
        )
    excluded = ", ".join(whole.excluded) or "none"
    return Table(
        name="stages",
        title="How far agents get: stages met absolutely, cumulatively, conditionally",
        columns=(
            "agent",
            "stage",
            "absolute",
            "cumulative",
            "of those before",
            "drop, points",
            "recorder",
        ),
        rows=tuple(rows),
        note=(
            f"The first {len(STAGES) - 2} stages are judged, the last two verified. The end of "
            "the funnel is not the pass rate: a trial may pass without judged discovery. Recorder: "
            "trials whose own browser reached the feature, and showed the behaviour, decided "
            "without a model. "
            f"Largest drop of all trials: {whole.largest_drop.name}; largest loss among those "
            f"that got there: {whole.largest_conditional_loss.name}. Left out for want of "
            f"judgements: {excluded}."
        ),
    )


def _recorded(trials: Sequence[Trial], stage: str) -> Cell:
    """What the recorder saw of a stage, over the trials of which it can tell."""
    name = _RECORDED.get(stage)
    if name is None:
        return words(NOTHING)
    met = [trial.result.browser.encounter for trial in trials if trial.result.browser]
    known = [seen for it in met if (seen := getattr(it, name)) is not None]
    return share_cell(Rate.of(known)) if known else words(NOTHING)


def browser_use(results: Results, observed: Observations) -> Table | None:
    """How much agents use the browser; None when nothing was recorded."""
    if not observed.use:
        return None
    kinds = [kind for kind, _ in observed.actions(results.trials).most_common(8)]
    rows = []
    for entrant in results.entrants:
        used = observed.browser_used(entrant.trials)
        actions = observed.actions(entrant.trials)
        per_trial = actions.total() / used.n if used.n else None
        rows.append(
            (
                words(entrant.name, agent_page(entrant)),
                share_cell(used),
                share_cell(observed.browser_turns(entrant.trials)),
                rate_cell(observed.reached(entrant.trials)),
                rate_cell(observed.triggered(entrant.trials)),
                _median(observed.launches(entrant.trials)),
                _median(observed.pages(entrant.trials)),
                Cell(NOTHING) if per_trial is None else Cell(f"{per_trial:.1f}", per_trial),
                *(count(actions[kind]) for kind in kinds),
                share_cell(Rate(used.n, len(entrant.trials))),
            )
        )
    return Table(
        name="browser-use",
        title="Use of the browser by agents",
        columns=(
            "agent",
            "trials with browser",
            "browser turns",
            "bug reached",
            "bug seen",
            "browsers started, median",
            "pages seen, median",
            "actions per trial",
            *kinds,
            "recorded",
        ),
        rows=tuple(rows),
        note=(
            "Of the recorded trials. Turns count by the tools that their calls name, actions as "
            "the browser recorded them. Bug reached: the agent used in its own browser what the "
            "target test uses last, on the page where that judges; bug seen: the step that fails "
            "on the buggy app was false there. Both are decided without a model, of the trials of "
            "which it can be told."
        ),
    ).without_empty()


def _median(counts: list[int]) -> Cell:
    if not counts:
        return Cell(NOTHING)
    middle = median(counts)
    return Cell(f"{middle:g} (n = {len(counts)})", middle, {"median": middle, "n": len(counts)})


def _points(share: float | None) -> Cell:
    return Cell(NOTHING) if share is None else Cell(f"{100 * share:.1f}", share)

"""What pages load on demand, made ready so that a page itself computes nothing."""

from itertools import combinations

from bugsweep.reports.addresses import task_page, trial_page
from bugsweep.reports.charts import Figure
from bugsweep.reports.pairing import duel
from bugsweep.reports.reading import Results
from bugsweep.reports.site.pages import Pages
from bugsweep.reports.tables.standings import ranked
from bugsweep.reports.wording import MEANINGS

_REASON = 160
"""Characters of a reason in a list."""


def write_data(pages: Pages, results: Results, figures: list[Figure]) -> None:
    """Write the trials, the charts and every pair of agents."""
    tasks = list(results.tasks)
    places = {task: index for index, task in enumerate(tasks)}
    rows = [
        [
            index,
            places[trial.task],
            trial.epoch,
            trial.result.outcome.value,
            trial.result.reason.splitlines()[0][:_REASON],
            round(trial.result.clocks.work_s, 1),
            None if trial.cost_usd is None else round(trial.cost_usd, 2),
            trial_page(trial),
        ]
        for index, entrant in enumerate(results.entrants)
        for trial in entrant.trials
    ]
    listed = {
        "agents": [entrant.name for entrant in results.entrants],
        "tasks": tasks,
        "pages": [task_page(task) for task in tasks],
        "domains": [note.domain for note in results.tasks.values()],
        "meanings": MEANINGS,
        "rows": rows,
    }
    pages.write_data("trials", listed)
    pages.write_data("charts", {figure.name: figure.spec for figure in figures})
    pages.write_data("compare", _duels(results))


def _duels(results: Results) -> dict[str, object]:
    entrants = ranked(results.entrants)
    found = []
    for first, second in combinations(range(len(entrants)), 2):
        meeting = duel(entrants[first], entrants[second])
        table, interval = meeting.table, meeting.interval
        found.append(
            {
                "pair": [first, second],
                "n": table.n,
                "leftOut": meeting.left_out,
                "counts": [table.both, table.only_first, table.only_second, table.neither],
                "difference": table.difference,
                "interval": [interval.low, interval.high] if interval else None,
                "p": meeting.p_value,
            }
        )
    return {"agents": [entrant.name for entrant in entrants], "duels": found}

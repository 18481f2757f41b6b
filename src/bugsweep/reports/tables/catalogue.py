"""Every table that a set of runs has something to say for."""

from bugsweep.reports.observations import Observations
from bugsweep.reports.reading import Results
from bugsweep.reports.tables import behaviour, contrasts, standings
from bugsweep.reports.tables.table import Table


def all_tables(results: Results, observed: Observations) -> list[Table]:
    """The tables in their order; one without rows is left out."""
    tables = [
        standings.leaderboard(results),
        standings.outcomes(results),
        contrasts.reliability(results),
        contrasts.prompts(results),
        contrasts.browser_hint(results, observed),
        contrasts.harnesses(results),
        contrasts.budgets(results),
        contrasts.executors(results),
        standings.repeats(results),
        behaviour.stages(results, observed),
        behaviour.browser_use(results, observed),
        standings.suite_overview(results),
        standings.per_domain(results),
        standings.per_task(results),
    ]
    return [table for table in tables if table is not None and table.rows]

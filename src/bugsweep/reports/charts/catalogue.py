"""Every chart that a set of runs has something to show in."""

from bugsweep.reports.charts import behaviour, matrices, rates
from bugsweep.reports.charts.chart import Figure
from bugsweep.reports.observations import Observations
from bugsweep.reports.reading import Results


def all_charts(results: Results, observed: Observations) -> list[Figure]:
    """The charts in their order; one without data is left out."""
    if not results.trials:
        return []
    figures = [
        rates.pass_against_cost(results),
        rates.pass_against_time(results),
        behaviour.stage_funnel(results, observed),
        matrices.agents_by_tasks(results),
        matrices.disagreement(results),
        rates.budget_curves(results),
        behaviour.browser_share(results, observed),
        behaviour.browser_actions(results, observed),
        matrices.domains(results),
    ]
    return [figure for figure in figures if figure is not None]

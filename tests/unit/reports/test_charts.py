import json

import pytest
import vl_convert

from bugsweep.reports.charts import all_charts
from bugsweep.reports.charts.chart import VEGA_LITE
from bugsweep.reports.observations import observe
from bugsweep.reports.reading import load_results
from bugsweep.reports.synthetic import SyntheticSize, write_synthetic_run
from unit.reports.runs import write_run


@pytest.fixture(scope="module")
def figures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    for minutes in (20, 40):
        write_synthetic_run(folder / str(minutes), size=SyntheticSize(6, 3, minutes=minutes))
    results = load_results([folder / "20", folder / "40"])
    return {figure.name: figure for figure in all_charts(results, observe(results))}


def test_every_chart_is_there_when_its_data_is(figures):
    assert list(figures) == [
        "pass-cost",
        "pass-time",
        "stages",
        "agents-tasks",
        "disagreement",
        "budgets",
        "browser-share",
        "browser-actions",
        "domains",
    ]


def test_no_chart_goes_without_its_n(figures):
    assert [name for name, figure in figures.items() if "n = " not in figure.note] == [
        "browser-share"  # each bar bears its own
    ]


def test_no_chart_refers_to_data_elsewhere(figures):
    for figure in figures.values():
        assert '"url"' not in figure.to_json()


def test_what_altair_writes_can_be_drawn():
    assert VEGA_LITE in vl_convert.get_vegalite_versions()


def test_a_chart_becomes_a_drawing(figures):
    figure = figures["domains"]

    assert figure.to_svg().startswith("<svg")
    assert figure.to_png().startswith(b"\x89PNG")


def test_the_front_holds_the_agents_that_none_beats(tmp_path):
    run = write_run(tmp_path, {"cheap": ["PFFF"], "good": ["PPPF"], "poor": ["PFFF"]})
    for result in list(run.load_results()):
        cost = {"cheap": 1, "good": 2, "poor": 3}[result.agent]
        run.write_result(result.model_copy(update={"agent_cost_usd": cost}), epoch=1)
    results = load_results([tmp_path])

    chart = all_charts(results, observe(results))[0]

    rows = chart.spec["datasets"][chart.spec["layer"][0]["data"]["name"]]
    assert [row["agent"] for row in rows if row["front"]] == ["cheap", "good"]


def test_agents_without_cost_are_named_instead_of_drawn(tmp_path):
    run = write_run(tmp_path, {"paid": ["P"], "free": ["P"]})
    (free,) = [result for result in run.load_results() if result.agent == "free"]
    run.write_result(free.model_copy(update={"agent_cost_usd": 0}), epoch=1)
    results = load_results([tmp_path])

    chart = all_charts(results, observe(results))[0]

    assert chart.note.endswith("hence not on a log axis: free.")
    assert '"agent": "free"' not in json.dumps(chart.spec)


def test_a_run_without_results_has_no_charts(tmp_path):
    write_run(tmp_path, {"a": ["."]})
    results = load_results([tmp_path])

    assert all_charts(results, observe(results)) == []

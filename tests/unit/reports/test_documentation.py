from pathlib import Path

import pytest

from bugsweep.files.run_context import RunContext
from bugsweep.reports.charts import all_charts
from bugsweep.reports.observations import observe
from bugsweep.reports.reading import load_results
from bugsweep.reports.synthetic import SyntheticSize, write_synthetic_run
from bugsweep.reports.tables import all_tables
from unit.reports.runs import write_run

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "reports.md"


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Runs that have something to say for every table and chart."""
    folder = tmp_path_factory.mktemp("runs")
    sizes = {
        "plain": SyntheticSize(4, 3, 2, minutes=20),
        "detailed": SyntheticSize(4, 3, prompt="detailed", minutes=20),
        "blind": SyntheticSize(4, 3, browser_hint=False, minutes=20),
        "long": SyntheticSize(4, 3, minutes=40),
    }
    runs = [write_synthetic_run(folder / name, size=size).path for name, size in sizes.items()]
    for executor in ("scripted", "agentic"):
        ends = {"noop": ["F"], "reference": ["P"]}
        runs.append(write_run(folder / executor, ends, executor=executor).path)
    return load_results(runs)


def test_every_table_and_chart_is_in_the_reference(results):
    observed = observe(results)
    tables = [table.name for table in all_tables(results, observed)]
    charts = [figure.name for figure in all_charts(results, observed)]
    text = PAGE.read_text(encoding="utf-8")

    assert (len(tables), len(charts)) == (14, 9)
    assert [name for name in tables if f"| `{name}` |" not in text] == []
    assert [name for name in charts if f"`{name}`" not in text] == []


def test_every_key_of_a_context_is_in_the_reference():
    text = PAGE.read_text(encoding="utf-8")
    keys = set(RunContext.model_fields) - {"format_version"}

    assert [key for key in keys if f"`{key}`" not in text and f"`{key}." not in text] == []

from pathlib import Path

import pytest

from bugsweep.domain.errors import TaskFileError
from bugsweep.reports.paper import load_vectors, render_paper

ROOT = Path(__file__).parents[3]
VECTORS = ROOT / "tests" / "data" / "stat_vectors.json"


@pytest.fixture(scope="module")
def page():
    return render_paper(load_vectors(VECTORS))


def test_the_page_in_the_documentation_is_what_the_command_makes(page):
    assert (ROOT / "docs" / "results" / "paper.md").read_text(encoding="utf-8") == page


def test_every_flagged_number_is_told_as_not_reproduced(page):
    flagged = [it for it in load_vectors(VECTORS).values() if it.match is False]
    told = page.split("## What does not reproduce")[1].split("##")[0]

    assert len(flagged) == 4
    assert told.count("\n- ") == len(flagged)
    assert "Printed and recomputed values differ" not in told


def test_published_rates_stand_with_their_intervals(page):
    assert "| Grok 4.6 | 59.0 % (118/200; 52.1 to 65.6) |" in page


def test_the_range_of_the_missing_paired_test_is_told(page):
    row = next(line for line in page.splitlines() if line.startswith("| GPT-5.6 Luna | 39.5"))

    assert row.endswith("| 0.611 | 0.684 | 0.031 to 0.696 |")


def test_a_file_that_holds_no_numbers_is_named(tmp_path):
    (tmp_path / "x.json").write_text("{}")

    with pytest.raises(TaskFileError, match=r"x\.json"):
        load_vectors(tmp_path / "x.json")

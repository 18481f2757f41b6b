import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bugsweep.cli.compare import compare_command
from bugsweep.cli.report import report_command
from bugsweep.domain.errors import UsageError
from unit.reports.runs import write_run

app = typer.Typer()
app.command("report")(report_command)
app.command("compare")(compare_command)


def run(*arguments: object):
    found = CliRunner().invoke(app, list(map(str, arguments)))
    if isinstance(found.exception, Exception) and not isinstance(found.exception, SystemExit):
        raise found.exception
    return found


def test_without_a_file_to_write_the_results_are_printed(tmp_path):
    write_run(tmp_path / "run", {"some-agent": ["PF"]})

    found = run("report", tmp_path / "run")

    assert "some-agent" in found.stdout
    assert "1/2" in found.stdout


def test_files_for_programs_are_written_where_asked(tmp_path):
    write_run(tmp_path / "run", {"a": ["PF"]})

    run(
        "report",
        tmp_path / "run",
        "--junit",
        tmp_path / "x" / "j.xml",
        "--summary",
        tmp_path / "s.md",
    )

    assert "<testsuites" in (tmp_path / "x" / "j.xml").read_text()
    assert (tmp_path / "s.md").read_text().startswith("## bugsweep")


def test_json_is_all_that_is_printed(tmp_path):
    write_run(tmp_path / "run", {"a": ["PF"]})

    found = run("report", tmp_path / "run", "--json")

    assert json.loads(found.stdout)["entrants"][0]["agent"] == "a"


def test_a_site_is_built_and_followed_to_the_end_of_the_run(tmp_path):
    write_run(tmp_path / "run", {"a": ["PF"]})

    run("report", "--live", tmp_path / "run", "-o", tmp_path / "site", "--no-png")

    index = (tmp_path / "site" / "index.html").read_text()
    assert "data-live" not in index
    assert (tmp_path / "site" / "trials" / "run" / "a" / "task-1" / "1" / "index.html").exists()
    assert not list((tmp_path / "site" / "files").glob("*.png"))


def test_the_paper_is_printed_from_its_numbers():
    vectors = Path(__file__).parents[2] / "data" / "stat_vectors.json"

    found = run("report", "--paper", vectors)

    assert found.stdout.startswith("# The published numbers, recomputed")


def test_a_report_of_nothing_is_wrong_use():
    with pytest.raises(UsageError, match="expected at least one run folder"):
        run("report")


def test_two_agents_are_compared(tmp_path):
    write_run(tmp_path, {"a": ["PPPP"], "b": ["FFFP"]})

    found = run("compare", f"{tmp_path}::a", f"{tmp_path}::b", "--json")

    assert json.loads(found.stdout)["only_first"] == ["task-1", "task-2", "task-3"]


def test_the_comparison_says_how_many_tasks_it_needs(tmp_path):
    write_run(tmp_path, {"a": ["PPPP"], "b": ["FFFP"]})

    found = run("compare", f"{tmp_path}::a", f"{tmp_path}::b")

    assert "80 % power" in found.stdout


def test_a_run_of_which_nothing_has_ended_has_a_site_too(tmp_path):
    write_run(tmp_path / "run", {"a": [".."]})

    run("report", tmp_path / "run", "-o", tmp_path / "site")

    assert "0/2 trials" in (tmp_path / "site" / "index.html").read_text()


def test_starting_the_program_costs_no_statistics():
    code = "import sys, bugsweep.cli.report, bugsweep.cli.compare; print(*sys.modules)"

    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)

    assert {"scipy", "altair", "jinja2"}.isdisjoint(shown.stdout.split())

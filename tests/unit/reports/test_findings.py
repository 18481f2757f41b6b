import json

import pytest

from bugsweep.domain.errors import TaskFileError
from bugsweep.exploration.finding import Exploration, Finding, Suspect
from bugsweep.reports.findings import load_exploration
from bugsweep.reports.reading import load_results
from unit.reports.runs import write_run

DONE = Exploration(
    target="Desk",
    seed=0,
    minutes=1,
    elapsed_s=61,
    findings=(
        Finding(
            id="01-survives-reload",
            oracle="survives-reload",
            title="gone",
            expected="kept",
            seen="empty",
            feature="Feature: it",
            certainty=0.7,
            severity=3,
            after="finding-01/step.jpeg",
        ),
    ),
    unconfirmed=(Suspect(oracle="sort-orders", title="odd", why="not seen again"),),
)


@pytest.fixture
def explored(tmp_path):
    folder = tmp_path / "explored"
    folder.mkdir()
    (folder / "findings.json").write_text(DONE.model_dump_json())
    return folder


def test_what_the_explorer_wrote_is_read_back(explored):
    found = load_exploration(explored, "x")

    (finding,) = found.findings
    assert (finding.title, finding.expected, finding.seen) == ("gone", "kept", "empty")
    assert (finding.severity, finding.certainty) == ("data is lost or wrong", 0.7)
    assert finding.pictures == {"after": "finding-01/step.jpeg"}
    assert "must" in finding.property
    assert found.unconfirmed == (("odd", "not seen again"),)
    assert (found.facts["target"], found.facts["time"]) == ("Desk", "61 s")


def test_findings_of_another_program_are_read_as_far_as_they_go(tmp_path):
    finding = {"oracle": "of-theirs", "title": "gone", "steps": ["open", {"text": "type"}]}
    finding |= {"severity": "high", "certainty": True, "screenshot": "a.png"}
    (tmp_path / "findings.json").write_text(json.dumps([finding, "no finding"]))

    (found,) = load_exploration(tmp_path, "x").findings

    assert found.steps == ("open", "type")
    assert (found.severity, found.certainty, found.property) == ("", None, "")
    assert found.pictures == {"after": "a.png"}


def test_an_exploration_is_reported_alone_and_beside_runs(explored, tmp_path):
    write_run(tmp_path / "run", {"a": ["P"]})
    (tmp_path / "run/trials/a/task-1/1/findings.json").write_text(DONE.model_dump_json())

    alone = load_results([explored])
    both = load_results([explored, tmp_path / "run"])

    assert (alone.runs, [it.name for it in alone.explorations]) == ((), ["explored"])
    assert [it.name for it in both.explorations] == ["explored", "a on task-1, 1"]


def test_a_folder_that_is_neither_is_refused(tmp_path):
    with pytest.raises(TaskFileError, match="is no run"):
        load_results([tmp_path])

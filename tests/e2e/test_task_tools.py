"""Tools around task folders, as a user runs them."""

import json
import tomllib

import pytest

WORKFLOWS = """
workflows:
- {id: t, category: target, purpose: p, steps: ['Click the button "Save".', 'Look around.']}
- {id: p, category: preservation, purpose: q, steps: ['Verify that "Saved" is shown.']}
"""
ROW = {
    "case_id": "sweeper-001",
    "slug": "toy",
    "repo": "owner/toy",
    "base_commit": "a" * 40,
    "reference_commit": "b" * 40,
    "task_scoped": "Find and fix issues in Toy's list.",
    "task_specified": "The list forgets.",
    "pr": None,
    "issue": None,
    "workflows": WORKFLOWS,
}


def test_a_new_task_is_refused_until_its_marks_are_written(bugsweep, tmp_path):
    made = bugsweep("task", "new", "my-wiki", "--from", "pypi:otterwiki@2.7.0..2.9.2")
    linted = bugsweep("task", "lint", "my-wiki")

    assert made.exit_code == 0, made.stderr
    assert linted.exit_code == 2
    assert "my-wiki/task.toml:4: is not written yet: what kind of application" in linted.stderr

    for path in (tmp_path / "my-wiki").rglob("*"):
        if path.is_file():
            path.write_text(path.read_text().replace("TODO(task):", "written:"))
    assert bugsweep("task", "lint", "my-wiki").exit_code == 0


@pytest.mark.parametrize("origin", ["otterwiki", "pypi:a@1", "pypi:a@1..1", "cargo:a@1..2"])
def test_a_wrong_origin_is_told_in_one_line(bugsweep, origin):
    done = bugsweep("task", "new", "x", "--from", origin)

    assert done.exit_code == 2
    assert origin in done.stderr


def test_rows_become_tasks_and_come_back(bugsweep, tmp_path):
    (tmp_path / "rows.jsonl").write_text(json.dumps(ROW) + "\n")

    done = bugsweep("task", "import", "rows.jsonl", "--json")
    back = bugsweep("task", "export", "suites/imported/toy", "--as", "sweeper")

    assert done.exit_code == 0, done.stderr
    assert done.rows[0]["note"] == "sentences drafted: 1/2 target, 1/1 preservation"
    draft = tmp_path / "suites/imported/toy/target.translated.feature.review"
    assert 'Given I click the button "Save"' in draft.read_text()
    assert back.exit_code == 0, back.stderr
    row = json.loads(back.stdout)
    assert (row["case_id"], row["base_commit"]) == ("sweeper-001", "a" * 40)
    assert 'Click the button "Save".' in row["workflows"]


def test_a_malformed_row_names_file_record_and_field(bugsweep, tmp_path):
    (tmp_path / "rows.jsonl").write_text(json.dumps({**ROW, "base_commit": "x"}) + "\n")

    done = bugsweep("task", "import", "rows.jsonl")

    assert done.exit_code == 2
    assert "rows.jsonl:1: `base_commit`" in done.stderr


def test_our_tasks_are_written_as_rows_of_real_commits(bugsweep):
    done = bugsweep("task", "export", "otterwiki-preferences", "--as", "sweeper")

    row = json.loads(done.stdout)
    assert row["repo"] == "redimp/otterwiki"
    assert row["issue"] == "192"
    assert 'And I tick the checkbox "Retain page name case."' in row["workflows"]


def test_a_task_becomes_a_harbor_folder(bugsweep, tmp_path):
    done = bugsweep("task", "export", "otterwiki-preferences", "--as", "harbor", "-o", "out")

    assert done.exit_code == 0, done.stderr
    folder = tmp_path / "out/otterwiki-preferences"
    card = tomllib.loads((folder / "task.toml").read_text())
    assert card["verifier"]["environment_mode"] == "separate"
    assert "git_web_server" in (folder / "solution/repair.patch").read_text()
    assert "otterwiki==2.7.0" in (folder / "environment/Dockerfile").read_text()

"""The gate of a suite in which some tasks are broken."""

import shutil

from bugsweep.files.suite import shipped_suites


def test_broken_tasks_are_told_with_their_cause_and_stop_no_other(bugsweep, tmp_path):
    suite = tmp_path / "suites/broken"
    for name in ("choices-ticket-labels", "timetagger-record-dialog", "tiddlywiki-import"):
        shutil.copytree(shipped_suites() / "core" / name, suite / name)
    (suite / "suite.toml").write_text('format_version = 1\nname = "broken"\nversion = "1"\n')
    (suite / "choices-ticket-labels/app/project/gone.js").symlink_to("nowhere.js")
    (suite / "timetagger-record-dialog/task.toml").write_text("format_version = 7\n")
    steps = suite / "tiddlywiki-import/target.feature"
    steps.write_text(steps.read_text().replace("Then ", "Then perhaps "))

    done = bugsweep("gate", "broken", "-n", "1", "--json")

    assert done.exit_code == 1, done.stderr
    errors = {report["task"]: report["error"] for report in done.rows}
    assert "gone.js" in errors["choices-ticket-labels"]
    assert "`format_version`" in errors["timetagger-record-dialog"]
    assert "target.feature" in errors["tiddlywiki-import"]

import json

import pytest


def test_a_dry_run_prints_what_each_agent_would_be_told_and_runs_nothing(bugsweep, tmp_path):
    done = bugsweep(
        *("eval", "starter", "--agent", "codex", "--dry-run", "--json"),
        *("--prompt", "detailed", "--no-browser-hint", "--minutes", "20"),
    )

    assert done.exit_code == 0, done.stderr
    assert len(done.rows) == 3
    for row in done.rows:
        assert "20 minutes" in row["prompt"]
        assert "Playwright" not in row["prompt"]
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["eval", "starter", "--agent", "codex"], "needs a model"),
        (["eval", "starter"], "tasks and agents are needed"),
        (["eval", "--agent", "noop"], "tasks and agents are needed"),
        (["eval", "starter", "--agent", "noop:1"], "behind a colon"),
        (["eval", "tiddlywiki-import", "--agent", "command:./gone.sh"], "no program"),
        (["eval", "--resume", "."], "is no run"),
        (
            ["eval", "starter", "--agent", "react", "--model", "mockllm/model", "--cost", "1"],
            "so no limit on money would hold",
        ),
        (["eval", "starter", "--agent", "noop", "--egress", __file__], "names no host"),
    ],
)
def test_what_cannot_be_run_is_told_and_ends_with_2(bugsweep, argv, words):
    done = bugsweep(*argv)

    assert done.exit_code == 2, done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_run_goes_on_under_its_own_conditions(bugsweep, tmp_path):
    first = bugsweep("eval", "tiddlywiki-import", "--agent", "reference", "--no-report", "--json")
    run = next((tmp_path / "runs").iterdir())
    card = json.loads((run / "run.json").read_text())

    again = bugsweep("eval", "--resume", str(run), "--no-report", "--json")

    assert again.exit_code == first.exit_code == 0, again.stderr
    assert again.rows == first.rows
    assert json.loads((run / "run.json").read_text()) == card

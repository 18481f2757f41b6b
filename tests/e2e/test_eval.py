import json
import shutil
import subprocess
import sys
from pathlib import Path

SUITE = ["ihatemoney-bill-list", "otterwiki-preferences", "tiddlywiki-import"]


def test_the_main_job_judges_two_agents_on_three_tasks(bugsweep, tmp_path):
    done = bugsweep("eval", "starter", "--agent", "noop", "--agent", "reference", "--json")

    assert done.exit_code == 0, done.stderr
    by_agent = {
        agent: [it for it in done.rows if it["agent"] == agent] for agent in ("noop", "reference")
    }
    assert [it["task"] for it in by_agent["noop"]] == SUITE
    assert {it["outcome"] for it in by_agent["noop"]} == {"no_patch"}
    assert {it["target"]["kind"] for it in by_agent["noop"]} == {"FAIL"}
    assert {it["outcome"] for it in by_agent["reference"]} == {"pass"}
    for trial in done.rows:
        failing = next((it for it in trial["target"]["steps"] if it["kind"] != "PASS"), None)
        if failing:
            assert Path(trial["target"]["evidence_dir"], failing["screenshot"]).stat().st_size > 0
    run = next((tmp_path / "runs").iterdir())
    assert json.loads((run / "run.json").read_text())["agents"] == ["noop", "reference"]
    assert len(list((run / "logs").glob("*.eval"))) == 2
    assert ">reference</a>" in (run / "report" / "index.html").read_text()


def test_inspect_runs_the_same_as_a_task_of_its_own(tmp_path, require):
    require(shutil.which("npm"), "npm is not installed")
    program = Path(sys.executable).with_name("inspect")

    done = subprocess.run(
        [
            program,
            "eval",
            "bugsweep/web",
            "-T",
            "suite=tiddlywiki-import",
            "-T",
            "agent=reference",
            "--model",
            "mockllm/model",
            "--display",
            "plain",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    log = next((tmp_path / "logs").glob("*.eval"))
    dumped = subprocess.run(
        [program, "log", "dump", log], capture_output=True, text=True, check=True
    )
    scores = json.loads(dumped.stdout)["samples"][0]["scores"]
    assert scores["judged_in_the_browser"]["answer"] == "pass"
    run = next((tmp_path / "runs").iterdir())
    assert (run / "run.json").is_file()


def test_the_table_shows_counts_and_intervals(bugsweep):
    done = bugsweep("eval", "tiddlywiki-import", "--agent", "reference")

    assert done.exit_code == 0, done.stderr
    assert "100.0 % (1/1; 20.7 to 100.0)" in done.stdout
    assert "inspect view" in done.stdout


def test_a_gate_is_open_and_says_so(bugsweep):
    done = bugsweep("gate", "tiddlywiki-import", "-n", "1", "--json")

    assert done.exit_code == 0, done.stderr
    cells = done.rows[0]["cells"]
    assert [cell["verdicts"][0]["kind"] for cell in cells] == ["FAIL", "PASS", "PASS", "PASS"]

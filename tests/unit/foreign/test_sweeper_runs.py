"""Runs of the paper's program become run folders that reports can read."""

import json

import pytest

from bugsweep.domain.errors import TaskFileError
from bugsweep.domain.outcome import Outcome
from bugsweep.domain.verdict import VerdictKind
from bugsweep.files.foreign.sweeper_runs import import_run
from bugsweep.files.run_context import load_context
from bugsweep.files.run_folder import RunFolder
from bugsweep.reports.reading import load_results

PATCH = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"
PHASE = "prediction-scoped"


def workflow(result, *substeps):
    told = [{"step": "s", "result": it, "reason": f"because {it}"} for it in substeps]
    return {
        "id": "w",
        "category": "target",
        "purpose": "p",
        "result": result,
        "agent_result": {"result": result, "substeps": told},
        "attempts": 1,
    }


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "old-run"
    write(folder / "config.json", {"prediction": {"harness": "codex", "model": "m/x"}})
    write(folder / "cases.json", [{"case_id": "sweeper-004", "status": "infrastructure_failed"}])
    evaluated(folder, "sweeper-001", "pass", "pass")
    evaluated(folder, "sweeper-002", "fail", "pass")
    evaluated(folder, "sweeper-003", "uncertain", "pass")
    (folder / "evaluations/sweeper-004/artifacts").mkdir(parents=True)
    patched(folder, "sweeper-004")
    (folder / "evaluations/sweeper-005/artifacts").mkdir(parents=True)
    (folder / f"predictions/sweeper-005/artifacts/logs-{PHASE[11:]}").mkdir(parents=True)
    return folder


def write(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))


def patched(folder, case):
    path = folder / f"predictions/{case}/artifacts/{PHASE}.patch"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(PATCH)


def evaluated(folder, case, target, preservation):
    patched(folder, case)
    artifacts = folder / f"evaluations/{case}/artifacts"
    write(
        artifacts / f"logs/{PHASE}-result.json",
        {
            "phase": PHASE,
            "target": {"workflows": [workflow(target, "pass", target)]},
            "preservation": {"workflows": [workflow(preservation)]},
        },
    )


def imported(source, tmp_path):
    (run,) = import_run(source, tmp_path / "runs")
    return RunFolder(run.folder)


def test_each_verdict_and_each_missing_one_is_an_outcome(source, tmp_path):
    run = imported(source, tmp_path)

    assert {it.task: it.outcome for it in run.load_results()} == {
        "sweeper-001": Outcome.PASS,
        "sweeper-002": Outcome.FAIL,
        "sweeper-003": Outcome.UNDECIDED,
        "sweeper-004": Outcome.INFRA_ERROR,
        "sweeper-005": Outcome.NO_PATCH,
    }


def test_who_worked_under_which_request_is_kept(source, tmp_path):
    run = imported(source, tmp_path)

    card = run.load_card()
    assert (card.agents, card.prompt) == (("codex-m-x",), "open")
    assert load_context(run.path).agents["codex-m-x"].model == "m/x"


def test_steps_and_patches_are_kept(source, tmp_path):
    run = imported(source, tmp_path)

    failed = next(it for it in run.load_results() if it.task == "sweeper-002")
    assert [step.kind for step in failed.target.steps] == [VerdictKind.PASS, VerdictKind.FAIL]
    assert failed.target.reason == "because fail"
    assert failed.patch.added_lines == 1
    trial = run.trial(agent=failed.agent, task=failed.task, epoch=1)
    assert (trial / "candidate.patch").read_text() == PATCH


def test_reports_read_it(source, tmp_path):
    run = imported(source, tmp_path)

    results = load_results([run.path])

    assert len(results.trials) == 5


def test_counts_alone_give_a_verdict(source, tmp_path):
    path = source / "evaluations/sweeper-009/artifacts/result.jsonl"
    path.parent.mkdir(parents=True)
    rows = [
        {"phase": PHASE, "category": "target", "pass": 0, "fail": 1, "uncertain": 0},
        {"phase": PHASE, "category": "preservation", "pass": 1, "fail": 0, "uncertain": 0},
    ]
    path.write_text("".join(json.dumps(it) + "\n" for it in rows))

    run = imported(source, tmp_path)

    result = next(it for it in run.load_results() if it.task == "sweeper-009")
    assert result.outcome is Outcome.FAIL
    assert result.reason == "target: 0 passed, 1 failed, 0 uncertain"


def test_a_pass_with_a_failed_step_stays_a_pass_and_says_so(source, tmp_path):
    path = source / f"evaluations/sweeper-001/artifacts/logs/{PHASE}-result.json"
    value = json.loads(path.read_text())
    value["target"]["workflows"] = [workflow("pass", "pass", "fail")]
    path.write_text(json.dumps(value))

    run = imported(source, tmp_path)

    result = next(it for it in run.load_results() if it.task == "sweeper-001")
    assert result.outcome is Outcome.PASS
    assert result.target.reason == "recorded as PASS, although 1 of 2 steps are not"


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda path: path.write_text("{"), "is not JSON"),
        (
            lambda path: path.write_text(path.read_text().replace('"uncertain"', '"maybe"')),
            "`target.workflows.0.result` must be pass, fail or uncertain, found `maybe`",
        ),
    ],
)
def test_a_malformed_result_is_told_with_file_and_field(source, tmp_path, spoil, words):
    spoil(source / f"evaluations/sweeper-003/artifacts/logs/{PHASE}-result.json")

    with pytest.raises(TaskFileError) as caught:
        import_run(source, tmp_path / "runs")

    assert "sweeper-003" in caught.value.message
    assert words in caught.value.message


def test_another_folder_is_no_run(tmp_path):
    with pytest.raises(TaskFileError, match="this is no evaluated run"):
        import_run(tmp_path, tmp_path / "runs")

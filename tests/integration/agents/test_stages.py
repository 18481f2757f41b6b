"""Inspect Scout's own scanner over a trajectory of the toy task, with a scripted judge."""

import asyncio
import importlib.util
import json

import pytest
from inspect_ai.model import ModelOutput, get_model
from scripted_model import USAGE
from toy_task import write_toy_task

from bugsweep.domain.browsing import BrowserUse, Encounter
from bugsweep.domain.outcome import Outcome, TrialResult
from bugsweep.domain.verdict import StepResult, Verdict, VerdictKind
from bugsweep.evaluation.stages import judge_stages
from bugsweep.files.run_folder import RunCard, RunFolder, suite_digest_of
from bugsweep.files.suite import select_tasks
from bugsweep.reports.observations import observe
from bugsweep.reports.reading import load_results
from bugsweep.reports.tables.behaviour import stages

TRAJECTORY = {
    "steps": [
        {"source": "user", "message": "Find and fix issues in Guests's list of guests."},
        {
            "source": "agent",
            "message": "I add a guest of two words.",
            "tool_calls": [{"function_name": "bash", "arguments": {"command": "node add.mjs"}}],
            "observation": "the list shows: Old Guest, Zarathustra",
        },
        {"source": "agent", "message": "Only the first word is kept: `tidy` splits the name."},
    ]
}
ANSWER = {
    "feature_found": True,
    "feature_step": "[M2]",
    "feature_quote": "Old Guest, Zarathustra",
    "behaviour_identified": True,
    "behaviour_step": "[M2]",
    "behaviour_quote": "Only the first word is kept",
    "cause_diagnosed": True,
    "cause_step": "[M3]",
    "cause_quote": "`tidy` splits the name",
    "explanation": "It saw the short name [M2].",
}


class Judge:
    """Gives one answer, and keeps what it was asked."""

    def __init__(self, **changes):
        self.asked = []
        self.answer = ANSWER | changes
        self.model = get_model("mockllm/model", custom_outputs=self, memoize=False)
        self.model.api.count_tokens = self.count

    async def count(self, *_):
        return 100

    def __call__(self, messages, *_):
        self.asked.append(messages[-1].text)
        output = ModelOutput.for_tool_call("mockllm/model", "answer", self.answer)
        output.usage = USAGE.model_copy()
        return output


@pytest.fixture
def run(tmp_path, require):
    require(importlib.util.find_spec("inspect_scout"), "Inspect Scout is not installed")
    folder = write_toy_task(tmp_path)
    tasks = select_tasks([str(folder)])
    run = RunFolder(tmp_path / "run")
    run.write_card(
        RunCard(
            suite=str(folder),
            suite_digest=suite_digest_of(tasks),
            tasks=("toy-guests",),
            agents=("react",),
            prompt="open",
            started_at="2026-11-30T10:00:00+00:00",
            bugsweep_version="0",
        )
    )
    step = StepResult(text="Then x", line=1, kind=VerdictKind.PASS, elapsed_s=0)
    passed = Verdict(
        behaviour="b", kind=VerdictKind.PASS, reason="so it was", steps=(step,), elapsed_s=1
    )
    result = TrialResult(
        task="toy-guests",
        agent="react",
        outcome=Outcome.PASS,
        reason="both pass",
        target=passed,
        preservation=passed,
        browser=BrowserUse(encounter=Encounter(reached=True, triggered=False)),
    )
    run.write_result(result, epoch=1)
    trial = run.trial(agent="react", task="toy-guests", epoch=1)
    (trial / "trajectory.json").write_text(json.dumps(TRAJECTORY))
    return run


def judged(run, judge):
    (staged,) = asyncio.run(judge_stages(run, judge.model, jobs=1))
    return staged


def funnel_rows(run):
    results = load_results([run.path])
    table = stages(results, observe(results))
    return {row[1].text: [cell.text for cell in row[2:]] for row in table.rows}


def test_each_stage_is_judged_by_the_diagnosis_and_shown_by_a_quoted_step(run):
    judge = Judge()

    staged = judged(run, judge)

    assert "qv7diagnosis" in judge.asked[0]
    assert "node add.mjs" in judge.asked[0]
    shown = {name: (it.met, it.step) for name, it in staged.record.stages.items()}
    # The judge named step 2 for the behaviour; its words stand in step 3.
    assert shown == {
        "feature found": (True, 2),
        "behaviour identified": (True, 3),
        "cause diagnosed": (True, 3),
    }
    rows = funnel_rows(run)
    assert rows["preserved"][1].startswith("100.0 % (1/1")
    assert rows["feature found"][-1] == "100.0 % (1/1)"
    assert rows["behaviour identified"][-1] == "0.0 % (0/1)"
    assert rows["passed without judged discovery"][0] == "0.0 % (0/1)"


def test_a_pass_without_judged_discovery_is_shown_and_a_judge_is_asked_once(run):
    judge = Judge(cause_diagnosed=False)

    first, second = judged(run, judge), judged(run, judge)

    assert first.record.stages["cause diagnosed"].met is False
    assert (second.is_old, len(judge.asked)) == (True, 1)
    assert funnel_rows(run)["passed without judged discovery"][0] == "100.0 % (1/1)"


def test_a_quote_that_stands_nowhere_is_no_evidence(run):
    staged = judged(run, Judge(behaviour_quote="the button is grey"))

    assert staged.record.stages["behaviour identified"].met is None
    assert "stands nowhere" in staged.record.stages["behaviour identified"].reason


def test_a_judge_that_gives_no_answer_of_the_form_judges_nothing(run):
    staged = judged(run, Judge(feature_found="perhaps"))

    assert staged.record is None
    assert "no answer" in staged.problem

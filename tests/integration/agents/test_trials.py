"""How a trial ends, what is kept of it, and what a second command does not repeat."""

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from scripted_model import scripted_model

from bugsweep.domain.outcome import Outcome
from bugsweep.domain.verdict import VerdictKind
from bugsweep.evaluation.budget import Allowance
from bugsweep.evaluation.rejudging import rejudge
from bugsweep.evaluation.running import plan_of
from bugsweep.exploration.finding import Exploration

EDIT = "sed -i 's/name.split()\\[0\\]/name.strip()/' guests.py"


def test_at_the_end_of_its_time_an_agents_work_is_collected(evaluate):
    ran = evaluate(f'command:sh -c "{EDIT}; sleep 600"', minutes=0.1)

    assert ran.result.outcome == "pass", ran.said
    assert ran.result.work.ended_by == "time"
    assert 5 < ran.result.clocks.work_s < 120


# Of a whole price list, as a user would write it: each scripted call costs $0.0014.
PRICES = """\
mockllm/model:
  input: 1.25
  output: 3.0
  input_cache_write: 1.5
  input_cache_read: 0.1
"""
CALL_USD = (1000 * 1.25 + 50 * 3.0) / 1e6


def test_no_call_goes_beyond_a_limit_and_the_work_is_collected(evaluate):
    ran = evaluate("react", model=scripted_model([EDIT, "true", "true", "true"]), tokens=3000)

    assert ran.result.outcome == "pass", ran.said
    assert ran.result.work.ended_by == "token"
    assert ran.result.work.usage.calls == 2


def test_trials_share_the_limits_of_their_run_and_what_did_not_begin_goes_on_later(
    evaluate, tmp_path
):
    prices = tmp_path / "prices.yaml"
    prices.write_text(PRICES)
    conditions = {
        "model": scripted_model([EDIT, "true"]),
        "prices": str(prices),
        "epochs": 3,
        "jobs": 1,
        "retries": 0,
    }

    ran = evaluate("react", total=Allowance(cost_usd=5.5 * CALL_USD), **conditions)

    assert [it.outcome for it in ran.results] == ["pass", "pass", "infra_error"]
    first, second, third = ran.results
    assert (first.work.ended_by, second.work.ended_by) == ("", "run_cost")
    assert first.work.usage.calls + second.work.usage.calls == 5
    assert first.work.usage.cost_usd == pytest.approx(3 * CALL_USD)
    assert "the run has used its" in third.reason

    again = evaluate("react", into=ran.run, total=Allowance(tokens=10_000), **conditions)

    assert [it.outcome for it in again.results] == ["pass"] * 3
    assert again.results[:2] == ran.results[:2]
    assert again.results[2].work.ended_by == ""


def test_what_a_broken_agent_leaves_is_judged(evaluate):
    look = "curl -s http://127.0.0.1:13200/"
    ran = evaluate(f'command:sh -c "{look}; {EDIT}; echo oh no; exit 3"')

    assert ran.result.outcome == "pass", ran.said
    assert "exit code 3" in ran.result.work.error
    assert "oh no" in ran.result.work.error
    use = ran.result.browser
    assert (use.launches, use.other_requests, use.encounter.reached) == (0, 1, False)


class Outage:
    """Fails the first calls, like a provider that is down."""

    def __init__(self, failures):
        self.failures = failures
        self.model = scripted_model([EDIT])
        self.policy = self.model.api.outputs
        self.model.api.outputs = self

    def __call__(self, *call):
        if self.failures:
            self.failures -= 1
            raise RuntimeError("the provider is down")
        return self.policy(*call)


def test_an_outage_of_the_model_is_another_attempt_and_the_first_is_kept(evaluate):
    ran = evaluate("react", model=Outage(1).model, retries=1)

    assert ran.result.outcome == "pass", ran.said
    assert ran.result.work.attempt == 2
    assert (ran.folder / "attempts" / "1" / "partial.patch").exists()


def test_an_outage_that_lasts_is_an_infra_error(evaluate):
    ran = evaluate("react", model=Outage(99).model, retries=0)

    assert ran.result.outcome == "infra_error"
    assert "the provider is down" in ran.result.reason


@pytest.fixture
def three_trials(evaluate):
    ran = evaluate(f'command:sh -c "{EDIT}"', epochs=3)
    folders = sorted(ran.run.path.glob("trials/*/*/*"))
    return ran.run, folders


def test_a_resumed_run_repeats_only_what_is_missing(evaluate, three_trials):
    run, (whole, unjudged, gone) = three_trials
    (unjudged / "result.json").unlink()
    shutil.rmtree(gone)
    before = {folder: (folder / "work.json").read_text() for folder in (whole, unjudged)}
    stamp = (whole / "result.json").stat().st_mtime_ns
    plan = plan_of(run.load_card(), jobs=1)

    resumed = evaluate(plan.agents[0], into=run, epochs=plan.epochs)

    assert [it.outcome for it in resumed.results] == ["pass"] * 3
    assert (whole / "result.json").stat().st_mtime_ns == stamp
    assert {folder: (folder / "work.json").read_text() for folder in before} == before
    assert (unjudged / "attempts" / "1" / "target").is_dir()
    assert resumed.results[1].work.clocks.work_s > 0


def test_old_candidates_are_judged_again_beside_their_first_results(evaluate):
    ran = evaluate("reference")
    first = (ran.folder / "result.json").read_text()

    again = [judged_again(ran.run, "--json") for _ in range(2)]

    assert [[it["outcome"] for it in json.loads(done.stdout)] for done in again] == [["pass"]] * 2
    assert (ran.folder / "result.json").read_text() == first
    for place in ("scripted-1", "scripted-2"):
        assert (ran.folder / "judgements" / place / "result.json").exists()


def test_an_arbiter_judges_what_is_undecided_and_says_so(evaluate):
    ran = evaluate("reference")
    result = ran.result
    unclear = result.preservation.model_copy(
        update={"kind": VerdictKind.UNCLEAR, "reason": "two fit"}
    )
    blurred = result.model_copy(update={"outcome": Outcome.UNDECIDED, "preservation": unclear})
    ran.run.write_result(blurred, epoch=1)

    done = judged_again(ran.run, "--arbiter", "scripted", "--json")

    (row,) = json.loads(done.stdout)
    assert "only verdicts that are undecided" in done.stderr
    assert row["outcome"] == "pass"
    assert row["reason"].startswith("scripted arbitrated preservation (was UNCLEAR)")
    assert row["target"]["elapsed_s"] == result.target.elapsed_s
    assert not (ran.folder / "judgements/arbiter-scripted-1/target").exists()
    assert asyncio.run(arbitrated(ran.run)) == []


async def arbitrated(run):
    return [it async for it in rejudge(run, executor="scripted", only_undecided=True)]


def judged_again(run, *options):
    program = Path(sys.executable).with_name("bugsweep")
    argv = [program, "verify", str(run.path), *options]
    return subprocess.run(argv, capture_output=True, text=True, check=True)


def test_the_explorer_leaves_its_findings_beside_its_trial(evaluate):
    ran = evaluate("explorer:0.2")

    assert ran.result.outcome == "no_patch", ran.said
    assert ran.result.work.error == ""
    explored = Exploration.model_validate_json((ran.folder / "findings.json").read_bytes())
    assert explored.actions > 0

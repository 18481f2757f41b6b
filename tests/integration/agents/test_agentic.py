"""A scripted model carries out the toy task's tests at a real browser, on the real toy app."""

import shutil

import pytest
from inspect_ai.model import ModelOutput, get_model
from scripted_model import USAGE

from bugsweep.behaviour import parse_feature
from bugsweep.browser import open_driver
from bugsweep.domain.candidate import Build
from bugsweep.domain.verdict import BehaviourRole
from bugsweep.files.suite import select_tasks
from bugsweep.verification.agentic import AgenticExecutor
from bugsweep.verification.judging import behaviour_of, judge_behaviour, subject_of

ACTS = [
    ("act", {"sentence": 'I open "/"'}),
    ("report", {"step": 1, "result": "PASS", "seen": "a page called Guests"}),
    ("act", {"sentence": 'I type "Zarathustra Hidden" into the field "Name"'}),
    ("report", {"step": 2, "result": "PASS", "seen": "it was typed"}),
    ("act", {"sentence": 'I click the button "Add"'}),
    ("report", {"step": 3, "result": "PASS", "seen": "it was clicked"}),
    ("look", {}),
]

PROSE = """\
@prose
Feature: Guests
  Scenario: All of a name is kept
    * Open the list of guests and add "Zarathustra Hidden" to it.
    * The name stands in the list as it was typed.
"""


def judged_by_what_is_seen(heard):
    is_there = "Zarathustra Hidden" in heard[-1]
    return "PASS" if is_there else "FAIL"


def scripted(calls):
    """A model that makes these calls; where one is a function, it is told all tool results."""

    def policy(messages, tools, tool_choice, config):
        heard = [
            message.text or str(message.error) for message in messages if message.role == "tool"
        ]
        if len(heard) < len(calls):
            call = calls[len(heard)]
            name, arguments = call(heard) if callable(call) else call
            output = ModelOutput.for_tool_call("mockllm/model", name, arguments)
        else:
            output = ModelOutput.from_content("mockllm/model", "Well.")
        output.usage = USAGE.model_copy()
        return output

    return get_model("mockllm/model", custom_outputs=policy, memoize=False)


@pytest.fixture
def judge(toy_task, tmp_path, require):
    require(shutil.which("bwrap"), "bubblewrap is not installed")
    (task,) = select_tasks([str(toy_task)])

    async def run(calls, build, behaviour=None):
        async with open_driver() as driver:
            executor = AgenticExecutor(driver, scripted(calls))
            return await judge_behaviour(
                behaviour or behaviour_of(task, BehaviourRole.TARGET),
                await subject_of(task, build),
                executor,
                evidence_dir=tmp_path,
            )

    return run


@pytest.mark.parametrize(("build", "kind"), [(Build.BUGGY, "FAIL"), (Build.REFERENCE, "PASS")])
async def test_a_model_that_judges_by_what_it_sees_tells_the_builds_apart(
    judge, tmp_path, build, kind
):
    said = lambda heard: (  # noqa: E731
        "report",
        {"step": 4, "result": judged_by_what_is_seen(heard), "seen": "the list of guests"},
    )
    verdict = await judge([*ACTS, said, ("finish", {"verdict": kind, "reason": "so it is"})], build)

    assert verdict.kind == kind, verdict
    assert verdict.executor == "agentic:mockllm/model"
    assert [step.kind for step in verdict.steps] == ["PASS", "PASS", "PASS", kind]
    assert "Old Guest" in verdict.steps[-1].snapshot
    assert (tmp_path / verdict.steps[-1].screenshot).stat().st_size > 1000
    assert verdict.usage.calls == 9
    assert "Old Guest" in (tmp_path / "conversation.json").read_text()


async def test_a_pass_is_void_over_a_failing_step(judge):
    verdict = await judge(
        [
            *ACTS,
            ("report", {"step": 4, "result": "FAIL", "seen": "only Zarathustra"}),
            ("finish", {"verdict": "PASS", "reason": "good enough"}),
        ],
        Build.BUGGY,
    )

    assert verdict.kind == "UNCLEAR"
    assert "PASS was given over a step that was reported as FAIL" in verdict.reason
    assert verdict.note == "good enough"


async def test_what_a_model_cannot_judge_or_never_looked_at_is_unclear(judge):
    blind = {"step": 4, "result": "PASS", "seen": "surely"}
    heard = []

    def remember(calls):
        heard.extend(calls)
        return "report", {"step": 4, "result": "UNCLEAR", "seen": "two lists"}

    verdict = await judge(
        [
            ("report", {"step": 1, "result": "PASS", "seen": "surely"}),
            ("act", {"sentence": 'I open "/api/guests"'}),
            ("act", {"sentence": 'I see "Old Guest"'}),
            *ACTS[:-1],
            ("report", blind),
            ("act", {"sentence": 'I click the button "Gone"'}),
            ("look", {"picture": True}),
            remember,
            ("report", {"step": 4, "result": "PASS", "seen": "on second thoughts"}),
            ("finish", {"verdict": "UNCLEAR", "reason": "two lists"}),
        ],
        Build.REFERENCE,
    )

    assert verdict.kind == "UNCLEAR"
    assert verdict.failing_step.seen == "two lists"
    for call, words in {
        0: "nothing was done",
        1: "does not open",
        2: "judges",
        9: "look at the page",
        10: 'no button "Gone"',
    }.items():
        assert words in heard[call], heard[call]


async def test_a_model_that_stops_half_way_comes_to_no_verdict(judge):
    verdict = await judge(ACTS[:2], Build.BUGGY)

    assert verdict.kind == "UNCLEAR"
    assert verdict.reason == "there is no verdict: the model stopped without finishing"


@pytest.mark.parametrize(
    ("build", "doubt", "kind"),
    [
        (Build.BUGGY, False, "FAIL"),
        (Build.REFERENCE, False, "PASS"),
        (Build.REFERENCE, True, "UNCLEAR"),
    ],
)
async def test_sentences_in_prose_are_carried_out_and_judged_by_what_is_seen(
    judge, build, doubt, kind
):
    blind, refused = ("report", {"step": 1, "result": "PASS", "seen": "surely"}), []

    def last(heard):
        refused.extend(heard[-4:-2])
        result = "UNCLEAR" if doubt else judged_by_what_is_seen(heard[:-1])
        return "report", {"step": 2, "result": result, "seen": "the list of guests"}

    verdict = await judge(
        [
            *(call for call in ACTS if call[0] == "act"),
            ("act", {"sentence": 'I open "list"'}),
            blind,
            ("look", {}),
            ("report", {"step": 1, "result": "PASS", "seen": "one guest more"}),
            last,
            ("finish", {"verdict": kind, "reason": "so it is"}),
        ],
        build,
        parse_feature(PROSE, source="prose.feature"),
    )

    assert verdict.kind == kind, verdict
    assert [step.kind for step in verdict.steps] == ["PASS", kind]
    assert "Old Guest" in verdict.steps[-1].snapshot
    assert "does not open `list`" in refused[0]
    assert "look at the page" in refused[1]

"""An agent that plans with a model and has the explorer's tools carry out and judge it."""

from inspect_ai.model import ModelOutput, get_model
from scripted_model import USAGE

EDIT = "sed -i 's/name.split()\\[0\\]/name.strip()/' guests.py"
TWO_WORDS = [
    {"do": "open", "value": "/"},
    {"do": "type", "on": "Name", "value": "{first} {last}"},
    {"do": "click", "on": "Add", "means": "made"},
]
FOUND = "## F1: Two words"
_TURNS = 12
"""The app starts again after an edit: verifying goes on until it has."""


def planner():
    """Surveys, probes, plays a scenario, edits, and verifies the test of what it found."""

    def policy(messages, tools, tool_choice, config):
        told = [message.text for message in messages if message.role == "tool"]
        calls = [
            ("survey", {"seconds": 10}),
            ("probe", {"what": "clicking", "minutes": 0.3}),
            ("play", {"steps": TWO_WORDS, "title": "Two words", "expect": ['I see "{last}"']}),
            ("bash", {"command": EDIT}),
        ]
        if len(told) < len(calls):
            name, arguments = calls[len(told)]
        elif not told[-1].startswith("PASS") and len(told) < _TURNS:
            finding = next(text for text in told if FOUND in text).partition(FOUND)[2]
            feature = finding[finding.index("Feature:") :].partition("\n\n\n")[0]
            name, arguments = "verify", {"feature": feature}
        else:
            name, arguments = "submit", {"answer": "Done."}
        output = ModelOutput.for_tool_call("mockllm/model", name, arguments)
        output.usage = USAGE.model_copy()
        return output

    return get_model("mockllm/model", custom_outputs=policy, memoize=False)


def test_an_agent_finds_a_bug_by_the_explorers_tools_and_its_patch_is_verified(evaluate):
    ran = evaluate("react:sweep", model=planner())

    assert ran.result.outcome == "pass", (ran.said, ran.seen)
    assert "Can be probed:" in ran.seen
    assert "findings after" in ran.seen
    assert f'{FOUND}: I see "Zq' in ran.seen
    assert 'And I click the button "Add"' in ran.seen
    assert "PASS: " in ran.seen
    assert list((ran.folder / "sweep").glob("*/finding-01/*"))

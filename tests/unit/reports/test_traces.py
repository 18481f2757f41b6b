import json

import pytest

from bugsweep.reports.traces import (
    load_actions,
    load_patch,
    load_stages,
    load_steps,
    measure_browser_use,
)


def test_an_empty_folder_holds_nothing(tmp_path):
    found = [load(tmp_path) for load in (load_steps, load_actions, load_stages)]

    assert found == [()] * 3
    assert load_patch(tmp_path) == ""
    assert measure_browser_use(tmp_path) is None


@pytest.mark.parametrize("text", ["", "{", "[1, null]", '{"steps": 3}', "[" * 100_000, "\xff"])
def test_a_trajectory_that_is_none_holds_no_step(tmp_path, text):
    (tmp_path / "trajectory.json").write_text(text, encoding="latin-1")

    assert load_steps(tmp_path) == ()


def test_a_step_keeps_its_words_tools_and_answer(tmp_path):
    step = {
        "source": "agent",
        "message": [{"type": "text", "text": "one"}, "two"],
        "tool_calls": [{"function_name": "bash", "arguments": {"cmd": "ls"}}],
        "observation": {"results": [{"content": "a file"}]},
        "timestamp": "12:00",
    }
    (tmp_path / "trajectory.json").write_text(json.dumps({"steps": [step]}))

    (found,) = load_steps(tmp_path)

    assert (found.source, found.message, found.observation, found.time) == (
        "agent",
        "one\ntwo",
        "a file",
        "12:00",
    )
    assert found.tools[0].name == "bash"
    assert found.tools[0].arguments == "ls"


def test_lines_that_are_no_action_are_passed_over(tmp_path):
    (tmp_path / "browser.jsonl").write_text('{"action": "click", "target": "#a"}\nhalf a li')

    (action,) = load_actions(tmp_path)

    assert (action.kind, action.subject) == ("click", "#a")


def test_stages_are_met_missed_or_not_judged(tmp_path):
    stages = {"feature found": True, "behaviour identified": {"met": False, "reason": "never"}}
    (tmp_path / "stages.json").write_text(json.dumps({"stages": stages}))

    found = load_stages(tmp_path)

    assert [stage.is_met for stage in found] == [True, False, None]
    assert found[1].reason == "never"


@pytest.mark.parametrize(("tool", "was_used"), [("browser_click", True), ("bash", False)])
def test_a_browser_is_used_when_a_tool_names_it(tmp_path, tool, was_used):
    steps = [{"source": "agent", "tool_calls": [{"name": tool}]}, {"source": "user"}]
    (tmp_path / "trajectory.json").write_text(json.dumps(steps))

    use = measure_browser_use(tmp_path)

    assert (use.turns, use.was_used) == (1, was_used)


def test_what_was_recorded_of_browsers_is_counted(tmp_path):
    (tmp_path / "recording").mkdir()
    (tmp_path / "recording/launches.jsonl").write_text('{"number": 1}\nno JSON\n{"number": 2}\n')
    states = [{"url": f"http://app/{path}"} for path in ("a?x=1", "a?x=2", "b")]
    (tmp_path / "recording/states.jsonl").write_text("\n".join(map(json.dumps, states)))

    use = measure_browser_use(tmp_path)

    assert (use.launches, use.pages, use.was_used) == (2, 2, True)


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [({"cmd": "ls -l"}, "ls -l"), ({"a": 1, "b": "x"}, "a: 1\nb: x"), ("plain", "plain")],
)
def test_what_a_tool_was_given_reads_like_it_was_typed(tmp_path, arguments, shown):
    call = {"function_name": "sh", "arguments": arguments}
    (tmp_path / "trajectory.json").write_text(json.dumps([{"tool_calls": [call]}]))

    (step,) = load_steps(tmp_path)

    assert step.tools[0].arguments == shown

import json
from xml.etree import ElementTree as ET

from bugsweep.reports.exports import render_json, render_junit, render_summary
from bugsweep.reports.reading import load_results
from unit.reports.runs import result, write_run


def test_junit_tells_failures_from_what_could_not_be_judged(tmp_path):
    write_run(tmp_path, {"a": ["PFNBUI"]})

    (suite,) = ET.fromstring(render_junit(load_results([tmp_path])))

    assert suite.attrib["tests"] == "6"
    assert (suite.attrib["failures"], suite.attrib["errors"]) == ("3", "2")
    assert [end.tag for case in suite.iter("testcase") for end in case] == [
        *["failure"] * 3,
        *["error"] * 2,
    ]


def test_junit_survives_what_xml_cannot_hold(tmp_path):
    run = write_run(tmp_path, {"a": ["P"]})
    run.write_result(result("task-1", "a", "no_patch", reason="\x00<x>\ud800"[:4]), epoch=1)

    (suite,) = ET.fromstring(render_junit(load_results([tmp_path])))

    assert suite.find("testcase/failure").text == "\ufffd<x>"


def test_json_keeps_every_trial_and_the_interval(tmp_path):
    write_run(tmp_path, {"a": ["PF"]})

    report = json.loads(render_json(load_results([tmp_path])))

    assert report["format_version"] == 1
    assert report["entrants"][0]["passed"] | {"low": 0, "high": 0} == {
        "k": 1,
        "n": 2,
        "rate": 0.5,
        "low": 0,
        "high": 0,
    }
    assert [trial["result"]["outcome"] for trial in report["trials"]] == ["pass", "fail"]


def test_the_summary_lists_what_did_not_pass_and_how_much_more(tmp_path):
    write_run(tmp_path, {"a": ["P" + "F" * 25]})

    text = render_summary(load_results([tmp_path]))

    assert "<summary>25 trials did not pass</summary>" in text
    assert text.count("\n- a on task-") == 20
    assert "… and 5 more" in text


def test_agents_words_make_no_markup_in_the_summary(tmp_path):
    run = write_run(tmp_path, {"a": ["F"]})
    evil = "</details><img src=x onerror=alert(1)> [link](javascript:alert(1)) @owner"
    run.write_result(result("task-1", "a", "no_patch", reason=evil), epoch=1)

    text = render_summary(load_results([tmp_path]))

    assert "\\<img" in text
    assert "\\[link\\](" in text
    assert "@owner" not in text


def test_a_synthetic_run_says_so_in_every_file(tmp_path):
    write_run(tmp_path, {"a": ["P"]}, context={"is_synthetic": True})
    results = load_results([tmp_path])

    assert "Synthetic data" in render_summary(results)
    assert json.loads(render_json(results))["is_synthetic"] is True
    assert ET.fromstring(render_junit(results)).find("testsuite/properties/property") is not None

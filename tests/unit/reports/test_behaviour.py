import json

from bugsweep.domain.browsing import BrowserUse
from bugsweep.reports.observations import observe
from bugsweep.reports.reading import load_results
from bugsweep.reports.tables.behaviour import browser_use, stages
from unit.reports.runs import cells, result, write_run


def judge(run, agent, task, marks):
    """One mark per stage: `+` met, `-` missed, `?` not judged."""
    met = [{"+": True, "-": False, "?": None}[mark] for mark in marks]
    names = ("feature found", "behaviour identified", "cause diagnosed")
    text = json.dumps({"stages": dict(zip(names, met, strict=True))})
    (run / "trials" / agent / task / "1" / "stages.json").write_text(text)


def test_passing_without_judged_discovery_has_a_row_of_its_own(tmp_path):
    write_run(tmp_path, {"a": ["PPF"]})
    judge(tmp_path, "a", "task-1", "+++")
    judge(tmp_path, "a", "task-2", "+--")
    judge(tmp_path, "a", "task-3", "---")
    results = load_results([tmp_path])

    table = stages(results, observe(results))

    own = [row for row in table.rows if row[0].text == "a"]
    assert [row[3].text.split(";")[0] for row in own[:5]] == [
        "66.7 % (2/3",
        "33.3 % (1/3",
        "33.3 % (1/3",
        "33.3 % (1/3",
        "33.3 % (1/3",
    ]
    assert own[5][1].text == "passed without judged discovery"
    assert own[5][2].text == "33.3 % (1/3)"


def test_who_is_left_out_of_the_funnel_is_named(tmp_path):
    write_run(tmp_path, {"a": ["P"], "b": ["P"]})
    judge(tmp_path, "a", "task-1", "+++")
    judge(tmp_path, "b", "task-1", "+?+")
    results = load_results([tmp_path])

    table = stages(results, observe(results))

    assert table.note.endswith("Left out for want of judgements: b.")


def test_without_judgements_there_is_no_funnel(tmp_path):
    write_run(tmp_path, {"a": ["P"]})
    results = load_results([tmp_path])

    assert stages(results, observe(results)) is None
    assert browser_use(results, observe(results)) is None


def test_browser_actions_are_counted_per_recorded_trial(tmp_path):
    write_run(tmp_path, {"a": ["PP"]})
    lines = '{"action": "click"}\n{"action": "click"}\n{"action": "fill"}\n'
    (tmp_path / "trials" / "a" / "task-1" / "1" / "browser.jsonl").write_text(lines)
    results = load_results([tmp_path])

    row = cells(browser_use(results, observe(results)))

    assert (row["actions per trial"], row["click"], row["fill"]) == ("3.0", "2", "1")
    assert row["recorded"] == "50.0 % (1/2)"


def test_what_the_record_says_of_browsers_has_columns_of_its_own(tmp_path):
    run = write_run(tmp_path, {"a": ["PF"], "b": ["PP"]})
    met = {"reached": True, "triggered": False, "reason": "it was there"}
    use = {"launches": 3, "actions": {"click": 4}, "pages": ["/", "/x"], "encounter": met}
    browser = BrowserUse.model_validate(use)
    run.write_result(result("task-1", "a", "pass", browser=browser), epoch=1)
    results = load_results([tmp_path])

    row = cells(browser_use(results, observe(results)))

    assert row["bug reached"].startswith("100.0 % (1/1;")
    assert row["bug seen"].startswith("0.0 % (0/1;")
    assert row["browsers started, median"] == "3 (n = 1)"
    assert row["pages seen, median"] == "2 (n = 1)"
    assert (row["click"], "browser turns" in row) == ("4", False)

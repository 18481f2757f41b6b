from bugsweep.domain.outcome import Outcome
from bugsweep.files.run_folder import write_record
from bugsweep.reports.observations import observe
from bugsweep.reports.reading import load_results
from bugsweep.reports.tables import contrasts
from unit.reports.runs import cells, result, write_run


def load(first, second=None):
    return load_results([first, second] if second else [first])


def test_prompts_are_compared_on_the_same_tasks(tmp_path):
    write_run(tmp_path / "open", {"a": ["PFFFFFFF"]})
    write_run(tmp_path / "detailed", {"a": ["FPPPPPPI"]}, prompt="detailed")

    row = cells(contrasts.prompts(load(tmp_path / "open", tmp_path / "detailed")))

    assert row["pass detailed"].startswith("85.7 % (6/7")
    assert (row["only detailed"], row["only open"]) == ("6", "1")
    assert row["difference, points"].startswith("+71.4")
    assert row["p"] == "0.070"


def test_one_kind_of_prompt_makes_no_table(tmp_path):
    write_run(tmp_path / "open", {"a": ["PF"]})

    assert contrasts.prompts(load(tmp_path / "open")) is None


def test_conditions_that_differ_in_two_things_are_not_compared(tmp_path):
    write_run(tmp_path / "one", {"a": ["PF"]}, context={"minutes": 5})
    write_run(tmp_path / "two", {"a": ["PF"]}, context={"minutes": 9}, prompt="detailed")

    assert contrasts.prompts(load(tmp_path / "one", tmp_path / "two")) is None


def test_the_browser_hint_is_compared_with_its_absence(tmp_path):
    write_run(tmp_path / "with", {"a": ["PPP"]}, context={"browser_hint": True})
    write_run(tmp_path / "without", {"a": ["FFP"]}, context={"browser_hint": False})
    results = load(tmp_path / "without", tmp_path / "with")
    trial = tmp_path / "with" / "trials" / "a" / "task-1" / "1"
    (trial / "browser.jsonl").write_text('{"action": "click"}\n')

    row = cells(contrasts.browser_hint(results, observe(results)))

    assert row["browser used with"] == "100.0 % (1/1)"
    assert row["browser used without"] == "– (0/0)"
    assert row["only with hint"] == "2"


def test_harnesses_of_one_model_are_set_against_the_best(tmp_path):
    agents = {
        "a": {"model": "m", "harness": "x"},
        "b": {"model": "m", "harness": "y"},
        "c": {"model": "other", "harness": "x"},
    }
    ends = {"a": ["PPF"], "b": ["PFF"], "c": ["PPP"]}
    write_run(tmp_path / "run", ends, context={"agents": agents})

    table = contrasts.harnesses(load(tmp_path / "run"))

    assert [row[1].text for row in table.rows] == ["x", "y"]
    assert [row[4].text.split()[0] for row in table.rows] == ["best", "-33.3"]


def test_budgets_are_in_the_order_of_their_size(tmp_path):
    for minutes, ends in ((40, "PP"), (20, "PF")):
        write_run(tmp_path / str(minutes), {"a": [ends]}, context={"minutes": minutes})

    table = contrasts.budgets(load(tmp_path / "40", tmp_path / "20"))

    assert [row[1].text for row in table.rows] == ["20", "40"]


def test_executors_are_compared_by_their_verdicts(tmp_path):
    write_run(tmp_path / "one", {"a": ["PFF"]})
    write_run(tmp_path / "two", {"a": ["PFP"]}, executor="agentic")

    row = cells(contrasts.executors(load(tmp_path / "one", tmp_path / "two")))

    assert row["same verdict"].startswith("83.3 % (5/6")
    assert row["Cohen's kappa"] == "0.57"


def test_an_executor_that_judged_the_same_candidates_again_is_compared(tmp_path):
    run = write_run(tmp_path / "run", {"a": ["PF"]})
    for name, task, outcome in (
        ("agentic-1", "task-1", Outcome.FAIL),
        ("agentic-1", "task-2", Outcome.FAIL),
        ("arbiter-agentic-1", "task-2", Outcome.PASS),
    ):
        place = run.trial(agent="a", task=task, epoch=1) / "judgements" / name
        write_record(result(task, "a", outcome), place / "result.json")

    table = contrasts.executors(load(tmp_path / "run"))

    assert len(table.rows) == 1
    row = cells(table)
    assert (row["executor"], row["other executor"]) == ("scripted", "agentic")
    assert row["same verdict"].startswith("75.0 % (3/4")


def test_an_undefined_kappa_gives_its_reason(tmp_path):
    write_run(tmp_path / "one", {"a": ["PP"]})
    write_run(tmp_path / "two", {"a": ["PP"]}, executor="agentic")

    row = cells(contrasts.executors(load(tmp_path / "one", tmp_path / "two")))

    assert row["Cohen's kappa"].startswith("– (every rating is the same")


def test_the_verifier_is_judged_by_agents_whose_end_is_known(tmp_path):
    ends = {"noop": ["FF", "FP", "FF"], "reference": ["PP", "PP", "PP"]}
    write_run(tmp_path / "run", ends, epochs=3)

    table = contrasts.reliability(load(tmp_path / "run"))

    assert cells(table, 0)["target, %"] == "16.7 ± 28.9"
    assert cells(table, 1)["target, %"] == "100.0 ± 0.0"
    assert cells(table, 0)["repeats"] == "3"


def test_results_of_repeated_tasks_are_paired_by_epoch(tmp_path):
    run = write_run(tmp_path / "one", {"a": ["PP", "FF"]}, epochs=2)
    write_run(tmp_path / "two", {"a": ["PP", "PP"]}, epochs=2, prompt="detailed")
    run.write_result(result("task-2", "a", "infra_error"), epoch=2)

    row = cells(contrasts.prompts(load(tmp_path / "one", tmp_path / "two")))

    assert row["pass open"].startswith("66.7 % (2/3")

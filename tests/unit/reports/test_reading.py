import pytest

from bugsweep.domain.errors import TaskFileError
from bugsweep.reports.reading import load_results
from unit.reports.runs import write_run


def test_trials_are_grouped_by_agent_in_the_order_of_the_run(tmp_path):
    write_run(tmp_path / "run", {"b": ["PF"], "a": ["FF"]})

    results = load_results([tmp_path / "run"])

    assert [entrant.name for entrant in results.entrants] == ["b", "a"]
    assert [trial.task for trial in results.entrants[0].trials] == ["task-1", "task-2"]


def test_planned_trials_without_a_result_are_missing(tmp_path):
    write_run(tmp_path / "run", {"a": ["P.."]})

    (entrant,) = load_results([tmp_path / "run"]).entrants

    assert entrant.missing == 2


def test_an_agent_of_which_nothing_ended_yet_is_there_all_the_same(tmp_path):
    write_run(tmp_path / "run", {"a": ["P"], "b": ["."]})

    names = [entrant.name for entrant in load_results([tmp_path / "run"]).entrants]

    assert names == ["a", "b"]


def test_only_what_differs_between_runs_is_told_in_a_name(tmp_path):
    write_run(tmp_path / "one", {"a": ["P"]}, context={"minutes": 20})
    write_run(tmp_path / "two", {"a": ["P"]}, context={"minutes": 40})

    names = [it.name for it in load_results([tmp_path / "one", tmp_path / "two"]).entrants]

    assert names == ["a (20 min)", "a (40 min)"]


def test_runs_of_the_same_condition_are_pooled(tmp_path):
    write_run(tmp_path / "one", {"a": ["PF"]})
    write_run(tmp_path / "two", {"a": ["PP"]})

    (entrant,) = load_results([tmp_path / "one", tmp_path / "two"]).entrants

    assert len(entrant.trials) == 4


def test_runs_of_the_same_folder_name_stay_apart(tmp_path):
    write_run(tmp_path / "x" / "run", {"a": ["P"]})
    write_run(tmp_path / "y" / "run", {"a": ["P"]})

    results = load_results([tmp_path / "x" / "run", tmp_path / "y" / "run"])

    assert len({trial.run for trial in results.trials}) == 2


def test_epochs_are_in_the_order_of_numbers(tmp_path):
    write_run(tmp_path / "run", {"a": ["P"] * 11}, epochs=11)

    (entrant,) = load_results([tmp_path / "run"]).entrants

    assert [trial.epoch for trial in entrant.trials] == list(range(1, 12))


def test_trials_lost_by_our_fault_do_not_count(tmp_path):
    write_run(tmp_path / "run", {"a": ["PIU"]})

    (entrant,) = load_results([tmp_path / "run"]).entrants

    assert [trial.task for trial in entrant.judged] == ["task-1", "task-3"]


@pytest.mark.parametrize("file", ["run.json", "context.json", "trials/a/task-1/1/result.json"])
def test_a_broken_file_is_named(tmp_path, file):
    write_run(tmp_path / "run", {"a": ["P"]})
    (tmp_path / "run" / file).write_text("{")

    with pytest.raises(TaskFileError, match=file):
        load_results([tmp_path / "run"])


def test_what_a_later_context_says_more_is_passed_over(tmp_path):
    write_run(tmp_path / "run", {"a": ["P"]})
    (tmp_path / "run" / "context.json").write_text('{"minutes": 5, "weather": "fine"}')

    (run,) = load_results([tmp_path / "run"]).runs

    assert run.context.minutes == 5

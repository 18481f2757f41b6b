import pytest

from bugsweep.domain.errors import UsageError
from bugsweep.reports.comparing import compare, comparison_table, differences_table, make_comparison
from unit.reports.runs import cells, write_run


def test_two_agents_of_one_run_are_paired_by_task(tmp_path):
    write_run(tmp_path, {"a": ["PPPF"], "b": ["FPIP"]})

    record = make_comparison(compare(f"{tmp_path}::a", f"{tmp_path}::b"))

    assert (record.pairs, record.left_out) == (3, 1)
    assert (record.only_first, record.only_second) == (("task-1",), ("task-4",))
    assert record.difference == 0
    assert record.tasks_needed is None


def test_the_one_agent_that_two_runs_share_needs_no_name(tmp_path):
    write_run(tmp_path / "old", {"a": ["PF"], "b": ["PP"]})
    write_run(tmp_path / "new", {"b": ["FF"]})

    found = compare(str(tmp_path / "old"), str(tmp_path / "new"))

    assert (found.first.name, found.second.name) == ("b in old", "b in new")


def test_of_several_agents_the_user_is_asked_for_one(tmp_path):
    write_run(tmp_path, {"a": ["P"], "b": ["P"]})

    with pytest.raises(UsageError, match="holds 2 agents") as caught:
        compare(str(tmp_path), str(tmp_path))

    assert f"{tmp_path}::a" in caught.value.hint


def test_an_unknown_agent_is_told_with_the_known(tmp_path):
    write_run(tmp_path, {"a": ["P"]})

    with pytest.raises(UsageError, match="no agent `z`") as caught:
        compare(f"{tmp_path}::z", str(tmp_path))

    assert caught.value.hint == "it has: a"


def test_runs_without_a_common_task_are_not_compared(tmp_path):
    write_run(tmp_path / "one", {"a": ["P"]}, tasks=["x"])
    write_run(tmp_path / "two", {"a": ["P"]}, tasks=["y"])

    with pytest.raises(UsageError, match="share no task"):
        compare(str(tmp_path / "one"), str(tmp_path / "two"))


def test_the_tables_tell_the_difference_and_where_it_is(tmp_path):
    write_run(tmp_path, {"a": ["PPPPPP"], "b": ["FFFFFP"]})

    found = compare(f"{tmp_path}::a", f"{tmp_path}::b")

    assert cells(comparison_table(found))["p"] == "0.031"
    assert len(differences_table(found).rows) == 5


def test_repeats_of_a_task_do_not_count_as_tasks_in_the_test(tmp_path):
    write_run(tmp_path, {"a": ["P"] * 9, "b": ["F"] * 9}, epochs=9)

    found = compare(f"{tmp_path}::a", f"{tmp_path}::b")

    assert found.table.only_first == 9
    assert found.p_value == pytest.approx(0.5)

import pytest

from bugsweep.domain.errors import TaskFileError, UnknownPluginError
from bugsweep.files.run_folder import suite_digest_of
from bugsweep.files.suite import find_task_folders, load_suite, select_tasks, shipped_suites


@pytest.fixture
def roots(task_folder):
    return [task_folder.parents[1]]


@pytest.mark.parametrize("name", ["toys", "few", "toy-list"])
def test_finds_tasks_by_suite_subset_and_id(roots, name):
    assert [task.id for task in select_tasks([name], roots=roots)] == ["toy-list"]


def test_finds_tasks_by_folder(task_folder):
    by_task = select_tasks([str(task_folder)], roots=[])
    by_suite = select_tasks([str(task_folder.parent)], roots=[])

    assert by_task == by_suite


def test_a_task_named_twice_comes_once(roots):
    assert len(select_tasks(["toys", "few", "toy-list"], roots=roots)) == 1


def test_suggests_the_nearest_name(roots):
    with pytest.raises(UnknownPluginError) as caught:
        select_tasks(["toy-lits"], roots=roots)

    assert "did you mean `toy-list`" in caught.value.hint


def test_a_subset_may_only_name_tasks_of_the_suite(task_folder, roots):
    suite = task_folder.parent / "suite.toml"
    suite.write_text(suite.read_text().replace('["toy-list"]', '["toy-list", "gone"]'))

    with pytest.raises(TaskFileError, match="`gone`, which is no task"):
        load_suite("few", roots=roots)


def test_a_suite_without_tasks_does_not_hide_another(roots):
    empty = roots[0] / "aaa"
    empty.mkdir()
    (empty / "suite.toml").write_text('format_version = 1\nname = "aaa"\nversion = "1"\n')

    assert [task.id for task in select_tasks(["toy-list"], roots=roots)] == ["toy-list"]
    assert len(find_task_folders([], roots=roots)) == 1


def test_the_digest_is_that_of_a_run_of_all_its_tasks(task_folder, roots):
    before = load_suite("toys", roots=roots)
    (task_folder / "diagnosis.md").write_text("Another cause.\n")
    after = load_suite("toys", roots=roots)

    assert before.digest == suite_digest_of(before.tasks)
    assert after.digest != before.digest


def test_the_shipped_suites_are_found_and_lint_clean():
    folders = find_task_folders([], roots=[shipped_suites()])

    assert len(select_tasks(["core"], roots=[shipped_suites()])) == len(folders) > 0

from contextlib import ExitStack

import pytest

from bugsweep.domain.errors import UsageError
from bugsweep.reports.following import follow
from unit.reports.runs import result, write_run


def test_a_run_is_followed_until_its_last_trial(tmp_path):
    run = write_run(tmp_path, {"a": ["P.."]})
    coming = iter([None, "task-2", None, "task-3"])

    def pause():
        task = next(coming)
        if task:
            run.write_result(result(task, "a", "pass"), epoch=1)

    looks = list(follow([tmp_path], pause=pause))

    assert [(look.done, look.has_changed) for look in looks] == [
        (1, True),
        (1, False),
        (2, True),
        (2, False),
        (3, True),
    ]
    assert [look.is_complete for look in looks] == [False] * 4 + [True]


def test_a_run_that_has_ended_is_looked_at_once(tmp_path):
    write_run(tmp_path, {"a": ["PF"]})

    def pause():
        raise AssertionError

    assert len(list(follow([tmp_path], pause=pause))) == 1


def test_a_run_that_its_process_left_is_not_waited_for(tmp_path):
    run = write_run(tmp_path, {"a": ["P.."]})
    process = ExitStack()
    process.enter_context(run.held())

    def pause():
        process.close()

    looks = list(follow([tmp_path], pause=pause))

    assert [(look.is_last, look.left) for look in looks] == [(False, ()), (True, (tmp_path,))]


def test_a_run_that_goes_on_is_not_run_twice(tmp_path):
    run = write_run(tmp_path, {"a": ["P"]})

    with run.held(), pytest.raises(UsageError, match="another process"), run.held():
        pass

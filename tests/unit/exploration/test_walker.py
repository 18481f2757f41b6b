"""How much a walk may do."""

import pytest

from bugsweep.exploration.walker import Budget, BudgetSpentError, JobOverError, Share


def test_a_share_ends_one_walk_and_the_budget_all():
    now = [0.0]
    budget = Budget(60, clock=lambda: now[0])
    mine, other = Share(budget), Share(budget)

    with mine.of(10):
        mine.count()
        now[0] = 11
        other.count()
        with pytest.raises(JobOverError):
            mine.count()
    mine.count()
    with mine.of(10):
        now[0] = 30
        mine.count()
        pytest.fail("the share was over")
    now[0] = 60
    for share in (mine, other):
        with pytest.raises(BudgetSpentError):
            share.count()
    assert budget.actions == 3

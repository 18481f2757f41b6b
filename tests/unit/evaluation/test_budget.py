"""What a run may use is shared by its trials, and foreseen."""

import pytest

from bugsweep.domain.errors import SetupError
from bugsweep.evaluation.budget import Allowance, Budget, Purse, Spending


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


def test_time_runs_out_for_the_whole_run():
    clock = Clock()
    purse = Purse(Allowance(minutes=2), Spending(), clock=clock)

    purse.require_some_left()
    assert purse.left_s == 120
    clock.now += 121

    with pytest.raises(SetupError, match="2 minutes"):
        purse.require_some_left()


@pytest.mark.parametrize(
    ("allowance", "spent", "words"),
    [
        (Allowance(tokens=1000), Spending(tokens=1000), "1000 tokens"),
        (Allowance(tokens=1000), Spending(tokens=950), "1000 tokens"),
        (Allowance(cost_usd=0.5), Spending(cost_usd=0.45), "0.5 USD"),
    ],
)
def test_no_trial_begins_that_could_not_make_one_call(allowance, spent, words):
    purse = Purse(allowance, spent)
    purse.last_call = Spending(tokens=100, cost_usd=0.1)

    with pytest.raises(SetupError, match=words):
        purse.require_some_left()


def test_without_limits_there_is_always_some_left():
    purse = Purse(Allowance(), Spending(tokens=10**9, cost_usd=10**6))

    purse.require_some_left()

    assert purse.left_s is None


def test_what_a_trial_used_stays_used_when_it_has_ended():
    purse = Purse(Allowance(), Spending(tokens=7))

    with Budget(Allowance(), purse):
        assert purse.spent == Spending(tokens=7)

    assert purse.spent == Spending(tokens=7)

"""When a wait is over: told by what the page got done, not by the clock alone."""

import pytest

from bugsweep.browser import PageState, Patience
from bugsweep.browser.observation import Budget

LONG = Patience(busy_s=1000)
RESTING = PageState(changes=5, idle_ms=2000)


def _turns(budget, states):
    return [budget.is_over(state) for state in states]


def test_idle_time_alone_is_not_rest():
    over = _turns(Budget(1000, LONG, may_end_early=True), [RESTING] * 12)

    assert over == [False] * 10 + [True] * 2


def test_a_change_begins_the_looks_anew():
    changed = PageState(changes=6, idle_ms=2000)

    over = _turns(Budget(1000, LONG, may_end_early=True), [RESTING] * 10 + [changed] * 11)

    assert over.index(True) == 20


def test_within_forbids_the_early_end():
    over = _turns(Budget(1000, LONG, may_end_early=False), [RESTING] * 20)

    assert not any(over)


@pytest.mark.parametrize(("is_awaiting", "over"), [(True, False), (False, True)])
def test_the_time_of_a_page_stands_still_while_it_awaits_an_answer(is_awaiting, over):
    budget = Budget(1e-9, LONG, may_end_early=False)

    assert budget.is_over(PageState(is_awaiting=is_awaiting)) is over


def test_a_page_is_not_borne_with_for_ever():
    budget = Budget(0, Patience(busy_s=0), may_end_early=False)

    assert budget.is_over(PageState(is_awaiting=True))

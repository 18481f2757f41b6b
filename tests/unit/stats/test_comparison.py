import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bugsweep.stats.comparison import (
    competition_ranks,
    fisher_p_value,
    holm,
    newcombe,
    tied_with_best,
    z_test,
)
from bugsweep.stats.rates import Rate

p_values = st.lists(st.floats(0, 1), max_size=8)


def outcomes(passed, tasks=60):
    return [task < passed for task in range(tasks)]


def test_holm_multiplies_the_smallest_by_the_number_of_tests():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx((0.03, 0.06, 0.06))


def test_holm_of_no_test_is_nothing():
    assert holm([]) == ()


# statsmodels collects garbage at every call, 50 ms each.
@settings(max_examples=20)
@given(p_values)
def test_holm_never_lowers_and_never_reorders(values):
    adjusted = holm(values)

    assert all(new >= old - 1e-12 and new <= 1 for old, new in zip(values, adjusted, strict=True))
    in_order = [adjusted[index] for index in sorted(range(len(values)), key=values.__getitem__)]
    assert in_order == sorted(in_order)


@pytest.mark.parametrize("value", [-0.1, 1.1, math.nan])
def test_holm_refuses_what_is_no_p_value(value):
    with pytest.raises(ValueError, match=r"within 0\.\.1"):
        holm([0.5, value])


def test_an_agent_far_behind_is_not_tied_and_one_close_is():
    found = tied_with_best({"close": outcomes(38), "best": outcomes(40), "far": outcomes(20)})

    assert (found.best, found.tied) == ("best", ("close", "best"))
    assert found.p_values["far"] < 0.05 < found.p_values["close"]


def test_a_tie_is_judged_with_all_comparisons_in_mind():
    # Six against none: mid-p 0.016, three times that stays below 0.05, four times does not.
    rival, same = outcomes(34), outcomes(40)
    agents = {"best": same, "rival": rival, "a": same, "b": same}

    alone = tied_with_best({"best": same, "rival": rival})
    among_three = tied_with_best(agents)
    among_four = tied_with_best(agents | {"c": same})

    assert "rival" not in alone.tied
    assert "rival" not in among_three.tied
    assert "rival" in among_four.tied


def test_a_single_agent_is_the_best():
    found = tied_with_best({"only": outcomes(1)})

    assert (found.best, found.tied, found.p_values) == ("only", ("only",), {})


def test_no_agent_has_no_best():
    with pytest.raises(ValueError, match="at least one agent"):
        tied_with_best({})


def test_agents_on_different_tasks_cannot_be_tied():
    with pytest.raises(ValueError, match="same tasks"):
        tied_with_best({"a": outcomes(3, tasks=10), "b": outcomes(3, tasks=11)})


@given(st.integers(0, 40), st.integers(0, 50))
def test_newcombe_changes_sign_with_the_order(k1, k2):
    there, back = newcombe(Rate(k1, 40), Rate(k2, 50)), newcombe(Rate(k2, 50), Rate(k1, 40))

    assert (there.low, there.high) == pytest.approx((-back.high, -back.low))
    assert k1 / 40 - k2 / 50 in there


def test_nothing_cannot_be_compared():
    nothing, something = Rate(0, 0), Rate(1, 2)

    assert newcombe(nothing, something) is None
    assert z_test(something, nothing).reason == "a rate has no trials"
    assert fisher_p_value(nothing, something) == 1


@pytest.mark.parametrize("k", [0, 5])
def test_z_is_undefined_when_all_trials_ended_alike(k):
    assert "ended alike" in z_test(Rate(k, 5), Rate(k, 5)).reason


def test_equal_scores_share_a_rank_and_leave_a_gap():
    assert competition_ranks([0.3, 0.5, 0.5, 0.9]) == (4, 2, 2, 1)

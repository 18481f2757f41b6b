import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bugsweep.stats.paired import PairedTable
from bugsweep.stats.scores import WinsLossesTies, cap_rubric, compare_scores, gap_closure
from bugsweep.stats.summaries import summarise


def points(most):
    # Thousandths: a difference too small for a division by 100 is no score's.
    return st.integers(0, 1000 * most).map(lambda thousandths: thousandths / 1000)


@given(points(99), points(200))
def test_gap_closure_has_the_sign_of_the_change_and_ends_at_100(before, after):
    closure = gap_closure(before, after).value

    assert closure <= 100
    assert (closure > 0, closure < 0) == (after > before, after < before)


def test_a_score_above_full_before_is_refused():
    with pytest.raises(ValueError, match="at most 100 points before, got 101"):
        gap_closure(101, 100)


def test_the_least_cap_counts_and_a_grader_beyond_it_is_named():
    score = cap_rubric([5, 1], [[10, 10], [3, 4], [4, 2]], total_caps=[9, 3.5])

    assert (score.effective, score.granted, score.exceeded) == ((3, 2), (3, 1), (0,))
    assert (score.total, score.reachable) == (3.5, 5)


@pytest.mark.parametrize(
    ("scores", "caps"), [([1], []), ([1], [[1, 2]]), ([1, 2], [[1, 2], [1]]), ([-1], [[1]])]
)
def test_a_rubric_that_does_not_fit_is_refused(scores, caps):
    with pytest.raises(ValueError, match="expected"):
        cap_rubric(scores, caps)


def test_scores_are_compared_task_by_task():
    assert compare_scores([1, 2, 3, 0], [2, 1, 3, 4]) == WinsLossesTies(2, 1, 1)


def test_scores_of_different_tasks_are_refused():
    with pytest.raises(ValueError, match="same tasks twice, got 1 and 2"):
        compare_scores([1], [1, 2])


def test_only_ties_say_nothing():
    ties = WinsLossesTies(0, 0, 4)

    assert (ties.difference, ties.sign_test()) == (0, 1)


@given(st.integers(0, 50), st.integers(0, 50))
def test_the_sign_test_is_mcnemars_exact_test(wins, losses):
    mcnemar = PairedTable(3, wins, losses, 4).mcnemar()

    assert WinsLossesTies(wins, losses, 1).sign_test() == pytest.approx(mcnemar.exact_p)


def test_a_single_run_has_no_standard_deviation():
    assert summarise([0.5]).sd is None


def test_nothing_has_no_mean():
    with pytest.raises(ValueError, match="at least one value"):
        summarise([])


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_mean_of_what_is_no_number_is_refused(value):
    with pytest.raises(ValueError, match="expected finite values"):
        summarise([0.5, value])


def test_negative_wins_are_refused():
    with pytest.raises(ValueError, match="counts ≥ 0"):
        WinsLossesTies(-1, 0, 0)


def test_a_ratio_needs_positive_values():
    assert (summarise([0, 2]).ratio, summarise([1, 2]).ratio) == (None, 2)

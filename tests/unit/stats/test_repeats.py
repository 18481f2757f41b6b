import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bugsweep.stats.repeats import (
    aggregate,
    find_majority,
    find_plurality,
    is_exact_union,
    pass_at_k,
    pass_hat_k,
)


@st.composite
def draws(draw):
    trials = draw(st.integers(1, 8))
    return trials, draw(st.integers(0, trials)), draw(st.integers(1, trials))


@given(draws())
def test_pass_at_k_and_pass_hat_k_count_the_draws_that_pass(draw):
    trials, passed, k = draw
    drawn = list(itertools.combinations([trial < passed for trial in range(trials)], k))

    assert pass_at_k(trials, passed, k) == pytest.approx(sum(map(any, drawn)) / len(drawn))
    assert pass_hat_k(trials, passed, k) == pytest.approx(sum(map(all, drawn)) / len(drawn))


@pytest.mark.parametrize("estimate", [pass_at_k, pass_hat_k])
@pytest.mark.parametrize("draw", [(3, 4, 1), (3, -1, 1), (3, 1, 0), (3, 1, 4)])
def test_draws_that_cannot_be_made_are_refused(estimate, draw):
    with pytest.raises(ValueError, match="1 ≤ k ≤ trials"):
        estimate(*draw)


@pytest.mark.parametrize(
    ("repeats", "all_of_planned", "all_of_valid"),
    [([1, 1], True, True), ([1, None], False, True), ([1, 0], False, False), ([], None, None)],
)
def test_all_tells_repeats_without_a_verdict_apart(repeats, all_of_planned, all_of_valid):
    joined = aggregate(repeats)

    assert (joined.all_of_planned, joined.all_of_valid) == (all_of_planned, all_of_valid)


def test_half_is_no_majority():
    assert aggregate([True, False]).majority_of_valid is False


@given(st.lists(st.one_of(st.none(), st.booleans()), min_size=1))
def test_all_implies_majority_implies_any(repeats):
    joined = aggregate(repeats)

    if joined.any is not None:
        assert joined.all_of_planned <= joined.majority_of_planned <= joined.any
        assert joined.all_of_planned <= joined.all_of_valid <= joined.majority_of_valid


def test_a_plurality_may_be_no_majority():
    labels = ["a", "a", "b", "c"]

    assert (find_majority(labels), find_plurality(labels)) == (None, "a")


@pytest.mark.parametrize("vote", [find_majority, find_plurality])
def test_no_vote_elects_nobody(vote):
    assert vote([]) is None


def test_a_union_with_something_more_is_not_exact():
    assert is_exact_union("abc", ["ab", "c"])
    assert not is_exact_union("abcd", ["ab", "c"])
    assert not is_exact_union("a", [])

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bugsweep.stats.rates import (
    Interval,
    Rate,
    find_count,
    frechet_bounds,
    pool,
    shares,
    undecided_bounds,
)

counts = st.integers(0, 300)


@st.composite
def rates(draw, least=0):
    n = draw(st.integers(least, 300))
    return Rate(draw(st.integers(0, n)), n)


@pytest.mark.parametrize(("k", "n"), [(-1, 2), (3, 2), (0, -1)])
def test_impossible_counts_are_no_rate(k, n):
    with pytest.raises(ValueError, match="expected 0 ≤ k ≤ n"):
        Rate(k, n)


def test_a_rate_shows_its_counts():
    assert str(Rate.of([True, False, True])) == "2/3"


def test_nothing_has_no_rate():
    nothing = Rate.of([])

    assert (nothing.rate, nothing.fraction, nothing.wilson()) == (None, None, None)


def test_equal_rates_of_different_size_tie_exactly():
    assert Rate(12, 27).fraction == Rate(4, 9).fraction


@given(rates(least=1))
def test_wilson_stays_within_0_and_1_and_holds_the_rate(rate):
    interval = rate.wilson()

    assert 0 <= interval.low <= rate.rate + 1e-12
    assert rate.rate - 1e-12 <= interval.high <= 1
    assert interval.width > 0


@given(rates(least=1))
def test_wilson_of_the_failures_is_the_mirror_image(rate):
    passes, fails = rate.wilson(), Rate(rate.n - rate.k, rate.n).wilson()

    assert (fails.low, fails.high) == pytest.approx((1 - passes.high, 1 - passes.low))


@given(rates(least=1), st.floats(0.01, 0.98))
def test_more_confidence_needs_a_wider_interval(rate, level):
    assert rate.wilson(level).width < rate.wilson(level + 0.01).width


@pytest.mark.parametrize("level", [0, 1, -0.5, 95])
def test_a_level_outside_0_and_1_is_refused(level):
    with pytest.raises(ValueError, match="level between 0 and 1"):
        Rate(1, 2).wilson(level)


def test_an_interval_does_not_run_backwards():
    with pytest.raises(ValueError, match="low ≤ high"):
        Interval(0.5, 0.4)


def test_an_interval_holds_its_ends():
    interval = Interval(0.2, 0.4)

    assert [value in interval for value in (0.1, 0.2, 0.4, 0.5)] == [False, True, True, False]


def test_undecided_trials_bound_the_rate():
    bounds = undecided_bounds(passed=6, failed=3, undecided=1)

    assert (bounds.low, bounds.high, bounds.decided) == (Rate(6, 10), Rate(7, 10), Rate(6, 9))
    assert bounds.width == pytest.approx(0.1)


@given(counts, st.integers(1, 300), counts)
def test_the_rate_over_decided_trials_lies_between_the_bounds(passed, failed, undecided):
    bounds = undecided_bounds(passed=passed, failed=failed, undecided=undecided)

    assert bounds.low.rate <= bounds.decided.rate <= bounds.high.rate


def test_negative_counts_have_no_bounds():
    with pytest.raises(ValueError, match="counts ≥ 0"):
        undecided_bounds(passed=3, failed=-1, undecided=0)


@given(st.lists(st.tuples(st.booleans(), st.booleans())))
def test_what_meets_both_conditions_lies_within_the_frechet_bounds(trials):
    first, second = Rate.of(one for one, _ in trials), Rate.of(other for _, other in trials)

    assert sum(one and other for one, other in trials) in frechet_bounds(first, second)


def test_frechet_bounds_are_reached():
    bounds = frechet_bounds(Rate(7, 10), Rate(6, 10))

    assert [count in bounds for count in (2, 3, 6, 7)] == [False, True, True, False]


def test_frechet_bounds_need_the_same_trials():
    with pytest.raises(ValueError, match="same trials, got 1/2 and 1/3"):
        frechet_bounds(Rate(1, 2), Rate(1, 3))


def test_pooling_weighs_by_size():
    assert pool([Rate(1, 2), Rate(0, 8)]) == Rate(1, 10)
    assert pool([]) == Rate(0, 0)


def test_shares_have_the_sum_as_their_denominator():
    assert shares({"pass": 3, "fail": 1}) == {"pass": Rate(3, 4), "fail": Rate(1, 4)}


@given(rates(least=1))
def test_the_count_behind_a_printed_rate_is_found(rate):
    assert find_count(round(rate.rate, 3), rate.n) == rate.k


@pytest.mark.parametrize(("rate", "n"), [(0.62, 40), (0.333, 2), (1.2, 5), (-0.1, 5)])
def test_a_print_that_no_count_gives_has_no_count(rate, n):
    assert find_count(rate, n) is None


def test_a_print_of_nothing_has_no_denominator():
    with pytest.raises(ValueError, match="expected n ≥ 1, got 0"):
        find_count(0.5, 0)


def test_a_print_too_coarse_for_its_denominator_is_refused():
    with pytest.raises(ValueError, match="give more digits"):
        find_count(0.5, 5000)

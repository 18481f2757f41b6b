from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bugsweep.stats.correlation import kendall_tau_b, spearman_rho

scores = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2)


def test_ties_that_rounding_would_break_stay_ties():
    tied = [Fraction(1, 10) + Fraction(2, 10), Fraction(3, 10), Fraction(1)]

    exact = kendall_tau_b(tied, [1, 2, 3])
    rounded = kendall_tau_b([0.1 + 0.2, 0.3, 1.0], [1, 2, 3])

    assert exact.value == pytest.approx(kendall_tau_b([1, 1, 2], [1, 2, 3]).value)
    assert exact.value != pytest.approx(rounded.value)


@pytest.mark.parametrize("correlate", [kendall_tau_b, spearman_rho])
@pytest.mark.parametrize("lists", [([], []), ([1], [2]), ([1, 1], [1, 2]), ([1, 2], [3, 3])])
def test_lists_without_an_order_have_no_correlation(correlate, lists):
    found = correlate(*lists)

    assert (found.value, found.reason) == (None, "a list holds no two different values")


@pytest.mark.parametrize("correlate", [kendall_tau_b, spearman_rho])
def test_lists_of_different_length_are_refused(correlate):
    with pytest.raises(ValueError, match="got 2 and 3 values"):
        correlate([1, 2], [1, 2, 3])


@pytest.mark.parametrize("correlate", [kendall_tau_b, spearman_rho])
@given(pairs=scores)
def test_only_the_order_counts(correlate, pairs):
    first, second = zip(*pairs, strict=True)
    stretched = [value**3 + 7 for value in first]
    reversed_ = [-value for value in first]

    value = correlate(first, second).value

    assert correlate(stretched, second).value == pytest.approx(value)
    if value is not None:
        assert correlate(reversed_, second).value == pytest.approx(-value)
        assert -1 - 1e-9 <= value <= 1 + 1e-9


def test_two_pairs_have_a_correlation_without_a_p_value():
    found = spearman_rho([1, 2], [3, 4])

    assert (found.value, found.p_value) == (pytest.approx(1), None)

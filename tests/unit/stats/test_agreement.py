import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bugsweep.stats.agreement import (
    agreement_rate,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
)
from bugsweep.stats.coefficient import Coefficient
from bugsweep.stats.rates import Rate

# Krippendorff 2011, section E: four observers, twelve units, missing ratings.
CANONICAL = [
    (1, 1, None, 1),
    (2, 2, 3, 2),
    (3, 3, 3, 3),
    (3, 3, 3, 3),
    (2, 2, 2, 2),
    (1, 2, 3, 4),
    (4, 4, 4, 4),
    (1, 1, 2, 1),
    (2, 2, 2, 2),
    (None, 5, 5, 5),
    (None, None, 1, 1),
    (None, 3, None, None),
]
# Fleiss 1971 as commonly retold: fourteen raters, ten subjects, five categories.
FLEISS = [
    (0, 0, 0, 0, 14),
    (0, 2, 6, 4, 2),
    (0, 0, 3, 5, 6),
    (0, 3, 9, 2, 0),
    (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0),
    (3, 2, 6, 3, 0),
    (2, 5, 3, 2, 2),
    (6, 5, 2, 1, 0),
    (0, 2, 2, 3, 7),
]
ratings = st.lists(st.tuples(*[st.sampled_from([0, 1, 2])] * 3), min_size=2, max_size=20)


@pytest.mark.parametrize(("scale", "value"), [("nominal", 0.743), ("interval", 0.849)])
def test_alpha_is_that_of_the_published_example(scale, value):
    assert krippendorff_alpha(CANONICAL, scale=scale).value == pytest.approx(value, abs=0.0005)


def test_fleiss_kappa_is_that_of_the_published_example():
    rows = [[label for label, n in enumerate(row) for _ in range(n)] for row in FLEISS]

    assert fleiss_kappa(rows).value == pytest.approx(0.210, abs=0.0005)


@pytest.mark.parametrize(
    ("coefficient", "reason"),
    [
        (cohen_kappa([], []), "no unit was rated"),
        (cohen_kappa("aaa", "aaa"), "every rating is the same label"),
        (fleiss_kappa([]), "no unit was rated"),
        (fleiss_kappa([["a"], ["b"]]), "fewer than two raters"),
        (fleiss_kappa([["a", "a"]]), "every rating is the same label"),
        (krippendorff_alpha([]), "no unit has two ratings"),
        (krippendorff_alpha([[1, None], [None, 2]]), "no unit has two ratings"),
        (krippendorff_alpha([[1, 1], [1, 1]]), "every rating is the same label"),
    ],
)
def test_undefined_agreement_says_why(coefficient, reason):
    assert coefficient.value is None
    assert coefficient.reason.startswith(reason)


def test_kappa_reads_words_as_labels():
    kappa = cohen_kappa(["PASS", "FAIL", "PASS", "FAIL"], ["PASS", "FAIL", "FAIL", "FAIL"])

    assert kappa.value == pytest.approx(0.5)


@pytest.mark.parametrize(
    "rate", [lambda: cohen_kappa("ab", "a"), lambda: fleiss_kappa([["a"], ["a", "b"]])]
)
def test_ratings_that_do_not_fit_together_are_refused(rate):
    with pytest.raises(ValueError, match="expected"):
        rate()


@given(ratings)
def test_agreement_is_full_exactly_when_all_units_agree(rows):
    agreed = agreement_rate(rows)

    for measure in (fleiss_kappa, krippendorff_alpha):
        value = measure(rows).value
        if value is not None:
            assert value <= 1 + 1e-12
            assert (value == pytest.approx(1)) is (agreed.k == agreed.n)


@given(ratings)
def test_the_names_of_the_labels_do_not_matter(rows):
    renamed = [[10 - label for label in row] for row in rows]

    for measure in (fleiss_kappa, krippendorff_alpha):
        assert measure(renamed).value == pytest.approx(measure(rows).value)


@given(st.lists(st.tuples(*[st.sampled_from("ab")] * 2), min_size=2))
def test_cohen_kappa_does_not_care_who_is_first(rows):
    first, second = zip(*rows, strict=True)

    assert cohen_kappa(first, second).value == pytest.approx(cohen_kappa(second, first).value)


def test_agreement_counts_units_on_which_all_agree():
    assert agreement_rate(["aa", "ab", "bb"]) == Rate(2, 3)


@pytest.mark.parametrize(("value", "reason"), [(None, ""), (0.5, "why")])
def test_a_coefficient_has_either_a_value_or_a_reason(value, reason):
    with pytest.raises(ValueError, match="either a value or a reason"):
        Coefficient(value, reason)


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_coefficient_is_never_not_a_number(value):
    with pytest.raises(ValueError, match="expected a finite value or a reason"):
        Coefficient(value)

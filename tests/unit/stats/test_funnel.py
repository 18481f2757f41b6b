import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bugsweep.stats.funnel import STAGES, build_funnel
from bugsweep.stats.rates import Rate

trials = st.lists(st.tuples(*[st.booleans()] * 5), min_size=1, max_size=30)


@given(trials)
def test_what_is_left_and_what_was_lost_sum_to_all(rows):
    funnel = build_funnel(rows, excluded=())

    lost = sum(stage.drop for stage in funnel.stages)
    assert lost + funnel.stages[-1].cumulative.rate == pytest.approx(1)


@given(trials)
def test_stages_chain_and_never_exceed_their_absolute_count(rows):
    stages = build_funnel(rows, excluded=()).stages

    for before, after in itertools.pairwise(stages):
        assert after.conditional.n == before.cumulative.k
    assert all(stage.cumulative.k <= stage.absolute.k for stage in stages)


@given(trials)
def test_passes_are_the_end_of_the_funnel_and_those_without_judged_discovery(rows):
    funnel = build_funnel(rows, excluded=())

    assert funnel.passed.k == funnel.stages[-1].cumulative.k + funnel.passed_unjudged.k


def test_passing_takes_every_outcome_stage():
    fixed_only, preserved_only = [True, True, True, True, False], [True, True, True, False, True]

    funnel = build_funnel([fixed_only, preserved_only], excluded=())

    assert (funnel.passed, funnel.passed_unjudged) == (Rate(0, 2), Rate(0, 2))


def test_the_largest_drop_may_not_be_the_largest_conditional_loss():
    rows = [[trial < 6, trial < 5, trial < 1, trial < 1, trial < 1] for trial in range(11)]

    funnel = build_funnel(rows, excluded=())

    assert funnel.largest_drop.name == "feature found"
    assert funnel.largest_conditional_loss.name == "cause diagnosed"


def test_a_stage_that_nobody_reaches_loses_nobody_and_has_no_conditional_rate():
    stage = build_funnel([[False] * 5], excluded=()).stages[1]

    assert (stage.conditional, stage.drop, stage.conditional_loss) == (Rate(0, 0), 0, None)


def test_the_funnel_names_what_it_leaves_out():
    funnel = build_funnel([], excluded=["agent without trajectories"])

    assert funnel.excluded == ("agent without trajectories",)
    assert [stage.name for stage in funnel.stages] == list(STAGES)


def test_a_trial_with_another_number_of_stages_is_refused():
    with pytest.raises(ValueError, match="expected 5 stages per trial, got 2"):
        build_funnel([[True, True]], excluded=())


def test_more_outcome_stages_than_stages_are_refused():
    with pytest.raises(ValueError, match="expected 1 to 1 outcome stages, got 2"):
        build_funnel([[True]], excluded=(), stages=["found"])

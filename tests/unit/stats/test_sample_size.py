import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, norm

from bugsweep.stats.paired import PairedTable
from bugsweep.stats.sample_size import (
    cochran_sample_size,
    tasks_needed_paired,
    tasks_needed_unpaired,
)

open_rates = st.floats(0.05, 0.95)


def power_of_mcnemar(n, only_first, only_second):
    """The exact chance that the mid-p test on `n` tasks is below 0.05."""
    discordant_share = only_first + only_second
    power = 0.0
    for discordant in range(n + 1):
        seen = binom.pmf(discordant, n, discordant_share)
        if seen > 1e-9:
            power += seen * sum(
                binom.pmf(wins, discordant, only_first / discordant_share)
                for wins in range(discordant + 1)
                if PairedTable(0, wins, discordant - wins, 0).mcnemar().mid_p < 0.05
            )
    return power


@pytest.mark.parametrize("shares", [(0.2, 0.05), (0.4, 0.1)])
def test_the_paired_number_of_tasks_has_the_power_it_promises(shares):
    needed = tasks_needed_paired(*shares)

    assert power_of_mcnemar(needed, *shares) == pytest.approx(0.8, abs=0.03)


def test_the_unpaired_number_of_tasks_has_the_power_it_promises():
    first, second = 0.5, 0.6
    needed = tasks_needed_unpaired(first, second)

    spread = (first * (1 - first) + second * (1 - second)) / needed
    power = norm.cdf(abs(first - second) / spread**0.5 - norm.ppf(0.975))
    assert power == pytest.approx(0.8, abs=0.005)


def test_the_same_tasks_need_fewer_than_different_ones():
    # 50 % against 60 %, agents that mostly pass the same tasks.
    assert tasks_needed_paired(0.05, 0.15) < tasks_needed_unpaired(0.5, 0.6) / 2


@given(st.floats(0.01, 0.4), st.floats(0.01, 0.4))
def test_it_does_not_matter_which_agent_is_first(first, second):
    if abs(first - second) > 0.01:
        assert tasks_needed_paired(first, second) == tasks_needed_paired(second, first)
        assert tasks_needed_unpaired(first, second) == tasks_needed_unpaired(second, first)


@pytest.mark.parametrize("needed", [tasks_needed_paired, tasks_needed_unpaired])
def test_more_power_and_more_certainty_need_more_tasks(needed):
    usual = needed(0.3, 0.2)

    assert needed(0.3, 0.2, power=0.9) > usual
    assert needed(0.3, 0.2, alpha=0.01) > usual


@pytest.mark.parametrize("needed", [tasks_needed_paired, tasks_needed_unpaired])
@pytest.mark.parametrize("shares", [(0.3, 0.3), (-0.1, 0.2), (0.2, 1.3)])
def test_no_number_of_tasks_shows_no_difference(needed, shares):
    with pytest.raises(ValueError, match="expected two"):
        needed(*shares)


@pytest.mark.parametrize("needed", [tasks_needed_paired, tasks_needed_unpaired])
@pytest.mark.parametrize("name", ["alpha", "power"])
def test_certainty_is_refused(needed, name):
    with pytest.raises(ValueError, match=f"`{name}` between 0 and 1, got 1"):
        needed(0.3, 0.2, **{name: 1})


@given(st.integers(1, 10**6), open_rates)
def test_a_sample_is_never_larger_than_its_population(population, rate):
    assert 0 < cochran_sample_size(population, margin=0.05, rate=rate) <= population * (1 + 1e-9)


@pytest.mark.parametrize(
    "wrong", [{"margin": 0}, {"margin": 0.1, "rate": 1}, {"margin": 0.1, "level": 95}]
)
def test_a_sample_size_needs_sensible_wishes(wrong):
    with pytest.raises(ValueError, match="between 0 and 1"):
        cochran_sample_size(100, **wrong)


def test_an_empty_population_has_no_sample():
    with pytest.raises(ValueError, match="population ≥ 1, got 0"):
        cochran_sample_size(0, margin=0.1)

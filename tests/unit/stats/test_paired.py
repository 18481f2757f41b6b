import pytest
from hypothesis import given
from hypothesis import strategies as st

from bugsweep.stats.bootstrap import bootstrap_ratio, cluster_bootstrap
from bugsweep.stats.comparison import newcombe
from bugsweep.stats.paired import PairedTable, pair, paired_bootstrap, paired_differences
from bugsweep.stats.rates import Rate

tables = st.builds(PairedTable, *[st.integers(0, 60)] * 4).filter(lambda table: table.n)

AHEAD = [1, 1, 1, 1, 1, 0, 1, 1, 0, 1]
BEHIND = [1, 0, 1, 0, 0, 0, 1, 1, 0, 1]


def test_pairs_are_counted_task_by_task():
    table = pair([True, True, False, False], [True, False, True, False])

    assert table == PairedTable(both=1, only_first=1, only_second=1, neither=1)


def test_a_table_gives_back_both_rates():
    table = PairedTable(both=5, only_first=3, only_second=1, neither=1)

    assert (table.first, table.second, table.discordant) == (Rate(8, 10), Rate(6, 10), 4)
    assert table.difference == pytest.approx(0.2)


def test_negative_counts_are_no_table():
    with pytest.raises(ValueError, match="counts ≥ 0"):
        PairedTable(0, 0, -1, 0)


def test_different_numbers_of_tasks_are_no_pairs():
    with pytest.raises(ValueError, match="same tasks twice, got 1 and 2"):
        pair([True], [True, False])


@given(tables)
def test_mcnemar_is_symmetric_and_mid_p_is_the_smaller(table):
    mirrored = PairedTable(table.both, table.only_second, table.only_first, table.neither)
    found = table.mcnemar()

    assert found == mirrored.mcnemar()
    assert 0 < found.mid_p <= found.exact_p <= 1


@given(tables, st.integers(0, 1000))
def test_mcnemar_ignores_tasks_on_which_both_agree(table, more):
    larger = PairedTable(table.both + more, table.only_first, table.only_second, table.neither)

    assert table.mcnemar() == larger.mcnemar()


def test_the_paired_interval_is_that_of_a_published_table():
    # Airway responsiveness before and after transplantation: Fagerland, Lydersen and Laake 2014.
    interval = PairedTable(both=1, only_first=1, only_second=7, neither=12).newcombe()

    assert (interval.low, interval.high) == pytest.approx((-0.507, -0.026), abs=0.0005)


@given(tables)
def test_the_paired_interval_holds_the_difference_and_stays_possible(table):
    interval = table.newcombe()

    assert -1 <= interval.low <= table.difference + 1e-12
    assert table.difference - 1e-12 <= interval.high <= 1


def test_pairing_pays_when_agents_pass_the_same_tasks():
    table = PairedTable(both=70, only_first=12, only_second=4, neither=114)

    assert table.newcombe().width < newcombe(table.first, table.second).width


def test_no_task_has_no_interval():
    nothing = PairedTable(0, 0, 0, 0)

    assert (nothing.difference, nothing.newcombe()) == (None, None)


def test_the_same_seed_gives_the_same_interval():
    intervals = [paired_bootstrap(AHEAD, BEHIND, seed=seed) for seed in (7, 7)]

    assert intervals[0] == intervals[1]


def test_another_seed_draws_other_tasks():
    scores = [0.13, 0.78, 0.31, 0.99, 0.42, 0.57, 0.05, 0.66]

    first, second = (paired_bootstrap(scores, [0.0] * 8, seed=seed) for seed in (1, 2))

    assert first != second


def test_the_bootstrap_holds_the_mean_difference_of_graded_scores():
    interval = paired_bootstrap([0.5, 0.9, 0.4, 1.0], [0.1, 0.8, 0.6, 0.3], seed=0)

    assert 0.25 in interval


def test_a_difference_that_never_varies_has_no_width():
    interval = paired_bootstrap([1, 1, 1], [0, 0, 0], seed=0)

    assert (interval.low, interval.high) == (1, 1)


def test_drawing_apps_widens_the_interval_when_tasks_of_an_app_end_alike():
    first, second = [1] * 10 + [0] * 10 + [1] * 10 + [0] * 10, [0] * 40
    apps = [f"app-{task // 10}" for task in range(40)]

    by_task = paired_bootstrap(first, second, seed=0)
    by_app = paired_bootstrap(first, second, seed=0, clusters=apps)

    assert by_app.width > 1.5 * by_task.width


@pytest.mark.parametrize("clusters", [None, ["one app"]])
def test_one_thing_to_draw_has_no_interval(clusters):
    assert paired_bootstrap([1], [0], seed=0, clusters=clusters) is None
    assert paired_bootstrap([1, 0], [0, 0], seed=0, clusters=["one app"] * 2) is None


def test_clusters_that_do_not_fit_the_tasks_are_refused():
    with pytest.raises(ValueError, match="got 2 and 1"):
        paired_bootstrap([1, 0], [0, 0], seed=0, clusters=["app"])


def test_a_cluster_without_trials_is_refused():
    with pytest.raises(ValueError, match="denominators above 0"):
        cluster_bootstrap([Rate(1, 2), Rate(0, 0)], seed=0)


def test_numerators_without_denominators_are_refused():
    with pytest.raises(ValueError, match="expected pairs, got 2 and 1 numbers"):
        bootstrap_ratio([1, 2], [1], seed=0)


def test_the_drawn_ratio_is_that_of_the_sums_and_not_the_mean_of_the_ratios():
    interval = bootstrap_ratio([99, 0], [99, 1], seed=0, level=0.4)

    assert (interval.low, interval.high) == pytest.approx((0.99, 0.99))


def test_differences_keep_the_order_of_the_tasks():
    assert paired_differences([3, 1], [1, 2]) == (2, -1)

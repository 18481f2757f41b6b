"""Which function of `bugsweep.stats` each row of the vectors concerns, by the shape of its name.

Every check reads the row's recomputed value, and the paper's print where there is one.
"""

import functools
import itertools
import json
import math
import re
import statistics
from fractions import Fraction
from pathlib import Path

import pytest
from scipy.stats import norm

from bugsweep.stats.agreement import agreement_rate, cohen_kappa, fleiss_kappa
from bugsweep.stats.bootstrap import cluster_bootstrap
from bugsweep.stats.comparison import competition_ranks, fisher_p_value, newcombe, z_test
from bugsweep.stats.correlation import kendall_tau_b, spearman_rho
from bugsweep.stats.funnel import build_funnel
from bugsweep.stats.paired import PairedTable, paired_differences
from bugsweep.stats.rates import Rate, find_count, frechet_bounds, pool, shares
from bugsweep.stats.repeats import (
    aggregate,
    find_majority,
    find_plurality,
    is_exact_union,
    pass_at_k,
)
from bugsweep.stats.sample_size import cochran_sample_size
from bugsweep.stats.scores import WinsLossesTies, cap_rubric, gap_closure
from bugsweep.stats.summaries import summarise

VECTORS = Path(__file__).parents[2] / "data" / "stat_vectors.json"
ROWS = {row["name"]: row for row in json.loads(VECTORS.read_text(encoding="utf-8"))}
CHECKS = {}


def shape(pattern):
    def keep(check):
        CHECKS[re.compile(pattern)] = check
        return check

    return keep


def checks_for(name):
    return [check for pattern, check in CHECKS.items() if pattern.fullmatch(name)]


def printed(value, digits=1):
    """What a print of so many decimals allows: half a unit of its last digit."""
    return pytest.approx(value, rel=0, abs=0.5 * 10**-digits * (1 + 1e-6))


def percent(rate):
    return [100 * float(part) for part in rate] if isinstance(rate, list) else 100 * float(rate)


def labels(n11, n10, n01, n00):
    """The ratings of two raters with these counts."""
    return [1] * (n11 + n10) + [0] * (n01 + n00), [1] * n11 + [0] * n10 + [1] * n01 + [0] * n00


def rates(row):
    return [Rate(k, n) for k, n in zip(row["per_issue"], row["n"], strict=True)]


@shape(r"sweeper\.t2\..+\.counts")
def _counts(inputs, expected, recomputed):
    n = inputs["n"]
    passed, target, preserved = (
        find_count(inputs[key] / 100, n) for key in ("pass_pct", "target_pct", "pres_pct")
    )
    bounds = frechet_bounds(Rate(target, n), Rate(preserved, n))

    for source in (expected, recomputed):
        assert (passed, target, preserved) == (
            source["pass_k"],
            source["target_k"],
            source["pres_k"],
        )
    assert (bounds.low, bounds.high) == (recomputed["frechet_lo"], recomputed["frechet_hi"])
    assert passed in bounds


@shape(r"sweeper\.t2\..+\.wilson95")
def _wilson_of_the_main_table(inputs, _expected, recomputed):
    interval = Rate(**inputs).wilson()

    assert percent([interval.low, interval.high]) == printed(recomputed, 2)


@shape(r"sweeper\.text\.(nine_below_half|three_at_56\.5)")
def _how_many_agents(inputs, expected, recomputed):
    if expected == 3 or recomputed == 3:
        found = Rate.of(value == 56.5 for value in inputs)
    else:
        found = Rate.of(value < 50 for value in inputs)

    assert found.k == expected == recomputed


@shape(r"sweeper\.text\.pres_range")
def _range(inputs, expected, recomputed):
    summary = summarise(inputs)

    assert [summary.minimum, summary.maximum] == expected == recomputed


@shape(r"sweeper\.(fig2\.cost_ratio_gt30|text\.opus_vs_fable_cost|text\.time_ratio)")
def _ratio(inputs, expected, recomputed):
    values = inputs.values() if isinstance(inputs, dict) else inputs
    ratio = summarise(values).ratio

    assert ratio == printed(recomputed, 2)
    if expected.startswith(">"):
        assert ratio > float(expected[1:])
    else:
        assert (expected, 8 < ratio < 10) == ("nearly 10x", True)


@shape(r"sweeper\.stage\.mean_pass_vs_stage5")
def _funnel_end_is_no_pass_rate(inputs, expected, recomputed):
    values = inputs["pass"]
    means = summarise(
        summarise(values[:index] + values[index + 1 :]).mean for index in range(len(values))
    )

    assert summarise(values).mean == printed(recomputed["mean15"], 2)
    assert means.minimum == printed(recomputed["leave_one_out_min"], 2)
    assert means.maximum == printed(recomputed["leave_one_out_max"], 2)
    assert expected == ROWS["sweeper.stage.drops"]["inputs"]["cumulative"][-1]
    assert not means.minimum <= expected <= means.maximum


@shape(r"sweeper\.stage\.drops")
def _drops(inputs, expected, recomputed):
    reached = [round(10 * value) for value in inputs["cumulative"]]
    trials = [[trial < count for count in reached] for trial in range(1000)]
    funnel = build_funnel(trials, excluded=("one agent, not named",))

    assert percent([stage.drop for stage in funnel.stages]) == printed(recomputed["drops"])
    assert percent([stage.conditional.rate for stage in funnel.stages]) == printed(
        recomputed["conditional"]
    )
    assert funnel.stages.index(funnel.largest_drop) == recomputed["largest_index"]
    assert expected["largest"] in funnel.largest_drop.name
    assert percent(funnel.largest_drop.drop) == printed(expected["drop"])


@shape(r"sweeper\.t1\..+\.\d")
def _run_triples(inputs, expected, recomputed):
    n, mean, sd = inputs["n"], printed(inputs["mean"]), printed(inputs["sd"])
    near = round(inputs["mean"] * n / 100)
    counts = range(max(0, near - 8), min(n, near + 8) + 1)
    triples = [
        [100 * k / n for k in ks]
        for ks in itertools.combinations_with_replacement(counts, inputs["runs"])
    ]
    triples = [triple for triple in triples if summarise(triple).mean == mean]

    assert expected == "exists with ddof=1"
    assert [t for t in triples if summarise(t).sd == sd] == recomputed["ddof1"] != []
    assert [t for t in triples if statistics.pstdev(t) == sd] == recomputed["ddof0"]


@shape(r"sweeper\.t4\..+|sweeper\.fig10\.(luna|terra)_peak|nocode\.majority_vs_consensus\..+")
def _rate(inputs, expected, recomputed):
    rate = percent(Rate(**inputs).rate)

    assert rate == printed(recomputed)
    assert rate == printed(expected)


@shape(r"sweeper\.t5\.denominator")
def _unstated_denominator(inputs, expected, recomputed):
    of_40 = [find_count(value / 100, 40) for value in inputs]
    of_200 = find_count(inputs[0] / 100, 200)

    assert of_40 == recomputed["k_of_40"]
    assert (None not in of_40) is recomputed["multiples_of_2.5"]
    assert expected == "n unstated"
    # The same agent and harness have another count in the main table, which is over 200.
    assert of_200 != ROWS["sweeper.t2.GPT-5.6 Luna.counts"]["recomputed"]["pass_k"]


@shape(r"sweeper\.fig10\.glm_peak")
def _impossible_peak(inputs, expected, recomputed):
    assert expected == "k integer"
    assert find_count(inputs["pct"] / 100, inputs["n"]) is None
    assert inputs["pct"] * inputs["n"] / 100 == printed(recomputed)


@shape(r"sweeper\.t3\..+\.two_prop")
def _two_proportions(inputs, _expected, recomputed):
    without, with_browser = (Rate(inputs[k], inputs["n"]) for k in ("no_browser_k", "browser_k"))
    z = z_test(without, with_browser)

    assert z.value == printed(recomputed["z"], 4)
    assert z.p_value == printed(recomputed["p_z"], 4)
    assert fisher_p_value(without, with_browser) == printed(recomputed["p_fisher"], 5)


@shape(r"sweeper\.fig8\.time_vs_pass")
def _rank_correlation(inputs, _expected, recomputed):
    tau = kendall_tau_b(inputs["time"], inputs["pass"])
    rho = spearman_rho(inputs["time"], inputs["pass"])

    assert (tau.value, tau.p_value) == printed((recomputed["kendall_tau_b"], recomputed["p"]), 4)
    assert (rho.value, rho.p_value) == printed((recomputed["spearman"], recomputed["p_s"]), 4)


@shape(r"agentswe\.t1\..+\.mean\..+")
def _mean(inputs, expected, recomputed):
    mean = summarise(inputs["values"]).mean

    assert mean == printed(recomputed)
    assert mean == printed(expected)


def _creation_scores():
    return [
        value
        for name, row in ROWS.items()
        if name.startswith("agentswe.t1.creation.mean.")
        for value in row["inputs"]["values"]
    ]


@shape(r"agentswe\.text\.creation_mean50")
def _mean_of_all(inputs, expected, recomputed):
    summary = summarise(_creation_scores())

    assert summary.n == inputs["n"]
    assert summary.mean == printed(expected)
    assert summary.mean == printed(recomputed)


@shape(r"agentswe\.text\.creation_zero_runs")
def _zeros(inputs, expected, recomputed):
    zeros = Rate.of(value == 0 for value in _creation_scores())

    assert zeros == Rate(expected, inputs["n"]) == Rate(recomputed, inputs["n"])


@shape(r"agentswe\.t11\..+\.S")
def _gap_closure(inputs, expected, recomputed):
    (delta,) = paired_differences([inputs["J1"]], [inputs["J0"]])

    for source in (expected, recomputed):
        assert delta == printed(source["delta"])
        assert gap_closure(inputs["J0"], inputs["J1"]).value == printed(source["S"])


@shape(r"agentswe\.t11\..+\.wlt")
def _wins_losses_ties(inputs, expected, recomputed, name):
    counts = WinsLossesTies(inputs["W"], inputs["L"], inputs["T"])
    scores = ROWS[name.replace(".wlt", ".S")]["inputs"]
    binary = all(find_count(score / 100, counts.n) is not None for score in scores.values())

    assert counts.n == recomputed["n"]
    assert percent(counts.difference) == printed(recomputed["100*(W-L)/n"])
    assert counts.sign_test() == printed(recomputed["sign_test_p"], 6)
    assert scores["J1"] - scores["J0"] == printed(expected["delta_if_binary"])
    # Of a graded mean the counts say only the direction.
    assert (percent(counts.difference) == printed(expected["delta_if_binary"])) is binary


@shape(r"agentswe\.S\.edge\..+")
def _gap_closure_at_the_edge(inputs, expected, recomputed):
    closure = gap_closure(inputs["J0"], inputs["J1"])

    assert closure.value == recomputed
    assert closure.value == (None if expected == "undefined" else expected)
    assert bool(closure.reason) is (recomputed is None)


@shape(r"agentswe\.t8\.rubric")
def _rubric(inputs, expected, recomputed):
    caps = [inputs["max"], inputs["partial_cap"], inputs["safety_cap"]]
    score = cap_rubric(inputs["scores"], caps, total_caps=inputs["case_total_caps"])

    for source in (expected, recomputed):
        assert list(score.effective) == source["effective"]
        assert score.reachable == source["sum_caps"]
        assert score.total == source["score"]
    assert (not score.exceeded) is recomputed["all_within"]
    assert (score.total == sum(score.granted)) is recomputed["total_within_case_cap"]


@shape(r"agentswe\.f11\.shares")
def _shares(inputs, expected, recomputed):
    ends = shares(inputs)
    total = ends["graded"].n
    gate = Rate(total - ends["graded"].k, total)

    for source in (expected, recomputed):
        for name, rate in ends.items():
            assert percent(rate.rate) == printed(source[name])
        assert gate.k == source["gate_fail"]
        assert percent(gate.rate) == printed(source["gate_fail_pct"])


@shape(r"agentswe\.t12\.row\d|agentswe\.t13\..+|activeswe\.counts(_core)?")
def _total(inputs, expected, recomputed):
    counts = inputs if isinstance(inputs, dict) else {str(i): k for i, k in enumerate(inputs)}
    (total,) = {rate.n for rate in shares(counts).values()}

    assert total == expected == recomputed


@shape(r"agentswe\.lite\..+\.mean_sd")
def _mean_and_sample_sd(inputs, expected, recomputed):
    summary = summarise(inputs["runs"])

    assert (summary.mean, summary.sd) == printed((expected["mean"], expected["sd"]), 2)
    assert (summary.mean, summary.sd) == printed((recomputed["mean"], recomputed["sd_ddof1"]), 2)
    assert summary.sd != printed(recomputed["sd_ddof0"], 2)


@shape(r"agentswe\.t5\.lite\..+")
def _means_of_columns(inputs, expected, recomputed):
    means = [summarise(column).mean for column in zip(*inputs["rows"], strict=True)]

    assert means == printed(expected)
    assert means == printed(recomputed)


@shape(r"agentswe\.t10\.dev_minus_heldout")
def _demonstration_gap(inputs, _expected, recomputed):
    names, heldout, dev = zip(*inputs, strict=True)
    gaps = dict(zip(names, paired_differences(dev, heldout), strict=True))

    assert gaps == printed(recomputed)


@shape(r"nocode\.t2\..+")
def _resolved_and_applicable(inputs, expected, recomputed):
    resolved, applicable = (Rate(inputs[k], inputs["n"]) for k in ("resolved", "applicable"))
    both = inputs["resolved_and_applicable"]
    found = percent([resolved.rate, applicable.rate, Rate(both, applicable.k).rate])

    assert found == printed(expected)
    assert found == printed(recomputed)
    assert both in frechet_bounds(resolved, applicable)


@shape(r"nocode\.t3\..+")
def _counts_behind_prints(inputs, expected, recomputed):
    counts = [
        find_count(rate / 100, n) for rate, n in zip(inputs["rates"], inputs["n"], strict=True)
    ]

    assert counts == recomputed["counts"]
    assert sum(counts) == expected["total"] == recomputed["total"]


@shape(r"nocode\.t4_t6\..+")
def _pooled_issues(inputs, expected, recomputed):
    issues = rates(inputs)
    groups = [pool(issues[:5]), issues[5], pool(issues[6:])]
    applicable = [
        find_count(printed_rate / 100, group.n)
        for printed_rate, group in zip(expected["app"], groups, strict=True)
    ]

    assert [group.k for group in groups] == recomputed["res_counts"]
    assert applicable == recomputed["app_counts"]
    assert sum(applicable) == recomputed["app_total"]
    for source in (expected, recomputed):
        assert percent([group.rate for group in groups]) == printed(source["res"])


@shape(r"nocode\.t5\..+")
def _repeats(inputs, expected, recomputed):
    n, resolved, runs = inputs["n"], inputs["any"], inputs["runs"]
    # Passes of 0, 1, 2 and 3 runs follow from the runs' sums, the any and the agree count.
    none, thrice = n - resolved, inputs["agree"] - (n - resolved)
    twice = sum(runs) - 3 * thrice - (resolved - thrice)
    histogram = [none, resolved - thrice - twice, twice, thrice]
    rows = [
        [run < passes for run in range(3)]
        for passes, fixes in enumerate(histogram)
        for _ in range(fixes)
    ]
    joined = [aggregate(row) for row in rows]
    anything, majority = (
        Rate.of(getattr(one, rule) for one in joined) for rule in ("any", "majority_of_planned")
    )
    found = percent(
        [
            *(Rate(k, n).rate for k in runs),
            anything.rate,
            agreement_rate(rows).rate,
        ]
    )

    assert histogram == recomputed["hist_passes_0..3"]
    assert majority.k == recomputed["majority"]
    assert fleiss_kappa(rows).value == printed(recomputed["fleiss_kappa_runs(reference)"], 4)
    for source in (expected, recomputed):
        assert found == printed(source["pct"])
        assert percent(majority.rate) == printed(source["majority_pct"])


@shape(r"nocode\.agreement\.(S5-OC|S5-MG|OC-MG)")
def _pairwise_agreement(inputs, expected, recomputed):
    first, second = labels(*(inputs[cell] for cell in ("n11", "n10", "n01", "n00")))
    agreed = agreement_rate(list(zip(first, second, strict=True)))
    kappa = cohen_kappa(first, second).value

    assert agreed == Rate(inputs["agree"], inputs["n"])
    assert (sum(first), sum(second)) == (inputs["res_a"], inputs["res_b"])
    assert kappa == printed(recomputed["kappa4"], 4)
    for source in (expected, recomputed):
        assert percent(agreed.rate) == printed(source["pct"])
        assert kappa == printed(source["kappa"], 2)


@shape(r"nocode\.all_three_agree")
def _three_way_agreement(inputs, expected, recomputed):
    pairs = [ROWS[f"nocode.agreement.{p}"]["inputs"] for p in ("S5-OC", "S5-MG", "OC-MG")]
    s5_oc, s5_mg, oc_mg = (row["n11"] for row in pairs)
    s5, oc, mg = pairs[0]["res_a"], pairs[0]["res_b"], pairs[1]["res_b"]
    everyone = inputs["resolved_by_any_executor"] - (s5 + oc + mg) + (s5_oc + s5_mg + oc_mg)
    cells = {
        (1, 1, 1): everyone,
        (1, 1, 0): s5_oc - everyone,
        (1, 0, 1): s5_mg - everyone,
        (0, 1, 1): oc_mg - everyone,
        (1, 0, 0): s5 - s5_oc - s5_mg + everyone,
        (0, 1, 0): oc - s5_oc - oc_mg + everyone,
        (0, 0, 1): mg - s5_mg - oc_mg + everyone,
        (0, 0, 0): inputs["by_none"],
    }
    ratings = [cell for cell, fixes in cells.items() for _ in range(fixes)]
    pairwise = [
        agreement_rate([(row[one], row[other]) for row in ratings]).k
        for one, other in ((0, 1), (0, 2), (1, 2))
    ]
    agreed = agreement_rate(ratings)

    assert agreed == Rate(recomputed["all_agree"], inputs["n"])
    assert pairwise == inputs["pair_agreements"]
    assert (everyone, inputs["by_none"]) == (recomputed["all_three_resolved"], recomputed["none"])
    assert percent(agreed.rate) == printed(expected)
    assert percent(agreed.rate) == printed(recomputed["pct"])


@shape(r"nocode\.agreement\.without_version_issues")
def _feasible_agreement(inputs, expected, recomputed):
    n, resolved = inputs["n"], inputs["resolved"]
    options = []
    for (one, other), kappa in zip(
        itertools.combinations(resolved.values(), 2), expected["kappa"], strict=True
    ):
        found = []
        for both in range(max(0, one + other - n), min(one, other) + 1):
            table = PairedTable(both, one - both, other - both, n - one - other + both)
            value = cohen_kappa(
                *labels(table.both, table.only_first, table.only_second, table.neither)
            ).value
            if value == printed(kappa, 2):
                found.append([both, n - table.discordant, round(value, 4)])
        options.append(found)
    solutions = []
    for chosen in itertools.product(*options):
        # Three binary raters: the pair agreements sum to n + 2 · (units on which all agree).
        twice = sum(agree for _, agree, _ in chosen) - n
        if twice % 2 == 0 and percent(Rate(twice // 2, n).rate) == printed(
            expected["all_agree_pct"]
        ):
            solutions.append([*chosen, twice // 2])

    assert len(solutions) == recomputed["consistent_solutions"]
    assert solutions == recomputed["first"]


@shape(r"nocode\.tau_b\..+")
def _tau_b_of_counts(inputs, expected, recomputed):
    first, second = (
        [Fraction(k, n) for k, n in zip(inputs[key], inputs["n"], strict=True)]
        for key in ("counts_a", "counts_b")
    )
    tau = kendall_tau_b(first, second).value

    assert tau == printed(expected, 2)
    assert tau == printed(recomputed["tau_b"], 2)
    assert tau == printed(recomputed["tau_b4"], 4)


@shape(r"nocode\.executor_shift")
def _executor_shift(inputs, expected, recomputed):
    columns = zip(*inputs["counts"].values(), strict=True)
    shifts = [
        percent(summarise(Rate(k, n).rate for k in counts).spread)
        for counts, n in zip(columns, inputs["n"], strict=True)
    ]
    summary = summarise(shifts)

    assert dict(zip(recomputed["per_config"], shifts, strict=True)) == printed(
        recomputed["per_config"]
    )
    for source in (expected, recomputed):
        assert summary.mean == printed(source["mean"])
        assert [summary.minimum, summary.maximum] == printed(source["range"])


@shape(r"nocode\.text\.ragkimi_minus_vkimi")
def _difference_of_rounded_rates(inputs, expected, recomputed):
    first, second = (Rate(*map(int, inputs[key].split("/"))) for key in ("a", "b"))
    (difference,) = paired_differences([first.rate], [second.rate])

    assert percent(difference) == printed(recomputed)
    assert percent(difference) != printed(expected)
    assert round(percent(first.rate), 1) - round(percent(second.rate), 1) == printed(expected)


@shape(r"nocode\.text\.top3")
def _always_among_the_top_three(inputs, expected, recomputed):
    shift = ROWS["nocode.executor_shift"]
    names, sizes = list(shift["recomputed"]["per_config"]), shift["inputs"]["n"]
    tops = [
        {
            name
            for name, rank in zip(
                names,
                competition_ranks([Fraction(k, n) for k, n in zip(counts, sizes, strict=True)]),
                strict=True,
            )
            if rank <= 3
        }
        for counts in inputs.values()
    ]
    found = sorted(set.intersection(*tops))

    assert found == recomputed
    assert found == sorted(expected)


@shape(r"nocode\.sample_size")
def _cochran(inputs, expected, recomputed):
    level = 2 * norm.cdf(inputs["z"]) - 1
    needed, of_very_many = (
        cochran_sample_size(population, margin=inputs["e"], rate=inputs["p"], level=level)
        for population in (inputs["N"], 10**12)
    )

    assert needed == printed(recomputed["n"], 3)
    assert of_very_many == printed(recomputed["n0"], 2)
    assert math.ceil(needed) == expected == recomputed["ceil"]


@shape(r"nocode\.t7\.wilson\..+")
def _wilson_of_the_audit(inputs, expected, recomputed):
    rate = Rate(**inputs)
    interval = rate.wilson()
    found = percent([rate.rate, interval.low, interval.high])

    for source in (expected, recomputed):
        shown = [value for value in source if value is not None]
        assert found[: len(shown)] == printed(shown)


@shape(r"nocode\.t7\.kappa\..+")
def _kappa_of_the_audit(inputs, expected, recomputed):
    keys = ("n11", "n10", "n01", "n00") if "n11" in inputs else ("tp", "fn", "fp", "tn")
    kappa = cohen_kappa(*labels(*(inputs[key] for key in keys))).value

    assert kappa == printed(expected, 2)
    assert kappa == printed(recomputed["kappa"], 2)
    assert kappa == printed(recomputed["kappa4"], 4)


@shape(r"nocode\.t7\.identity\..+")
def _identity(inputs, expected, recomputed):
    consensus, disagree = inputs["consensus"], inputs["disagree"]
    table = PairedTable(consensus, inputs["H1"] - consensus, inputs["H2"] - consensus, 0)

    assert expected == "H1+H2 = 2*consensus+16"
    assert table.discordant == disagree
    assert [table.first.k + table.second.k, 2 * table.both + table.discordant] == recomputed


@shape(r"nocode\.termination\.(S5|OC|MG)")
def _terminations(inputs, expected, recomputed):
    ends = shares({key: count for key, count in inputs.items() if key != "episodes"})
    (episodes,) = {rate.n for rate in ends.values()}
    verdict = Rate(ends["done"].k + ends["blocked"].k, episodes)
    found = percent(
        [*(ends[key].rate for key in ("done", "blocked", "budget")), verdict.rate],
    )

    assert episodes == inputs["episodes"]
    assert found == printed(expected)
    assert found == printed(recomputed)


@shape(r"nocode\.termination\.totals")
def _termination_totals(inputs, expected, recomputed):
    names = ("done", "blocked", "budget", "no_verdict")
    everything = [shares(dict(zip(names, counts, strict=True))) for counts in inputs.values()]
    totals = {name: pool(ends[name] for ends in everything) for name in names}
    found = {name: total.k for name, total in totals.items()} | {"episodes": totals["done"].n}

    assert found == recomputed
    assert found | expected == found


@shape(r"nocode\.termination\.resolved")
def _resolved_by_termination(inputs, expected, recomputed):
    ends = {name: Rate(*counts) for name, counts in inputs.items()}

    for source in (expected, recomputed):
        for name, rate in ends.items():
            assert percent(rate.rate) == printed(source[name])
        assert pool(ends.values()).k == source["sum"]
    passes = [k for who in ("S5", "OC", "MG") for k in ROWS[f"nocode.t5.{who}"]["inputs"]["runs"]]
    assert sum(passes) == recomputed["sum_of_run_passes"]


@shape(r"nocode\.any_minus_best")
def _any_minus_best(inputs, expected, recomputed):
    names = list(inputs)
    differences = paired_differences(*zip(*inputs.values(), strict=True))

    assert dict(zip(names, differences, strict=True)) == expected == recomputed
    for name, (_, best) in inputs.items():
        assert summarise(ROWS[f"nocode.t5.{name}"]["inputs"]["runs"]).maximum == best


@shape(r"nocode\.run_range")
def _range_of_runs(inputs, expected, recomputed):
    spreads = [summarise(Rate(k, 322).rate for k in runs).spread for runs in inputs.values()]

    assert percent(max(spreads)) == printed(expected)
    assert percent(max(spreads)) == printed(recomputed)


@shape(r"nocode\.mg_trails_by")
def _least_lead(inputs, expected, recomputed):
    leads = [
        lead
        for other in ("S5", "OC")
        for lead in paired_differences(
            [Rate(k, 322).rate for k in inputs[other]], [Rate(k, 322).rate for k in inputs["MG"]]
        )
    ]

    assert percent(min(leads)) == printed(expected)
    assert percent(min(leads)) == printed(recomputed)


@shape(r"nocode\.issue_yield")
def _yield(inputs, expected, recomputed):
    ends = shares({key: count for key, count in inputs.items() if key != "candidates"})

    assert ends["ok"].n == inputs["candidates"]
    assert percent(ends["ok"].rate) == printed(expected)
    assert percent(ends["ok"].rate) == printed(recomputed)


@shape(r"nocode\.dataset")
def _dataset(inputs, expected, recomputed):
    subclasses = {str(index): count for index, count in enumerate(inputs["subclasses"])}
    everything = shares({**subclasses, "outliers": inputs["outliers"]})
    invalid = pool(everything[name] for name in subclasses)

    for source in (expected, recomputed):
        assert invalid.k == source["invalid"]
        assert everything["outliers"].n == source["total"]


@functools.cache
def _bootstrapped(resolved, sizes, resamples, seed):
    issues = [Rate(k, n) for k, n in zip(resolved, sizes, strict=True)]
    interval = cluster_bootstrap(issues, seed=seed, resamples=resamples)
    return percent([interval.low, interval.high])


@shape(r"nocode\.cluster_bootstrap\..+")
def _cluster_bootstrap(inputs, expected, recomputed):
    found = _bootstrapped(
        tuple(inputs["resolved"]), tuple(inputs["n"]), inputs["B"], inputs["seed"]
    )

    # Monte Carlo: the vectors grant 0.6 points against a print whose draws are unknown.
    assert found == pytest.approx(expected, abs=0.6)
    assert found == pytest.approx(recomputed["ratio_of_sums"], abs=0.25)


@shape(r"ref\.wilson\..+")
def _wilson_at_the_edges(inputs, _expected, recomputed):
    interval = Rate(inputs["k"], inputs["n"]).wilson(inputs.get("level", 0.95))

    if recomputed is None:
        assert interval is None
    else:
        assert [interval.low, interval.high] == printed(recomputed, 10)


@shape(r"ref\.mcnemar\..+")
def _mcnemar(inputs, _expected, recomputed):
    found = PairedTable(7, inputs["only_a"], inputs["only_b"], 11).mcnemar()

    assert (found.exact_p, found.mid_p) == printed((recomputed["exact_p"], recomputed["midp"]), 10)


@shape(r"ref\.newcombe\..+")
def _newcombe(inputs, _expected, recomputed):
    interval = newcombe(Rate(inputs["k1"], inputs["n1"]), Rate(inputs["k2"], inputs["n2"]))

    assert [interval.low, interval.high] == printed(recomputed, 8)


@shape(r"ref\.kappa\..+")
def _kappa_at_the_edges(inputs, _expected, recomputed):
    kappa = cohen_kappa(*labels(*(inputs[cell] for cell in ("n11", "n10", "n01", "n00"))))

    assert kappa.value == recomputed
    assert bool(kappa.reason) is (recomputed is None)


@shape(r"ref\.tau_b\..+")
def _tau_b_at_the_edges(inputs, _expected, recomputed):
    tau = kendall_tau_b(inputs["a"], inputs["b"])

    assert tau.value == (None if recomputed is None else printed(recomputed, 10))
    assert bool(tau.reason) is (recomputed is None)


@shape(r"ref\.pass_at_k\..+")
def _pass_at_k(inputs, _expected, recomputed):
    assert pass_at_k(inputs["n"], inputs["c"], inputs["k"]) == printed(recomputed, 10)


@shape(r"ref\.aggregate\..+")
def _aggregate(inputs, _expected, recomputed):
    joined = aggregate(inputs["runs"])

    assert {rule: getattr(joined, rule) for rule in recomputed} == recomputed


@shape(r"ref\.funnel\.conjunctive")
def _conjunctive_funnel(inputs, _expected, recomputed):
    funnel = build_funnel(list(inputs.values()), excluded=())

    cumulative, absolute = (
        percent([getattr(stage, kind).rate for stage in funnel.stages])
        for kind in ("cumulative", "absolute")
    )
    assert cumulative == recomputed["cumulative"]
    assert absolute == recomputed["raw"]
    assert (funnel.passed, funnel.passed_unjudged) == (Rate(3, 4), Rate(2, 4))


@shape(r"ref\.active\.fail_to_pass_union")
def _fail_to_pass_union(inputs, _expected, recomputed):
    parts = [inputs["f1"], inputs["f2"]]

    for kind, holds in recomputed.items():
        assert is_exact_union(inputs[f"integrated_{kind}"], parts) is holds


@shape(r"ref\.active\.vote\..+")
def _vote(inputs, _expected, recomputed):
    assert find_majority(inputs["labels"]) == recomputed["strict_majority"]
    assert find_plurality(inputs["labels"]) == recomputed["plurality"]

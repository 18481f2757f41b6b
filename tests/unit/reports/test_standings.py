from bugsweep.domain.outcome import Work
from bugsweep.reports.reading import load_results
from bugsweep.reports.tables.standings import (
    leaderboard,
    outcomes,
    per_domain,
    per_task,
    repeats,
    suite_overview,
)
from unit.reports.runs import cells, result, write_run


def load(tmp_path, ends, **options):
    write_run(tmp_path / "run", ends, **options)
    return load_results([tmp_path / "run"])


def test_a_rate_stands_with_its_counts_and_interval(tmp_path):
    table = leaderboard(load(tmp_path, {"a": ["PPF"]}))

    assert cells(table)["pass"] == "66.7 % (2/3; 20.8 to 93.9)"


def test_undecided_is_not_passed_and_stands_beside_the_rate(tmp_path):
    row = cells(leaderboard(load(tmp_path, {"a": ["PPFU"]})))

    assert row["pass"].startswith("50.0 % (2/4;")
    assert row["undecided"] == "1"
    assert row["pass, undecided as fail to as pass"] == "50.0 to 75.0 %"
    assert row["pass of verified"] == "66.7 % (2/3)"


def test_our_own_faults_leave_the_denominator_in_sight(tmp_path):
    row = cells(leaderboard(load(tmp_path, {"a": ["PI."]})))

    assert row["pass"].startswith("100.0 % (1/1;")
    assert (row["infra error"], row["missing"]) == ("1", "1")


def test_no_patch_and_a_broken_app_count_as_not_passed(tmp_path):
    row = cells(leaderboard(load(tmp_path, {"a": ["PNB"]})))

    assert row["pass"].startswith("33.3 % (1/3;")


def test_the_best_comes_first_and_who_is_tied_is_told(tmp_path):
    ends = {"bad": ["F" * 12], "best": ["P" * 12], "near": ["P" * 11 + "F"]}

    table = leaderboard(load(tmp_path, ends))

    assert [(row[0].text, row[5].text.partition(" (")[0]) for row in table.rows] == [
        ("best", "best"),
        ("near", "yes"),
        ("bad", "no"),
    ]


def test_who_shares_no_task_with_the_best_is_not_compared(tmp_path):
    table = leaderboard(load(tmp_path, {"a": ["PP."], "b": ["..P"], "c": ["FF."]}))

    assert [(row[0].text, row[5].text.partition(" (")[0]) for row in table.rows] == [
        ("a", "best"),
        ("b", "–"),
        ("c", "yes"),
    ]


def test_repeats_of_a_task_do_not_make_a_tie_less_likely(tmp_path):
    ends = {"a": ["PP"] * 9, "b": ["FF"] * 9}

    table = leaderboard(load(tmp_path, ends, epochs=9))

    assert [row[5].text for row in table.rows] == ["best", "yes (p 0.250)"]


def test_a_cost_that_is_not_known_is_not_shown_as_nothing(tmp_path):
    run = write_run(tmp_path, {"a": ["P"]})
    usage = {"calls": 2, "input_tokens": 30, "output_tokens": 10}
    work = Work.model_validate({"usage": usage})
    run.write_result(result("task-1", "a", "pass", work=work, agent_cost_usd=0), epoch=1)

    row = cells(leaderboard(load_results([tmp_path])))

    assert (row["cost per trial"], row["tokens per trial"]) == ("–", "40")


def test_an_agent_without_any_result_has_no_rate(tmp_path):
    row = cells(leaderboard(load(tmp_path, {"a": [".."]})))

    assert row["pass"] == "– (0/0)"
    assert row["missing"] == "2"


def test_every_end_is_counted(tmp_path):
    row = cells(outcomes(load(tmp_path, {"a": ["PFNBUI."]})))

    assert list(row.values()) == ["a", "1", "1", "1", "1", "1", "1", "1", "6"]


def test_repeats_are_joined_by_task(tmp_path):
    table = repeats(load(tmp_path, {"a": ["PPF", "PFF", "PPF"]}, epochs=3))

    row = cells(table)
    assert row["pass, drawn by task"] == "55.6 % (5/9; 0.0 to 100.0)"
    assert [row[name].split(";")[0] for name in ("any", "majority", "all")] == [
        "66.7 % (2/3",
        "66.7 % (2/3",
        "33.3 % (1/3",
    ]
    assert row["pass^k"] == "33.3 %"


def test_there_is_no_table_of_repeats_without_repeats(tmp_path):
    assert repeats(load(tmp_path, {"a": ["PF"]})) is None


def test_a_task_shows_the_rate_over_all_agents(tmp_path):
    table = per_task(load(tmp_path, {"a": ["PI"], "b": ["FF"]}))

    assert [cells(table, row)["pass"].split(";")[0] for row in (0, 1)] == [
        "50.0 % (1/2",
        "0.0 % (0/1",
    ]
    assert cells(table, 1)["infra error"] == "1"


def test_domains_are_shown_where_they_are_known(tmp_path):
    context = {"tasks": {"task-1": {"domain": "wikis", "app": "w"}}}
    results = load(tmp_path, {"a": ["PF"]}, context=context)

    domains, suite = per_domain(results), suite_overview(results)

    assert cells(domains)["wikis"].startswith("100.0 % (1/1")
    assert [row[0].text for row in suite.rows] == ["wikis", "not stated"]


def test_without_domains_there_is_no_table_of_them(tmp_path):
    assert per_domain(load(tmp_path, {"a": ["PF"]})) is None

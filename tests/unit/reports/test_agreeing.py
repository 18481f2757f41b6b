import json

import pytest
from typer.testing import CliRunner

from bugsweep.cli.main import app
from bugsweep.domain.outcome import Outcome
from bugsweep.domain.verdict import VerdictKind
from bugsweep.files.run_folder import RunFolder, begin_judgement, load_result, write_record
from bugsweep.reports.agreeing import agreement_tables, find_units, make_agreement
from bugsweep.reports.reading import load_results
from unit.reports.runs import result, verdict, write_run

PASS, FAIL, UNCLEAR = VerdictKind.PASS, VerdictKind.FAIL, VerdictKind.UNCLEAR


def judge_again(run, executor, kinds, *, name=""):
    """Add a judgement of every trial; `kinds` are those of the targets, task by task."""
    for path, kind in zip(RunFolder(run).result_paths(), kinds, strict=True):
        by = {"executor": executor}
        again = result(
            load_result(path).task,
            "a",
            Outcome.UNDECIDED,
            target=verdict(kind, "there").model_copy(update=by),
            preservation=verdict(PASS).model_copy(update=by),
        )
        write_record(again, begin_judgement(path.parent, name or executor) / path.name)


@pytest.fixture
def run(tmp_path):
    write_run(tmp_path / "run", {"a": ["PFPF"]})
    return tmp_path / "run"


def units(run):
    return find_units(load_results([run]))


def test_executors_are_compared_over_the_tests_that_both_carried_out(run):
    judge_again(run, "human:ann", [PASS, FAIL, FAIL, UNCLEAR])

    (pair,) = make_agreement(units(run)).pairs

    assert (pair.first, pair.second) == ("scripted", "human:ann")
    assert (pair.same, pair.units) == (6, 8)
    assert (pair.same_of_decided, pair.decided) == (6, 7)
    assert pair.confusion == {"PASS": {"PASS": 5, "FAIL": 1}, "FAIL": {"FAIL": 1, "UNCLEAR": 1}}
    # po = 6/8; pe = (6·5 + 2·2) / 64.
    assert pair.kappa == pytest.approx((6 / 8 - 34 / 64) / (1 - 34 / 64))


def test_disagreements_are_listed_with_the_evidence_of_each_side(run):
    judge_again(run, "human:ann", [PASS, FAIL, FAIL, FAIL])

    tables = {table.name: table for table in agreement_tables(units(run))}

    rows = [[cell.text for cell in row] for row in tables["disagreements"].rows]
    assert [row[:3] for row in rows] == [
        ["a, task-3, target", "scripted", "PASS"],
        ["a, task-3, target", "human:ann", "FAIL"],
    ]
    assert rows[1][4] == "there"


def test_three_executors_have_a_common_kappa_too(run):
    judge_again(run, "human:ann", [PASS, FAIL, PASS, FAIL])
    judge_again(run, "agentic:m", [PASS, FAIL, PASS, FAIL])

    assert make_agreement(units(run)).fleiss_kappa == 1


def test_the_first_verdict_of_an_executor_counts(run):
    judge_again(run, "human:ann", [PASS, FAIL, PASS, FAIL])
    judge_again(run, "human:ann", [FAIL, FAIL, FAIL, FAIL])

    (pair,) = make_agreement(units(run)).pairs

    assert pair.same == pair.units == 8


def test_an_arbiter_is_no_rater(run):
    judge_again(run, "agentic:m", [FAIL] * 4, name="arbiter-agentic:m")

    record = make_agreement(units(run))

    assert record.pairs == ()
    assert len(record.arbitrated) == 8
    assert record.arbitrated[0].kinds == {"agentic:m": FAIL}
    assert record.arbitrated[0].before == {"scripted": PASS}


def test_the_command_prints_it_and_wants_two_executors(run):
    alone = CliRunner().invoke(app, ["agreement", str(run)])
    judge_again(run, "human:ann", [PASS, FAIL, FAIL, FAIL])
    printed = CliRunner().invoke(app, ["agreement", str(run), "--json"])

    assert "one executor alone" in str(alone.exception)
    assert json.loads(printed.stdout)["executors"] == ["scripted", "human:ann"]

import pytest

from bugsweep.domain.candidate import Build
from bugsweep.domain.gate import REQUIRED, GateCell, GateReport
from bugsweep.domain.usage import Usage
from bugsweep.domain.verdict import BehaviourRole, StepResult, Verdict, VerdictKind
from bugsweep.reports.reliability import render_reliability
from bugsweep.verification.machine import Machine
from bugsweep.verification.reliability import ReliabilityCard, measure_reliability

TARGET_ON_BUGGY = (Build.BUGGY, BehaviourRole.TARGET)


def verdict(kind, usage=None):
    steps = [StepResult(text="Then x", line=1, kind=kind, elapsed_s=0)]
    return Verdict(
        behaviour="b", kind=kind, reason="so it was", steps=steps, elapsed_s=2, usage=usage
    )


def report(task, *, repeats=3, usage=None, **kinds):
    """All cells as required, but for those in `kinds`."""
    cells = []
    for build, role in REQUIRED:
        shown = kinds.get(f"{role}_{build}", [REQUIRED[build, role]] * repeats)
        verdicts = [verdict(VerdictKind(kind), usage) for kind in shown]
        cells.append(GateCell(build=build, role=role, verdicts=verdicts))
    return GateReport(task=task, cells=cells)


def card(tasks, **more):
    return ReliabilityCard(
        names=("toys",),
        tasks=tasks,
        suite_version="1",
        suite_digest="abc",
        executors=("scripted",),
        repeats=3,
        jobs=1,
        started_at="2026-11-30T10:00:00+00:00",
        machines=(
            Machine(processor="Abacus", cores=2, memory_gb=8, system="Linux", versions={"x": "1"}),
        ),
        **more,
    )


def cells(measured):
    return {(it.build, it.role): it for it in measured.cells}


def test_the_nth_executions_of_all_tasks_are_the_nth_run():
    reports = [
        report("b", target_buggy=["PASS", "FAIL", "UNCLEAR"]),
        report("a", target_buggy=["PASS", "FAIL", "FAIL"]),
    ]

    measured = measure_reliability("scripted", reports, repeats=3)

    assert cells(measured)[TARGET_ON_BUGGY].passed == (2, 0, 0)
    assert cells(measured)[TARGET_ON_BUGGY].executed == (2, 2, 2)
    assert cells(measured)[TARGET_ON_BUGGY].undecided == 1
    assert [(it.task, it.number, it.kind) for it in measured.deviations] == [
        ("a", 1, "PASS"),
        ("b", 1, "PASS"),
        ("b", 3, "UNCLEAR"),
    ]
    assert measured.seconds == (2,) * 24


def test_the_page_has_mean_and_sample_sd_beside_the_published_rows():
    reports = [report("a", target_buggy=["PASS", "FAIL", "FAIL"]), report("b")]

    page = render_reliability(
        card(["a", "b"]), [measure_reliability("scripted", reports, repeats=3)]
    )

    # 50, 0, 0: mean 16.7, sample SD 28.9 (23.6 with the divisor n).
    assert (
        "| scripted | 16.7 ± 28.9 | 100.0 ± 0.0 | 100.0 ± 0.0 | 100.0 ± 0.0 | 2 | 3 | $0.00 |"
        in page
    )
    assert (
        "| paper: GPT-5.6 Luna, Codex | 0.2 ± 0.3 | 99.2 ± 0.8 | 99.8 ± 0.3 | 99.3 ± 0.3 |" in page
    )
    assert "Abacus, 2 cores" in page
    assert "- scripted, `a`: target on buggy, run 1 gave PASS" in page


@pytest.mark.parametrize(
    ("usage", "words"),
    [(Usage(calls=2, cost_usd=0.5), "$0.500"), (Usage(calls=2), "unknown price")],
)
def test_what_a_model_costs_is_told_per_test(usage, words):
    measured = measure_reliability("agentic", [report("a", usage=usage)], repeats=3)

    assert f"| {words} |" in render_reliability(card(["a"]), [measured])


def test_a_task_that_cannot_be_tried_leaves_the_rates_and_is_listed():
    lost = GateReport(task="b", error="it does not start")

    measured = measure_reliability("scripted", [report("a"), lost], repeats=3)

    assert cells(measured)[TARGET_ON_BUGGY].executed == (1, 1, 1)
    page = render_reliability(card(["a", "b"]), [measured])
    assert "| 100.0 ± 0.0 | 1 | 3 |" in page
    assert "`b` could not be tried: it does not start" in page

import pytest
from pydantic import ValidationError

from bugsweep.domain.outcome import Outcome, TrialResult, outcome_of
from bugsweep.domain.verdict import StepResult, Verdict, VerdictKind


def verdict(kind):
    step = StepResult(text="Then x", line=3, kind=kind, elapsed_s=0)
    return Verdict(behaviour="b", kind=kind, reason=f"it is {kind}", steps=(step,), elapsed_s=0)


@pytest.mark.parametrize(
    ("target", "preservation", "outcome"),
    [
        ("PASS", "PASS", Outcome.PASS),
        ("FAIL", "PASS", Outcome.FAIL),
        ("PASS", "FAIL", Outcome.FAIL),
        ("SETUP", "FAIL", Outcome.FAIL),
        ("FAIL", "CRASH", Outcome.FAIL),
        ("PASS", "SETUP", Outcome.UNDECIDED),
        ("UNCLEAR", "PASS", Outcome.UNDECIDED),
        ("CRASH", "PASS", Outcome.UNDECIDED),
    ],
)
def test_two_verdicts_make_one_outcome(target, preservation, outcome):
    found, reason = outcome_of(verdict(VerdictKind(target)), verdict(VerdictKind(preservation)))

    assert found is outcome
    assert reason


def test_a_failure_without_the_step_that_failed_does_not_construct():
    with pytest.raises(ValidationError, match="needs the step"):
        Verdict(behaviour="b", kind=VerdictKind.FAIL, reason="r", elapsed_s=0)


def test_a_judged_trial_without_verdicts_does_not_construct():
    with pytest.raises(ValidationError, match="needs both verdicts"):
        TrialResult(task="t", agent="a", outcome=Outcome.PASS, reason="r")

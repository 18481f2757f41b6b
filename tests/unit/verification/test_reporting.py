import pytest

from bugsweep.behaviour import Exhibit, parse_feature
from bugsweep.domain.verdict import VerdictKind
from bugsweep.verification.reporting import Claimed, Reports, render_rules, render_steps

STEPS = """\
    Given I open "/"
    When I click the button "Save"
    Then I see "Saved"
    And I see "Milk"
"""
FEATURE = f"Feature: f\n  Scenario: s\n{STEPS}"
PROSE = "@prose\nFeature: f\n  Scenario: s\n    * press Save\n    * the list has Milk\n"


def reported(text, *kinds):
    reports = Reports(parse_feature(text, source="x.feature"))
    for kind in kinds:
        reports.add(VerdictKind(kind), f"was {kind}", exhibit=Exhibit(), elapsed_s=1)
    return reports


@pytest.mark.parametrize(
    ("kinds", "claimed", "kind", "words"),
    [
        ("PASS PASS PASS PASS", "PASS", "PASS", "every step holds"),
        ("PASS PASS FAIL", "FAIL", "FAIL", "was FAIL"),
        ("PASS PASS FAIL", "PASS", "UNCLEAR", "PASS was given over a step"),
        ("PASS PASS UNCLEAR", "PASS", "UNCLEAR", "PASS was given over a step"),
        ("PASS PASS UNCLEAR", "FAIL", "UNCLEAR", "was UNCLEAR"),
        ("PASS PASS", "PASS", "UNCLEAR", "only 2 of 4 steps"),
        ("PASS PASS", "FAIL", "UNCLEAR", "no step that shows it"),
        ("PASS PASS PASS PASS", "FAIL", "UNCLEAR", "no step that shows it"),
        # Whatever is said of it, an action that fails leaves the scene unset.
        ("PASS FAIL", "FAIL", "SETUP", "was FAIL"),
    ],
)
def test_a_verdict_is_what_the_reported_steps_allow(kinds, claimed, kind, words):
    reports = reported(FEATURE, *kinds.split())

    told = reports.conclude(Claimed(VerdictKind(claimed), "because"), otherwise="")

    assert told.kind == kind
    assert words in told.reason


def test_without_a_verdict_it_is_unclear_whatever_was_reported():
    told = reported(FEATURE, *["PASS"] * 4).conclude(None, otherwise="the time was over")

    assert told == Claimed(VerdictKind.UNCLEAR, "there is no verdict: the time was over")


def test_nothing_is_reported_after_a_step_that_does_not_hold():
    reports = reported(FEATURE, "PASS", "SETUP")

    assert reports.next_step is None


def test_in_prose_any_step_may_be_false():
    told = reported(PROSE, "FAIL").conclude(Claimed(VerdictKind.FAIL, "x"), otherwise="")

    assert told.kind == "FAIL"
    assert "without keywords" in render_rules(parse_feature(PROSE, source="x"))


def test_the_steps_are_told_as_they_are_written_with_what_stands_below_them():
    text = FEATURE.replace(
        '    And I see "Milk"\n',
        '    When I type into the field "Note"\n      """\n      two\n      lines\n      """\n',
    )

    shown = render_steps(parse_feature(text, source="x.feature"))

    assert shown.splitlines() == [
        "Scenario: s",
        '1. Given I open "/"',
        '2. When I click the button "Save"',
        '3. Then I see "Saved"',
        '4. When I type into the field "Note"',
        "     two",
        "     lines",
    ]

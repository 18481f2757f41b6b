"""How an agent's actions are laid beside the steps of a test."""

import pytest

from bugsweep.behaviour import parse_feature
from bugsweep.behaviour.deeds import deed_of
from bugsweep.domain.verdict import StepResult, Verdict, VerdictKind
from bugsweep.recording.notes import Action
from bugsweep.verification.encountering import find_symptom, page_of, trace_course

FEATURE = """\
Feature: Bills
  Scenario: A bill is added
    Given I open "/lisbon/"
    When I click the link "Add a bill"
    And I type "Tram" into the field "What?"
    And I choose "Bjorn" from the list "Who paid?"
    And I hover over the row containing "Dmitri"
    And I click the button "Submit" in the row containing "Dmitri"
    Then I see "Tram"
    And the file "bills.csv" was downloaded
"""


@pytest.fixture
def behaviour():
    return parse_feature(FEATURE, source="bills")


def deeds(behaviour):
    found = [deed_of(step) for step in behaviour.steps]
    return [deed for deed in found if deed]


def done(*rows):
    return [
        Action(
            number=number,
            time="",
            action=action,
            role="textbox",
            names=(name,),
            value=value,
            row=row,
        )
        for number, (action, name, value, row) in enumerate(rows, start=1)
    ]


WHOLE = [
    ("click", "Add a bill", "", ""),
    ("fill", "What?", "Tram", ""),
    ("select", "Who paid? *", "Bjorn", ""),
    ("click", "submit", "", "Dmitri 12"),
]


def test_all_that_leaves_a_trace_is_a_deed(behaviour):
    names = [deed.name for deed in deeds(behaviour)]

    assert names == ["Add a bill", "What?", "Who paid?", "Submit"]


def test_the_same_deeds_with_the_same_data(behaviour):
    course = trace_course(deeds(behaviour), done(*WHOLE))

    assert (course.last, course.words, course.is_other) == (4, {}, False)


def test_deeds_between_others_and_with_other_data(behaviour):
    rows = list(WHOLE)
    rows[1:2] = [("press", "", "Tab", ""), ("fill", "What?", "Lunch", ""), ("hover", "", "", "")]
    rows.append(("goto", "", "", ""))

    course = trace_course(deeds(behaviour), done(*rows))

    assert (course.last, course.words, course.is_other) == (6, {"Tram": "Lunch"}, True)


def test_enter_in_a_field_stands_for_a_button_but_not_for_a_link(behaviour):
    enter = ("press", "What?", "Enter", "")

    assert trace_course(deeds(behaviour), done(*WHOLE[:3], enter)).last == 4
    assert trace_course(deeds(behaviour), done(enter, *WHOLE[1:])) is None


def test_another_row_is_other_data(behaviour):
    course = trace_course(deeds(behaviour), done(*WHOLE[:3], ("click", "Submit", "", "Amara 3")))

    assert course.is_other


NAMELESS = """\
Feature: Loans
  Scenario: A filter is taken away
    Given these elements have names:
      | name  | css       |
      | value | [name=v]  |
    When I open "/"
    And I type "overdue" into the field "value"
    And I click the heading "Loans"
    And I click the button "Apply"
    Then the table has 8 rows
"""


def test_what_only_the_test_names_is_data_and_leaving_a_field_is_no_deed():
    behaviour = parse_feature(NAMELESS, source="loans")

    symptom = find_symptom(behaviour, verdict(behaviour, 5))

    assert [deed.name for deed in symptom.deeds] == ["Apply"]
    assert symptom.data == {"overdue"}


@pytest.mark.parametrize("left_out", range(4))
def test_without_one_of_the_deeds_there_is_no_course(behaviour, left_out):
    rows = [row for number, row in enumerate(WHOLE) if number != left_out]

    assert trace_course(deeds(behaviour), done(*rows)) is None


def verdict(behaviour, failing, kind=VerdictKind.FAIL):
    results = [
        StepResult(
            text=step.text,
            line=step.line,
            kind=kind if number == failing else VerdictKind.PASS,
            elapsed_s=0,
            url="http://127.0.0.1:13200/lisbon/bills/12",
        )
        for number, step in enumerate(behaviour.steps[: failing + 1])
    ]
    return Verdict(behaviour="it", kind=kind, reason="it", steps=tuple(results), elapsed_s=0)


def test_the_symptom_is_the_step_that_fails_on_the_buggy_app(behaviour):
    symptom = find_symptom(behaviour, verdict(behaviour, 6))

    assert symptom.step.text == 'Then I see "Tram"'
    assert symptom.page == "/lisbon/bills/*"
    assert len(symptom.deeds) == 4


@pytest.mark.parametrize(
    ("failing", "kind"), [(7, VerdictKind.FAIL), (5, VerdictKind.SETUP), (6, VerdictKind.UNCLEAR)]
)
def test_what_no_page_shows_or_was_not_judged_is_no_symptom(behaviour, failing, kind):
    assert find_symptom(behaviour, verdict(behaviour, failing, kind)) is None


@pytest.mark.parametrize(
    ("url", "page"),
    [
        ("http://127.0.0.1:13200/", "/"),
        ("http://127.0.0.1:13200/tickets/17/edit?next=/x", "/tickets/*/edit"),
        ("http://127.0.0.1:13200/a#/boards/9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d", "/a#/boards/*"),
        ("http://127.0.0.1:13200/wiki#Some_Heading", "/wiki"),
    ],
)
def test_one_page_of_many_things_is_one_page(url, page):
    assert page_of(url) == page

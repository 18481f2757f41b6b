import pytest

from bugsweep.behaviour import Role, parse_feature, vocabulary
from bugsweep.behaviour.feature import find_missing_pictures
from bugsweep.behaviour.vocabulary import find_nearest, find_step
from bugsweep.browser import Kind, Target
from bugsweep.domain.errors import FeatureError


def _read(text):
    return parse_feature(text, source="x.feature")


def test_steps_take_the_role_of_the_keyword_before_them():
    behaviour = _read(
        'Feature: f\nBackground:\nGiven I open "/"\n@actions-judge\nScenario: s\n'
        'When I click the button "A"\nAnd I reload the page\nThen I see "x"\nBut I do not see "y"'
    )

    roles = [step.role for step in behaviour.steps]
    assert roles == [Role.GIVEN, Role.WHEN, Role.WHEN, Role.THEN, Role.THEN]
    assert behaviour.actions_judge
    assert behaviour.steps[2].text == "And I reload the page"


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("Foo", 1, "expected"),
        ("", None, "Feature"),
        ("Feature: f", None, "exactly one scenario"),
        ('Feature: f\nScenario: a\nThen I see "x"\nScenario: b\nThen I see "x"', 4, "has 2"),
        ('Feature: f\nScenario: a\nGiven I open "/"', 2, "no `Then`"),
        ('Feature: f\nScenario: a\nThen I sea "x"', 3, "no step is written"),
        ('Feature: f\nScenario: a\nThen the table "x" contains exactly:', 3, "data table"),
        ('Feature: f\nScenario: a\nThen I see "x"\n| a |', 3, "nothing below"),
        (
            'Feature: f\nScenario Outline: a\nThen I see "<x>"\nExamples:\n| x |\n| 1 |',
            2,
            "outline",
        ),
        (
            "Feature: f\n@procedure\nScenario: I loop\nGiven I loop\nScenario: s\nThen I loop",
            4,
            "forever",
        ),
    ],
)
def test_a_text_that_is_no_behaviour_test_is_refused_with_its_line(text, line, problem):
    with pytest.raises(FeatureError, match=problem) as caught:
        _read(text)

    assert caught.value.line == line


def test_an_unknown_step_is_told_the_nearest_one():
    assert find_nearest('I klick the button "Save"') == 'I click the button "Save"'


def test_scopes_nest_from_the_outermost_and_tails_follow_any_step():
    phrase = find_step(
        'I click the button "X" in the row containing "A" in the table "T" within 9 seconds'
    )

    assert phrase.scopes == (Target(Kind.TABLE, "T"), Target(Kind.ROW, "A"))
    assert phrase.tails.within_s == 9


def test_words_in_quotes_are_no_scope():
    phrase = find_step('I see "a row in the table \\"T\\" in the list"')

    assert phrase.arguments == ['a row in the table "T" in the list']
    assert phrase.scopes == ()


def test_a_pattern_that_ends_in_a_place_is_read_before_a_scope():
    phrase = find_step('"A" comes before "B" in the list "X" in the open dialog')

    assert phrase.pattern.expression.startswith("{text} comes before")
    assert phrase.scopes == (Target(Kind.DIALOG, ordinal=-1),)


def test_a_wait_takes_any_verdict_and_no_action():
    assert find_step('I wait until I see "x" within 30 seconds').tails.within_s == 30
    assert find_step("I wait until I reload the page") is None


@pytest.mark.parametrize("card", vocabulary(), ids=lambda card: card.expression)
def test_every_pattern_reads_its_own_example_and_no_other_does(card):
    phrase = find_step(card.example)

    assert phrase.pattern.expression == card.expression
    assert card.doc.endswith(".")


def test_procedures_fill_in_their_parameters():
    behaviour = _read(
        'Feature: f\n@procedure\nScenario: I am "<who>"\nGiven I open "/login?user=<who>"\n'
        'Scenario: s\nGiven I am "Ann"\nThen I see "x"'
    )

    assert behaviour.steps[0].text == 'Given I open "/login?user=Ann"'


def test_a_picture_that_is_named_and_missing_is_told_with_its_line(tmp_path):
    (tmp_path / "there.png").touch()
    text = """Feature: f
      Scenario: s
        Given I wait until the canvas "Map" looks like "there.png"
        Then the canvas "Map" looks like "gone.png"
    """

    (error,) = find_missing_pictures(parse_feature(text, source=str(tmp_path / "a.feature")))

    assert error.line == 4
    assert "`gone.png`" in error.message

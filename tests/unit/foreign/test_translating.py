"""Rules draft only what they understand as a whole, and say what they left out."""

import pytest

from bugsweep.behaviour import parse_feature
from bugsweep.behaviour.vocabulary import find_step
from bugsweep.domain.verdict import BehaviourRole
from bugsweep.files.foreign.sweeper import Workflow
from bugsweep.files.foreign.translating import draft_feature


def draft(*sentences):
    workflow = Workflow(id="w", category=BehaviourRole.TARGET, purpose="p", steps=sentences)
    return draft_feature(workflow, feature="f", knows=lambda text: find_step(text) is not None)


def steps(text):
    return [line.strip() for line in text.splitlines()[5:] if not line.strip().startswith("#")]


@pytest.mark.parametrize(
    ("sentence", "step"),
    [
        ('When I tick the checkbox "Public"', 'When I tick the checkbox "Public"'),
        ('Click the "Save" button.', 'Given I click the button "Save"'),
        ('Click on the link "Home"', 'Given I click the link "Home"'),
        ("Type “Q, 3” into the “T” field.", 'Given I type "Q, 3" into the field "T"'),
        ('Enter "a" in "Name"', 'Given I type "a" into the field "Name"'),
        ('Fill in the "Name" field with "a"', 'Given I type "a" into the field "Name"'),
        ('Select "Red" from the "Colour" dropdown.', 'Given I choose "Red" from the list "Colour"'),
        ('Uncheck the "Public" checkbox', 'Given I untick the checkbox "Public"'),
        ('Go to "/boards"', 'Given I open "/boards"'),
        ("Refresh the page.", "Given I reload the page"),
        ('Press the "Enter" key', 'Given I press "Enter"'),
        ('Verify that "Saved" is shown.', 'Then I see "Saved"'),
        ('Confirm "Old" is no longer visible', 'Then I do not see "Old"'),
        ('Make sure the list "Boards" contains "Q3"', 'Then the list "Boards" contains "Q3"'),
        (
            'Click the button "Delete" in the "Confirm" dialog.',
            'Given I click the button "Delete" in the dialog "Confirm"',
        ),
        (
            'Click the button "Edit" in the row "Ann".',
            'Given I click the button "Edit" in the row containing "Ann"',
        ),
    ],
)  # fmt: skip
def test_a_sentence_with_quoted_literals_is_drafted(sentence, step):
    assert steps(draft(sentence).text) == [step]


@pytest.mark.parametrize(
    "sentence",
    [
        "Add a correct user.",
        'Click the "Save" button twice.',
        'Click the "Save" button unless it is grey.',
        'Click "Save" and look for anything odd.',
        'Verify that "A" and "B" are shown.',
        'Do not click the "Save" button.',
        "Type a long name into the field.",
    ],
)
def test_a_sentence_that_says_more_is_left_as_a_remark(sentence):
    drafted = draft(sentence)

    assert drafted.translated == 0
    assert f"# not translated: {sentence}" in drafted.text
    assert steps(drafted.text) == []


def test_a_sentence_of_several_acts_becomes_several_steps():
    drafted = draft(
        'Open "/a", click the "New" button and then type "x and y" into "Title".',
        'Verify that "x and y" is visible.',
        "Reload the page.",
    )

    assert drafted.is_complete
    assert steps(drafted.text) == [
        'Given I open "/a"',
        'And I click the button "New"',
        'And I type "x and y" into the field "Title"',
        'Then I see "x and y"',
        "When I reload the page",
    ]
    assert len(parse_feature(drafted.text, source="draft").steps) == 5

"""Busy pages, dialogs on their way, things in the way: what a user would bear with or get round."""

# ruff: noqa: E501, ISC004 - steps, one a line
import pytest

from bugsweep.behaviour import Manner, Pictures
from bugsweep.browser import Patience

pytestmark = pytest.mark.asyncio(loop_scope="session")

IMPATIENT = Manner(patience=Patience(busy_s=3, silent_s=3))

CASES = {
    "slow-answer-to-a-form": (
        "/login",
        'When I click the button "Log in"\nThen the page title is "In"',
        "PASS",
    ),
    "slow-answer-to-a-key": (
        "/login",
        'When I press "Enter" in the field "Name"\nThen the page title is "In"',
        "PASS",
    ),
    "absence-after-a-slow-answer": (
        "/login",
        'When I click the button "Log in"\nThen I do not see "You are in"',
        "FAIL",
    ),
    "dialog-that-moves-the-focus": (
        "/modal",
        'When I click the button "New bill"\nAnd I type "8" into the field "How much?"\n'
        'Then the field "How much?" has the value "8"\nAnd the field "What?" is empty',
        "PASS",
    ),
    "dialog-that-loads-its-body": (
        "/modal",
        'When I click the button "Edit bill"\nAnd I type "8" into the field "Amount"\n'
        'Then the field "Amount" has the value "8"\nAnd the field "Payer" is empty',
        "PASS",
    ),
    "text-that-went-elsewhere": (
        "/modal",
        'When I type "8" into the field "Thief"\nThen I see "x"',
        "SETUP",
    ),
    "text-made-normal": (
        "/modal",
        'When I type "ab" into the field "Code"\nThen the field "Code" has the value "AB"',
        "PASS",
    ),
    "glyph-in-a-heading": ("/icons", 'Then I see the heading "Welcome"', "PASS"),
    "glyph-in-a-link": ("/icons", 'When I click the link "Home"\nThen I see "at home"', "PASS"),
    "glyph-of-a-higher-plane": (
        "/icons",
        'When I click the button "Send"\nThen I see "sent"',
        "PASS",
    ),
    "heading-with-a-sign": ("/icons", 'Then I see the heading "Install"', "PASS"),
    "heading-with-a-link": ("/icons", 'Then I see the heading "Use it"', "PASS"),
    "heading-of-another-name": ("/icons", 'Then I see the heading "Learn C"', "FAIL"),
    "option-of-a-hidden-list": (
        "/icons",
        'When I select the option "Brakes"\nThen I see "chose brakes"',
        "PASS",
    ),
    "option-nobody-can-see": ("/icons", 'Then I see the option "Bell"', "FAIL"),
    "text-under-its-own-drawing": (
        "/icons",
        'When I click the text "by weight"\nThen I see "node"',
        "PASS",
    ),
    "named-scope": (
        "/lists",
        'Given these elements have names:\n| name | css |\n| bar | aside |\nThen I see "Inbox" in the section "bar"',
        "PASS",
    ),
    "notice-that-goes": ("/toasted", 'When I click the button "Save"\nThen I see "saved"', "PASS"),
    "cover-that-stays": ("/cookies", 'When I click the button "Save"\nThen I see "saved"', "SETUP"),
    "disabled": ("/cookies", 'When I click the button "Locked"\nThen I see "saved"', "SETUP"),
}


@pytest.mark.parametrize(("path", "steps", "kind"), CASES.values(), ids=CASES)
async def test_the_verdict_does_not_depend_on_the_moment(played, path, steps, kind):
    verdict = await played(path, steps)

    assert verdict.kind == kind, verdict.reason


UNANSWERED = {
    "opening": ("/held", 'Then I see "x"', "SETUP"),
    "following-a-link": ("/login", 'When I click the link "Held"\nThen I see "x"', "UNCLEAR"),
    "a-request": ("/login", 'When I click the button "Ask"\nThen I do not see "x"', "UNCLEAR"),
    "an-endless-loop": ("/toasts", 'When I click the button "Loop"\nThen I see "x"', "UNCLEAR"),
}


@pytest.mark.parametrize(("path", "steps", "kind"), UNANSWERED.values(), ids=UNANSWERED)
async def test_what_never_answers_comes_to_an_end(run, path, steps, kind):
    verdict = await run(path, steps, manner=IMPATIENT)

    assert verdict.kind == kind, verdict.reason


@pytest.mark.parametrize(
    ("path", "steps", "words"),
    [
        ("/cookies", 'When I click the button "Save"', "covered by `We use cookies`"),
        ("/cookies", 'When I click the button "Locked"', "it is disabled"),
        ("/modal", 'When I type "8" into the field "Thief"', "went into `Loot`"),
    ],
)
async def test_an_obstacle_is_named_in_plain_words(run, path, steps, words):
    verdict = await run(path, f'{steps}\nThen I see "x"')

    assert words in verdict.reason


@pytest.mark.parametrize(("pictures", "count"), [(Pictures.ENDING, 1), (Pictures.JUDGING, 2)])
async def test_each_then_keeps_its_tree_and_its_picture(run, tmp_path, pictures, count):
    verdict = await run(
        "/counter",
        'Then I see "You have 3"\nWhen I click the button "Add"\nThen I see "You have 4"',
        manner=Manner(pictures),
    )

    assert [bool(step.snapshot) for step in verdict.steps] == [False, True, False, True]
    assert len(list(tmp_path.glob("*.jpeg"))) == count


async def test_nothing_is_clicked_before_the_scripts_of_a_page_have_come(run):
    verdict = await run(
        "/swift",
        'When I click the link "Further"\nAnd I click the button "Add"\nThen I see "added 1"',
    )

    assert verdict.kind == "PASS", verdict.reason

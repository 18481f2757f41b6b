"""Every step pattern, on a page where it holds and on one where it does not."""

# ruff: noqa: E501, ISC004 - steps, one a line
import pytest

pytestmark = pytest.mark.asyncio(loop_scope="session")

PASS, FAIL, SETUP, UNCLEAR = "PASS", "FAIL", "SETUP", "UNCLEAR"

ACTIONS = [
    # pages
    ("/tabs", 'When I open "/counter"\nThen the page title is "Counter"', PASS),
    ("/tabs", 'When I open "http://127.0.0.1:9/"\nThen I see "x"', SETUP),
    ("/tabs", 'When I open a new tab\nAnd I open "/lists"\nThen I see "Tea"', PASS),
    ("/tabs", 'When I open a new tab at "/lists"\nThen I see "Tea"', PASS),
    (
        "/tabs",
        'When I click the link "Popup"\nAnd I switch to the tab "Start"\nThen I see the link "Next"',
        PASS,
    ),
    ("/tabs", 'When I click the link "Popup"\nThen I see "Tea"', PASS),
    # what changes no node is a reaction too: nothing is clicked twice
    (
        "/silent",
        'When I click the button "More"\nThen the field "Guests" has the value "5"',
        PASS,
    ),
    (
        "/silent",
        'When I click the button "Draw"\nAnd I click the button "Count"\n'
        'Then the field "Guests" has the value "1"',
        PASS,
    ),
    # frames
    (
        "/framed",
        'When I click the link "Next" in the frame "Inside"\n'
        'Then I see "You have 3" in the frame "Inside"',
        PASS,
    ),
    (
        "/framed",
        'When I type "More" into the field "Essay"\n'
        'Then the field "Essay" has the value "More" in the frame "Editor"',
        PASS,
    ),
    ("/tabs", 'When I switch to the tab "Nowhere"\nThen I see "x"', SETUP),
    ("/tabs", 'When I open a new tab at "/lists"\nAnd I close the tab\nThen I see "Next"', PASS),
    (
        "/who",
        'When I open "/who?user=Ann"\nAnd I switch to the browser of "Bob"\nAnd I open "/who"\n'
        'Then I see "You are nobody"\nWhen I switch to the browser of ""\nAnd I open "/who"\n'
        'Then I see "You are Ann"',
        PASS,
    ),
    (
        "/form",
        'When I type "x" into the field "Name"\nAnd I reload the page\n'
        'Then the field "Name" has the value "Bob"',
        PASS,
    ),
    ("/tabs", 'When I click the link "Next"\nAnd I go back\nThen I see "Export"', PASS),
    (
        "/tabs",
        'When I click the link "Next"\nAnd I go back\nAnd I go forward\nThen I see "You have 3"',
        PASS,
    ),
    ("/tabs", 'When I go forward\nThen I see "x"', SETUP),
    ("/tabs", 'When I use a window of 390 by 844\nThen I see "width 390"', PASS),
    # pointing
    ("/counter", 'When I click the button "Add"\nThen I see "You have 4 things"', PASS),
    ("/counter", 'When I click the button "Nothing"\nThen I see "x"', SETUP),
    # a page that is older than the one it was reached from ever was
    ("/swift", 'When I click the link "Onward"\nThen I see "Arrived"', PASS),
    ("/moves", 'When I double-click the button "Card"\nThen I see "twice"', PASS),
    ("/moves", 'When I click the button "Card"\nThen I see "once"', PASS),
    ("/moves", 'When I right-click the button "More"\nThen I see "menu"', PASS),
    ("/moves", 'When I hover over the menu item "File"\nThen I see "Recent"', PASS),
    ("/moves", 'Then I do not see "Recent"', PASS),
    ("/moves", 'When I click at 25%, 40% of the image "Map"\nThen I see "at 50 40"', PASS),
    ("/moves", 'When I click at 25%, 40% of the canvas "Map"\nThen I see "at 50 40"', PASS),
    (
        "/moves",
        'When I drag the item containing "Milk" onto the list "Ready"\n'
        'Then the list "Ready" contains "Milk"',
        PASS,
    ),
    ("/moves", 'When I drag the item "Cheese" onto the list "Ready"\nThen I see "x"', SETUP),
    ("/moves", 'When I scroll to the heading "Bottom"\nThen I see "scrolled"', PASS),
    ("/counter", 'When I click the button "Nothing" if it is there\nThen I see "You have 3"', PASS),
    (
        "/toasts",
        'When I click the button "Delete" and accept the browser question "Really"\n'
        'Then I see "deleted"',
        PASS,
    ),
    (
        "/toasts",
        'When I click the button "Delete" and dismiss the browser question "Really"\n'
        'Then I see "kept"',
        PASS,
    ),
    ("/toasts", 'When I click the button "Delete"\nThen I see "kept"', PASS),
    (
        "/toasts",
        'When I click the button "Rename" and answer "Tea" to the browser question "New name?"\n'
        'Then I see "named Tea"',
        PASS,
    ),
    (
        "/toasts",
        'When I click the button "Save" and accept the browser question "Really"\nThen I see "x"',
        SETUP,
    ),
    # entering
    (
        "/form",
        'When I type "Ann" into the field "Name"\nThen the field "Name" has the value "Ann"',
        PASS,
    ),
    ("/form", 'When I type "Ann" into the field "Age"\nThen I see "x"', SETUP),
    ("/form", 'When I type "abc" into the field "Search" key by key\nThen I see "3 keys"', PASS),
    ("/form", 'When I type "abc" into the field "Search"\nThen I see "0 keys"', PASS),
    (
        "/form",
        'When I type into the field "Note"\n"""\none\ntwo\n"""\n'
        'Then the field "Note" has the value "one\\ntwo"',
        PASS,
    ),
    (
        "/tabs",
        'When I type "hello"\nThen the field "First" has the value "hello"',
        PASS,
    ),
    ("/form", 'When I clear the field "Name"\nThen the field "Name" is empty', PASS),
    (
        "/form",
        'When I type "7" into the field "Quick"\nAnd I press "Enter"\nThen I see "entered 7"',
        PASS,
    ),
    (
        "/form",
        'When I press "Enter" in the field "Quick"\nThen I see "entered"',
        PASS,
    ),
    ("/form", 'When I press "NoSuchKey"\nThen I see "x"', SETUP),
    (
        "/form",
        'When I type "2026-05-03" into the field "Due"\n'
        'Then the field "Due" has the value "2026-05-03"',
        PASS,
    ),
    (
        "/form",
        'When I choose "Green" from the list "Colour"\n'
        'Then the field "Colour" has the value "Green"',
        PASS,
    ),
    ("/form", 'When I choose "Large" from the list "Size"\nThen I see "size Large"', PASS),
    ("/form", 'When I choose "Huge" from the list "Size"\nThen I see "x"', SETUP),
    (
        "/form",
        'When I select the option "Green"\nThen the field "Colour" has the value "Green"',
        PASS,
    ),
    ("/form", 'When I select the option "Weekly"\nThen I see "Weekly"', PASS),
    (
        "/form",
        'When I tick the checkbox "I agree"\nThen the checkbox "I agree" is ticked\nAnd I see "true"',
        PASS,
    ),
    (
        "/form",
        'When I tick the checkbox "I agree"\nAnd I untick the checkbox "I agree"\n'
        'Then the checkbox "I agree" is not ticked\nAnd I see "false"',
        PASS,
    ),
    (
        "/form",
        'When I turn off the switch "Public"\nThen the checkbox "Public" is not ticked\n'
        'When I turn on the switch "Public"\nThen the checkbox "Public" is ticked',
        PASS,
    ),
    ("/form", 'When I tick the checkbox "Robot"\nThen I see "x"', SETUP),
    ("/form", 'When I set the slider "Volume" to "40"\nThen I see "volume 40"', PASS),
    ("/form", 'When I set the slider "Zoom" to "5"\nThen I see "zoom 5"', PASS),
    (
        "/form",
        'When I upload the file "a.csv" with the content "x,y" into the field "Data"\n'
        'Then I see "a.csv: x,y"',
        PASS,
    ),
    (
        "/form",
        'When I upload the file "b.csv" into the field "Attach"\n"""\nq\n"""\n'
        'Then I see "chosen b.csv"',
        PASS,
    ),
    (
        "/moves",
        "Given these elements have names:\n| name | css |\n| Bin | .bin |\n"
        'When I click the button "Bin"\nThen I see "binned"',
        PASS,
    ),
    (
        "/toasts",
        'When I click the button "Later"\nAnd I wait until I see "late"\nThen I see "late"',
        PASS,
    ),
    ("/toasts", 'When I wait until I see "late"\nThen I see "late"', SETUP),
]

VERDICTS = [
    # holds, does not hold
    ("/tabs", "", 'the page address is "/tabs"', 'the page address is "/tab"'),
    ("/tabs", "", 'the page address ends with "tabs"', 'the page address ends with "tab"'),
    ("/tabs", "", 'the page address contains "/tab"', 'the page address contains "/list"'),
    ("/tabs", "", 'the page title is "Start"', 'the page title is "Star"'),
    ("/tabs", "", 'the page title contains "Star"', 'the page title contains "Stop"'),
    ("/lists", "", 'I see "Coffee beans"', 'I see "Milk 1"'),
    ("/lists", "", 'I see "SHOUTED"', 'I see "Hidden words"'),
    ("/lists", "", "I see \"It's 'fine' - really\"".replace("'fine'", '\\"fine\\"'), 'I see "fin"'),
    ("/lists", "", 'I do not see "Unseen words"', 'I do not see "Milk"'),
    ("/lists", "", 'I see the button "Pay"', 'I see the button "Pa"'),
    ("/lists", "", 'I do not see the button "Delete"', 'I do not see the button "Pay"'),
    ("/lists", "", 'I see the text "Nothing yet"', 'I see the text "Hidden words"'),
    (
        "/lists",
        "",
        'I see the link "Inbox" in the sidebar',
        'I see the button "Pay" in the sidebar',
    ),
    (
        "/lists",
        "",
        'I see the button "Pay" in the section "Draft"',
        'I see "Sum" in the section "Draft"',
    ),
    (
        "/toasts",
        'When I click the button "Save"',
        'I see the message "Saved 3 items"',
        'I see the message "Saved 4 items"',
    ),
    (
        "/toasts",
        'When I click the button "Save"\nAnd I wait until I do not see "Saved 3 items"',
        'I see the message "Saved 3 items"',
        'I do not see the message "Saved 3 items"',
    ),
    (
        "/toasts",
        'When I click the button "Warn"',
        'I see the message "Be careful"',
        'I do not see the message "Be careful"',
    ),
    (
        "/lists",
        "",
        'the button "Pay" is enabled in the section "Draft"',
        'the link "Inbox" is disabled in the sidebar',
    ),
    ("/form", "", 'the button "Locked" is disabled', 'the button "Locked" is enabled'),
    ("/half", "", 'the button "Free" is within reach', 'the button "Under" is within reach'),
    ("/lists", "", 'the image "Logo" is shown', 'the image "Broken" is shown'),
    ("/form", "", 'the field "Name" has the value "Bob"', 'the field "Name" has the value "Bo"'),
    ("/form", "", 'the field "Note" is empty', 'the field "Name" is empty'),
    (
        "/form",
        'When I click the button "Send"',
        'the field "Mail" shows the error "is required"',
        'the field "Nickname" shows the error "is required"',
    ),
    (
        "/form",
        "",
        'the field "City" shows the error "fill out"',
        'the field "Name" shows the error "x"',
    ),
    ("/form", "", 'the checkbox "Public" is ticked', 'the checkbox "I agree" is ticked'),
    ("/form", "", 'the checkbox "I agree" is not ticked', 'the checkbox "Public" is not ticked'),
    ("/tabs", "", 'the focus is on the field "First"', 'the page title contains "x"'),
    (
        "/form",
        'When I press "Tab" in the field "Name"',
        'the focus is on the field "Nickname"',
        'the focus is on the field "Name"',
    ),
    ("/lists", "", 'the list "Tasks" contains "Tea"', 'the list "Tasks" contains "Rent"'),
    (
        "/lists",
        "",
        'the list "Tasks" does not contain "Rent"',
        'the list "Tasks" does not contain "Tea"',
    ),
    (
        "/lists",
        "",
        'the table "Bills" contains "Power" exactly once',
        'the table "Bills" contains "Rent" exactly once',
    ),
    (
        "/lists",
        "",
        'the list "Tasks" contains "Milk" first',
        'the list "Tasks" contains "Tea" first',
    ),
    (
        "/lists",
        "",
        'the list "Tasks" contains "Coffee" last',
        'the list "Tasks" contains "Tea" last',
    ),
    (
        "/lists",
        "",
        'the table "Bills" contains exactly:\n| What | Amount |\n| Rent | $900 |\n'
        "| Rent deposit | $1,800 |\n| Power | $45 |",
        'the table "Bills" contains exactly:\n| Rent | $900 |\n| Power | $45 |',
    ),
    (
        "/lists",
        "",
        'the list "Tasks" contains exactly:\n| Milk 15 |\n| Tea |\n| Coffee beans |',
        'the list "Tasks" contains exactly:\n| Tea |\n| Milk 15 |\n| Coffee beans |',
    ),
    ("/lists", "", 'the list "Tasks" has 3 items', 'the list "Tasks" has 2 items'),
    ("/lists", "", 'the table "Bills" has 3 rows', 'the table "Bills" has 4 rows'),
    ("/lists", "", 'the list "Done" is empty', 'the list "Tasks" is empty'),
    (
        "/lists",
        "",
        '"Milk" comes before "Tea" in the list "Tasks"',
        '"Tea" comes before "Milk" in the list "Tasks"',
    ),
    (
        "/lists",
        "",
        'the row containing "Rent" shows "$900"',
        'the row containing "Rent" shows "$1,800"',
    ),
    (
        "/lists",
        "",
        'the row containing "Power" does not show "$900"',
        'the row containing "Power" does not show "$45"',
    ),
    (
        "/lists",
        "",
        'the row containing "Power" shows "$45" in the column "Amount"',
        'the row containing "Power" shows "$45" in the column "What"',
    ),
    (
        "/lists",
        "",
        'the row containing "Power" does not show "$45" in the column "What"',
        'the row containing "Power" does not show "$45" in the column "Amount"',
    ),
    ("/lists", "", 'the card "Beta" shows "late"', 'the card "Alpha" shows "late"'),
    (
        "/lists",
        "",
        'the section "Total" reads:\n"""\n- heading "Total"\n- button "Pay"\n"""'.replace(
            '"Total"\n- b', '"Total" [level=3]\n- b'
        ),
        'the section "Total" reads:\n"""\n- button "Buy"\n"""',
    ),
    (
        "/counter",
        'When I remember the section "Cart" as "before"\nAnd I remember the field "Code" as "code"\n'
        'And I click the button "Rest"',
        'nothing has changed since "before"',
        'I see "You have 4"',
    ),
    (
        "/counter",
        'When I remember the section "Cart" as "before"\nAnd I remember the field "Code" as "code"\n'
        'And I click the button "Add"',
        'the number shown in the section "Cart" is 1 more than in "before"',
        'nothing has changed since "code"',
    ),
    (
        "/counter",
        "Given these elements have names:\n| name | css |\n| Total | section |\n"
        'When I remember the section "Total" as "before"\nAnd I click the button "Add"',
        'the number shown in the section "Total" is -1 less than in "before"',
        'the number shown in the section "Total" is 1 less than in "before"',
    ),
    (
        "/counter",
        "",
        'the number shown in the section "Cart" is 3',
        'the number shown in the section "Cart" is 4',
    ),
    (
        "/tabs",
        'When I click the link "Export"',
        'the file "items.csv" was downloaded',
        'the file "other.csv" was downloaded',
    ),
    (
        "/tabs",
        'When I click the link "Export"',
        'the file "items.csv" was downloaded containing "Milk,2"',
        'the file "items.csv" was downloaded containing "Milk,3"',
    ),
    (
        "/tabs",
        'When I click the link "Export"',
        'the file "items.csv" was downloaded with:\n"""\nname,n\nMilk,2\n"""',
        'the file "items.csv" was downloaded with:\n"""\nname,n\n"""',
    ),
    (
        "/toasts",
        'When I click the button "Break"',
        'I do not see "x"',
        "the page has no script error",
    ),
    ("/toasts", "", "the page has no script error", 'I see "x"'),
    (
        "/toasts",
        'When I click the button "Warn"',
        "the app reacts to the click",
        'I see "x"',
    ),
    (
        "/toasts",
        'When I click the button "Close"',
        'I do not see "x"',
        "the app reacts to the click",
    ),
    (
        "/toasts",
        'When I click the button "Ask in vain"',
        'I see "asked in vain"',
        "the page has no server error",
    ),
    ("/toasts", "", "the page has no server error", 'I see "x"'),
]


JUDGED = [
    (path, f"{steps}\nThen {claim}", kind)
    for path, steps, true, false in VERDICTS
    for claim, kind in ((true, PASS), (false, FAIL))
]


@pytest.mark.parametrize(("path", "steps", "kind"), ACTIONS)
async def test_an_action_does_what_it_says(played, path, steps, kind):
    verdict = await played(path, steps)

    assert verdict.kind == kind, verdict.reason


@pytest.mark.parametrize(("path", "steps", "kind"), JUDGED)
async def test_a_verdict_tells_true_from_false(played, path, steps, kind):
    verdict = await played(path, steps)

    assert verdict.kind == kind, verdict.reason

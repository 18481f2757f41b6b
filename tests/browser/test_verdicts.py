"""The five verdicts, what they are given for, and what is kept of each step."""

import asyncio
import os
import signal
import threading
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bugsweep.behaviour import FreshApp, parse_feature, run_behaviour
from bugsweep.browser import open_browser
from toy_apps import tasks
from toy_apps.serving import Answer, serve

pytestmark = pytest.mark.asyncio(loop_scope="session")

RENAME = """Feature: tasks
Scenario: a new name is kept
  Given I open "/"
  When I type "Cheese" into the field "New name"
  And I click the button "Save"
  Then the list "Tasks" contains "Cheese"
  When I reload the page
  Then the list "Tasks" contains "Cheese" first
"""


@pytest.mark.parametrize(("variant", "kind"), [("buggy", "FAIL"), ("healthy", "PASS")])
async def test_finds_the_planted_bug_and_leaves_the_healthy_twin_alone(
    browser, tmp_path, variant, kind
):
    behaviour = parse_feature(RENAME, source="tasks.feature")

    with serve(tasks.pages(variant)) as url:
        verdict = await run_behaviour(
            behaviour, base_url=url, browser=browser, evidence_dir=tmp_path
        )

    assert verdict.kind == kind
    assert len(verdict.steps) == 6


CASES = {
    "scope-missing": ("/who", 'Then the list "Tasks" does not contain "Milk"', "SETUP"),
    "scope-missing-nested": ("/lists", 'Then I do not see "x" in the dialog "Tip"', "SETUP"),
    "given-not-held": ("/lists", 'Given I see "nothing"\nThen I see "Tea"', "SETUP"),
    "row-missing": ("/lists", 'Then the row containing "Gas" shows "$1"', "FAIL"),
    "row-missing-negative": (
        "/lists",
        'Then the row containing "Gas" does not show "$1"',
        "UNCLEAR",
    ),
    "row-missing-no-table": (
        "/who",
        'Then the row containing "Gas" shows "$1" in the table "Bills"',
        "SETUP",
    ),
    # Its body is of the class `table`.
    "no-table": ("/who", "Then the table has 3 rows", "SETUP"),
    "two-fit": ("/lists", 'When I click the button "Pay"\nThen I see "x"', "UNCLEAR"),
    "second-of-two": ("/lists", 'Then the second button "Pay" is enabled', "PASS"),
    "third-of-two": ("/lists", 'Then the third button "Pay" is enabled', "FAIL"),
    "never-quiet": (
        "/toasts",
        'When I click the button "Restless"\nThen I do not see "late"',
        "UNCLEAR",
    ),
    "late-is-waited-for": (
        "/toasts",
        'When I click the button "Later"\nThen I do not see "late"',
        "FAIL",
    ),
    "stays-absent": (
        "/toasts",
        'When I click the button "Later"\nThen I see "late" within 9 seconds for 1 second',
        "PASS",
    ),
    "does-not-stay": (
        "/toasts",
        'When I click the button "Save"\nThen I see "Saved 3 items" for 1 second',
        "FAIL",
    ),
    "fetch-is-waited-for": (
        "/toasts",
        'When I click the button "Fetch"\nThen I do not see "fetched"',
        "FAIL",
    ),
    "dialog-wins": (
        "/toasts",
        'When I click the button "Help"\nAnd I click the button "Close" in the open dialog\nThen I do not see "A tip"',  # noqa: E501
        "PASS",
    ),
    "dialog-wins-a-tie": (
        "/toasts",
        'When I click the button "Help"\nAnd I click the button "Close"\nThen I do not see "A tip"',
        "PASS",
    ),
    "in-a-card": (
        "/lists",
        'When I click the button "Go" in the card "Beta"\nThen I see "ok Beta"',
        "PASS",
    ),
    "late-handler": ("/sleepy", 'When I click the button "Wake"\nThen I see "awake"', "PASS"),
    "far-item": ("/virtual", 'Then the list "Log" contains "entry 250"', "PASS"),
    "far-item-missing": ("/virtual", 'Then the list "Log" contains "entry 950"', "FAIL"),
    "far-item-clicked": (
        "/virtual",
        'When I click the item "entry 120" in the list "Log"\nThen I see "chose 120"',
        "PASS",
    ),
    "frame": ("/hard", 'When I click the button "Push"\nThen I see "Inside!"', "PASS"),
    "frame-named": ("/hard", 'Then I see the button "Push" in the frame "Inner"', "PASS"),
    "frame-named-without": ("/hard", 'Then I see "Archive" in the frame "Inner"', "FAIL"),
    "shadow": (
        "/hard",
        'When I type "x" into the field "Deep"\nAnd I click the button "Dig"\nThen I see "dug"',
        "PASS",
    ),
    "title-attribute": ("/hard", 'When I click the button "Undo"\nThen I see "undone"', "PASS"),
    "test-id": ("/hard", 'When I click the button "refresh"\nThen I see "fresh"', "PASS"),
    "span-as-button": ("/hard", 'When I click the button "Archive"\nThen I see "archived"', "PASS"),
    "contenteditable": (
        "/hard",
        'When I type "x y" into the field "Body"\nThen the field "Body" has the value "x y"',
        "PASS",
    ),
    "contenteditable-nameless": (
        "/hard",
        'When I type "x y" into the field "Write here" key by key\nThen I see "x y"',
        "PASS",
    ),
    "text-above": (
        "/hard",
        'When I type "x" into the field "Street"\nThen the field "Street" has the value "x"',
        "PASS",
    ),
    "text-and-break": (
        "/hard",
        'When I type "x" into the field "Zip"\nThen the field "Zip" has the value "x"',
        "PASS",
    ),
    "placeholder": (
        "/hard",
        'When I type "x" into the field "Filter"\nThen the field "Filter" has the value "x"',
        "PASS",
    ),
    "equal-twins": ("/hard", 'When I click the button "Twin"\nThen I see "x"', "UNCLEAR"),
    "page-with-own-functions": ("/shimmed", 'Then the list "Books" contains "Emma"', "PASS"),
    "page-with-own-functions-hides": ("/shimmed", 'Then I see "Dune"', "FAIL"),
    "copies": ("/hard", 'When I click the button "Copy"\nThen I see "copied"', "PASS"),
    "not-another-label": (
        "/hard",
        'When I click the button "Delete"\nThen I see "all gone"',
        "PASS",
    ),
}


@pytest.mark.parametrize(("path", "steps", "kind"), CASES.values(), ids=CASES)
async def test_the_verdict_says_what_was_seen(played, path, steps, kind):
    verdict = await played(path, steps)

    assert verdict.kind == kind, verdict.reason


@pytest.mark.parametrize(("tags", "kind"), [("", "SETUP"), ("@actions-judge\n", "FAIL")])
async def test_a_missing_control_is_a_failure_only_where_actions_judge(run, tags, kind):
    verdict = await run("/lists", 'When I click the button "New"\nThen I see "x"', tags=tags)

    assert verdict.kind == kind


async def test_a_reworded_label_is_healed_in_a_when_and_told(run):
    verdict = await run(
        "/hard",
        'When I type "Ann" into the field "Username"\nAnd I click the button "Log in"\n'
        'Then I see "in"',
    )

    assert verdict.kind == "PASS", verdict.reason
    assert [(h.wanted, h.found) for h in verdict.healings] == [("Log in", "Sign in")] or [
        (h.wanted, h.found) for h in verdict.healings
    ] == [("Username", "User name"), ("Log in", "Sign in")]


async def test_a_reworded_label_is_not_healed_in_a_then(run):
    verdict = await run("/hard", 'Then the button "Log in" is enabled')

    assert verdict.kind == "FAIL"


async def test_a_procedure_stands_for_its_steps(browser, base_url, tmp_path):
    text = """Feature: f
@procedure
Scenario: I am signed in as "<user>"
  Given I open "/who?user=<user>"
Scenario: s
  Given I am signed in as "Ann"
  When I open "/who"
  Then I see "You are Ann"
"""

    verdict = await run_behaviour(
        parse_feature(text, source="f"), base_url=base_url, browser=browser, evidence_dir=tmp_path
    )

    assert verdict.kind == "PASS", verdict.reason


async def test_a_failing_step_keeps_address_tree_and_picture(run, tmp_path):
    verdict = await run("/counter", 'When I click the button "Add"\nThen I see "You have 9"')

    step = verdict.failing_step
    assert step.url.endswith("/counter")
    assert 'region "Cart"' in step.snapshot
    assert (tmp_path / step.screenshot).read_bytes().startswith(b"\xff\xd8")


async def test_the_rerun_leaves_a_trace_and_its_own_verdict(browser, base_url, tmp_path):
    text = 'Feature: f\nScenario: s\nGiven I open "/counter"\nThen I see "You have 9"'

    @asynccontextmanager
    async def rerun():
        yield FreshApp(browser, base_url)

    verdict = await run_behaviour(
        parse_feature(text, source="f"),
        base_url=base_url,
        browser=browser,
        evidence_dir=tmp_path,
        rerun=rerun,
    )

    assert (verdict.kind, verdict.rerun_kind) == ("FAIL", "FAIL")
    assert (tmp_path / verdict.trace).stat().st_size > 1000


def _children(pid):
    own = [int(child) for child in _read(f"/proc/{pid}/task/{pid}/children").split()]
    return own + [deeper for child in own for deeper in _children(child)]


def _renderers():
    return {
        pid for pid in _children(os.getpid()) if b"--type=renderer" in _read(f"/proc/{pid}/cmdline")
    }


def _read(path):
    """What is in it; nothing when the process has ended meanwhile."""
    try:
        return Path(path).read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


async def test_a_browser_killed_in_the_middle_is_a_crash(driver, base_url, tmp_path):
    text = 'Feature: f\nScenario: s\nGiven I open "/lists"\nThen I see "never" within 30 seconds'
    before = _renderers()

    async with open_browser(driver=driver) as doomed:
        running = asyncio.ensure_future(
            run_behaviour(
                parse_feature(text, source="f"),
                base_url=base_url,
                browser=doomed,
                evidence_dir=tmp_path,
            )
        )
        while not (mine := _renderers() - before):
            await asyncio.sleep(0.05)
        for pid in mine:
            os.kill(pid, signal.SIGKILL)
        verdict = await running

    assert verdict.kind == "CRASH", verdict.reason


async def test_a_page_whose_process_dies_while_it_loads_is_a_crash(driver, tmp_path):
    asked, done = threading.Event(), threading.Event()

    def hang(_):
        asked.set()
        done.wait(60)
        return Answer("", kind="image/png")

    before = _renderers()
    pages = {"/": "<!doctype html><p>Here</p><img src=/hung.png>", "/hung.png": hang}
    text = 'Feature: f\nScenario: s\nGiven I open "/"\nThen I see "Here"'
    with serve(pages) as url:
        async with open_browser(driver=driver) as doomed:
            running = asyncio.ensure_future(
                run_behaviour(
                    parse_feature(text, source="f"),
                    base_url=url,
                    browser=doomed,
                    evidence_dir=tmp_path,
                )
            )
            await asyncio.to_thread(asked.wait, 60)
            for pid in _renderers() - before:
                os.kill(pid, signal.SIGKILL)
            verdict = await running
        done.set()

    assert verdict.kind == "CRASH", verdict.reason

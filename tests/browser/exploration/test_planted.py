"""The explorer on small apps with one planted bug each, and on their healthy twins."""

import pytest

from bugsweep.exploration.exploring import Explorer, Plan
from toy_apps.exploration import booking, calendar, feed, framed, notebook, queue
from toy_apps.exploration.fresh import ToyTarget

pytestmark = pytest.mark.asyncio(loop_scope="session")

IN_THE_QUEUE = {
    "kept_one_further": "dragged-lands",
    "drops_another": "dragged-lands",
    "dialog_keeps_mood": "forms-show-their-own",
    "copy_without_mood": "copies-equal",
    "fails_below_zero": "no-faults",
    "summary_is_stale": "views-agree",
}


@pytest.mark.parametrize("bug", IN_THE_QUEUE)
async def test_finds_the_bug_planted_in_the_queue(driver, tmp_path, bug):
    target = ToyTarget(lambda: queue.pages(bug), driver)
    plan = Plan(minutes=2, seed=3, oracles=(IN_THE_QUEUE[bug],), max_findings=1)

    done = await Explorer(target, plan, folder=tmp_path).explore()

    assert {finding.oracle for finding in done.findings} == {IN_THE_QUEUE[bug]}


async def test_goes_through_an_assistant_to_its_end(driver, tmp_path):
    target = ToyTarget(lambda: booking.pages("diet_is_lost"), driver)
    plan = Plan(minutes=2, seed=3, oracles=("values-come-back",), max_findings=1)

    done = await Explorer(target, plan, folder=tmp_path).explore()

    (finding,) = done.findings
    assert "Diet" in finding.title
    assert 'I click the button "Finish"' in finding.feature


@pytest.mark.parametrize(
    ("toy", "bug", "oracle"),
    [
        (calendar, "month_is_skipped", "opposites-restore"),
        (calendar, "minus_takes_two", "opposites-restore"),
        (notebook, "quote_eats_words", "formatting-keeps-text"),
        (notebook, "code_piles_up", "formatting-keeps-text"),
    ],
)
async def test_finds_what_goes_wrong_there_and_back(driver, tmp_path, toy, bug, oracle):
    target = ToyTarget(lambda: toy.pages(bug), driver)
    plan = Plan(minutes=1, seed=3, oracles=(oracle,), max_findings=1)

    done = await Explorer(target, plan, folder=tmp_path).explore()

    assert {finding.oracle for finding in done.findings} == {oracle}


async def test_scrolls_on_to_what_it_made(driver, tmp_path):
    target = ToyTarget(lambda: feed.pages("mood_is_lost"), driver)
    plan = Plan(minutes=2, seed=3, oracles=("values-come-back",), max_findings=1)

    done = await Explorer(target, plan, folder=tmp_path).explore()

    (finding,) = done.findings
    assert "Mood" in finding.title
    assert "I scroll to" in finding.feature


@pytest.mark.parametrize(
    ("bug", "oracle"),
    [("seats_are_lost", "values-come-back"), ("bold_eats_words", "formatting-keeps-text")],
)
async def test_finds_what_is_planted_within_a_frame(driver, tmp_path, bug, oracle):
    target = ToyTarget(lambda: framed.pages(bug), driver)
    plan = Plan(minutes=1, seed=3, oracles=(oracle,), max_findings=1)

    done = await Explorer(target, plan, folder=tmp_path).explore()

    (finding,) = done.findings
    assert finding.oracle == oracle
    assert "in the frame" in finding.feature


@pytest.mark.parametrize("toy", [queue, booking, calendar, notebook, framed, feed])
async def test_leaves_the_healthy_toy_alone(driver, tmp_path, toy):
    target = ToyTarget(toy.pages, driver)

    done = await Explorer(target, Plan(minutes=1.5, seed=3), folder=tmp_path).explore()

    assert done.findings == ()
    assert done.faults == ()

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


@pytest.mark.parametrize(
    ("toy", "bug", "oracle", "step"),
    [
        (booking, "diet_is_lost", "values-come-back", 'I click the button "Finish"'),
        (feed, "mood_is_lost", "values-come-back", "I scroll to"),
        (framed, "seats_are_lost", "values-come-back", "in the frame"),
        (framed, "bold_eats_words", "formatting-keeps-text", "in the frame"),
        (calendar, "month_is_skipped", "opposites-restore", 'I click the button "Next month"'),
        (calendar, "minus_takes_two", "opposites-restore", 'I click the button "+"'),
        (notebook, "quote_eats_words", "formatting-keeps-text", 'I click the button "Quote"'),
        (notebook, "code_piles_up", "formatting-keeps-text", 'I click the button "Code"'),
    ],
)
async def test_finds_the_planted_bug_the_way_it_takes(driver, tmp_path, toy, bug, oracle, step):
    target = ToyTarget(lambda: toy.pages(bug), driver)
    plan = Plan(minutes=2, seed=3, oracles=(oracle,), max_findings=1)

    done = await Explorer(target, plan, folder=tmp_path).explore()

    (finding,) = done.findings
    assert finding.oracle == oracle
    assert step in finding.feature


@pytest.mark.parametrize("toy", [queue, booking, calendar, notebook, framed, feed])
async def test_leaves_the_healthy_toy_alone(driver, tmp_path, toy):
    target = ToyTarget(toy.pages, driver)

    done = await Explorer(target, Plan(minutes=1.5, seed=3), folder=tmp_path).explore()

    assert done.findings == ()
    assert done.faults == ()

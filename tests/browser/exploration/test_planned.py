"""Scenarios that somebody else planned: what their steps mean is judged like a probe's."""

import random

import pytest

from bugsweep.exploration.markers import Markers
from bugsweep.exploration.oracles import ORACLES
from bugsweep.exploration.planned import Names, PlannedStep, PlannedWalk
from bugsweep.exploration.safety import Safety
from bugsweep.exploration.trail import Trail
from bugsweep.exploration.walker import Budget, Walker
from toy_apps.exploration import shop
from toy_apps.exploration.fresh import ToyTarget

pytestmark = pytest.mark.asyncio(loop_scope="session")


def step(do, on="", value="", *, row="", means=""):
    return PlannedStep(do=do, on=on, value=value, row=row, means=means)


MADE = [
    step("open", value="/items/new"),
    step("type", "Name", "{item} lamp"),
    step("type", "Note", "{note}"),
    step("tick", "Urgent"),
    step("click", "Save", means="made"),
]
SAVED = step("click", "Save")


def opened(means):
    return [step("open", value="/items"), step("click", "edit", row="{note}", means=means)]


SCENARIOS = {
    "reset_urgent": (
        [step("type", "Name", "{other} lamp"), SAVED, *opened("edited")],
        "edit-leaves-others",
    ),
    "grows_on_save": ([SAVED, *opened("saved again")], "resave-changes-nothing"),
    "cancel_saves": (
        [step("type", "Name", "{other} lamp"), step("click", "Cancel"), *opened("cancelled")],
        "cancel-keeps",
    ),
    "stuck_widget": (
        [
            step("open", value="/items"),
            step("click", "Delete", row="{item}", means="deleted"),
            step("open", value="/", means="deleted"),
        ],
        "deleted-is-gone",
    ),
}


async def judged(driver, bugs, steps):
    """What the oracles have against a shop after these steps."""
    async with (
        ToyTarget(lambda: shop.pages(*bugs), driver).fresh() as place,
        place.open_scout() as scout,
    ):
        walker = Walker(scout, Safety(place.base_url), Budget(120), Trail("planned"))
        walk = PlannedWalk(walker, Names(Markers(random.Random(0))))
        refusals = [await walk.do(planned) for planned in [*MADE, *opened("opened"), *steps]]
    assert not any(refusals), refusals
    return {
        suspicion.oracle
        for oracle in ORACLES.values()
        for suspicion in oracle().judge(walker.trail)
    }


@pytest.mark.parametrize("bug", SCENARIOS)
async def test_what_a_step_means_is_judged(driver, bug):
    steps, oracle = SCENARIOS[bug]

    assert oracle in await judged(driver, [bug], steps)
    assert await judged(driver, [], steps) == set()

"""An exploration that is interrupted tells what is known; the same seed walks the same way."""

import json
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bugsweep.exploration.crawling import crawl
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.markers import Markers
from bugsweep.exploration.probes import jobs_for
from bugsweep.exploration.safety import Safety
from bugsweep.exploration.walker import Budget
from toy_apps.exploration import shop
from toy_apps.exploration.fresh import ToyTarget
from toy_apps.serving import serve

PROGRAM = Path(sys.executable).with_name("bugsweep")


def test_an_interrupt_ends_with_what_is_known(tmp_path):
    with serve(shop.pages()) as url:
        argv = [PROGRAM, "explore", url, "--minutes", "3", "-o", tmp_path]
        process = subprocess.Popen(argv, stderr=subprocess.PIPE, text=True)
        told = next(line for line in process.stderr if "pages" in line and " 0 pages" not in line)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)

    known = json.loads((tmp_path / "findings.json").read_text())
    assert process.returncode in {0, 1}
    assert known["ended"] == "stopped"
    assert known["views"], told


async def walked(driver, seed):
    """The paths of the walk, one by one: the beginning of an exploration."""
    async with (
        ToyTarget(shop.pages, driver).fresh() as place,
        place.open_scout() as scout,
    ):
        source = random.Random(seed)
        safety = Safety(place.base_url, may_destroy=True)
        ground = Ground(scout, safety, Budget(120), source, Markers(source))
        await crawl(ground, starts=("/",))
        await next(iter(jobs_for(ground))).offer.run(ground)
        return [str(action) for trail in ground.trails for action in trail.actions]


@pytest.mark.asyncio(loop_scope="session")
async def test_the_same_seed_walks_the_same_way(driver):
    first, second = [await walked(driver, 5) for _ in range(2)]

    assert first == second != []


@pytest.mark.asyncio(loop_scope="session")
async def test_a_walk_begins_with_what_the_browser_kept_at_the_sign_in(driver):
    async with ToyTarget(shop.pages, driver).fresh() as place, place.open_scout() as scout:
        page = scout.session.tab.page
        await scout.open("/")
        await page.evaluate("() => { localStorage.tab = 'a'; sessionStorage.token = 'b'; }")
        kept = await scout.stored()

        await page.evaluate("() => { localStorage.tab = 'c'; localStorage.more = 'd'; }")
        await page.evaluate("() => sessionStorage.clear()")
        await scout.restore(kept)

        assert await scout.stored() == kept != {}

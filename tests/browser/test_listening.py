"""What is noted of a user's actions has the words that a user has for what is acted on."""

import asyncio
import json
from importlib.resources import files

import pytest

pytestmark = pytest.mark.asyncio(loop_scope="session")

FIELDS = ("#street", "p > input", "[placeholder=Filter]")
LISTENER = files("bugsweep.recording").joinpath("scripts/listen.js").read_text()


async def test_a_field_without_a_name_goes_by_the_text_beside_it(browser, base_url):
    told = []
    async with browser.open_session() as session:
        page = session.tab.page
        await page.expose_function("__bugsweepTell", lambda text: told.append(json.loads(text)))
        await page.add_init_script(LISTENER)
        await page.goto(f"{base_url}/hard")
        for field in FIELDS:
            await page.locator(field).fill("x")
        # The last field is told of when it is left.
        await page.locator("[placeholder=Filter]").press("Tab")
        async with asyncio.timeout(20):
            while sum(it["kind"] == "fill" for it in told) < len(FIELDS):
                await asyncio.sleep(0.05)

    names = [it["names"] for it in told if it["kind"] == "fill"]
    assert [it[0] for it in names] == ["Street", "Zip", "Filter"]
    assert names[2] == ["Filter"]

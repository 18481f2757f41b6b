"""One browser for the whole folder, and a way to run a few steps on a toy page."""

import asyncio
import shutil

import pytest
import pytest_asyncio

from bugsweep.behaviour import parse_feature, run_behaviour
from bugsweep.behaviour.running import USUAL
from bugsweep.browser import open_browser, open_driver
from requiring import skip_or_fail
from toy_apps import playground
from toy_apps.serving import serve


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def driver():
    if shutil.which("bwrap") is None:
        skip_or_fail("bubblewrap is not installed")
    async with open_driver() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def browser(driver):
    async with open_browser(driver=driver) as opened:
        yield opened


@pytest.fixture(scope="session")
def base_url():
    with serve(playground.pages()) as url:
        yield url


def feature(path: str, steps: str, *, tags: str = "") -> str:
    """A scenario of the lines of `steps`, on the page at `path`."""
    lines = [f"{tags}Feature: f", "Scenario: s", f'Given I open "{path}"', *steps.splitlines()]
    return "\n".join(line.strip() for line in lines)


@pytest.fixture
def run(browser, base_url, tmp_path):
    """Run steps on a page of the playground; gives the verdict."""

    async def run_steps(path, steps, *, tags="", manner=USUAL):
        behaviour = parse_feature(feature(path, steps, tags=tags), source="test.feature")
        return await run_behaviour(
            behaviour,
            base_url=base_url,
            browser=browser,
            evidence_dir=tmp_path,
            manner=manner,
        )

    return run_steps


AT_ONCE = 4
"""Most of a scenario that fails is waiting."""


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def played(request, browser, base_url, tmp_path_factory):
    """Play the scenarios of a module's chosen cases side by side; gives the verdict of one."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def play(path, steps):
        behaviour = parse_feature(feature(path, steps), source="test.feature")
        folder = tmp_path_factory.mktemp("played")
        async with gate:
            return await run_behaviour(
                behaviour, base_url=base_url, browser=browser, evidence_dir=folder
            )

    chosen = dict.fromkeys(
        (item.callspec.params["path"], item.callspec.params["steps"])
        for item in request.session.items
        if item.module is request.module and "played" in item.fixturenames
    )
    tasks = {case: asyncio.ensure_future(play(*case)) for case in chosen}
    yield lambda path, steps: tasks[path, steps]
    for task in tasks.values():
        task.cancel()
    await asyncio.gather(*tasks.values(), return_exceptions=True)

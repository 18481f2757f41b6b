"""The browser behind its walls, and what a session hands out."""

import os
import tempfile
from pathlib import Path

import pytest

from bugsweep.browser import (
    BrowserGoneError,
    Effort,
    Kind,
    Target,
    find_chromium,
    find_target,
    open_browser,
)
from bugsweep.domain.errors import MissingToolError

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_browser_sees_nothing_of_the_hosts_files(browser, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("hidden")

    async with browser.open_session() as session:
        with pytest.raises(Exception, match="ERR_FILE_NOT_FOUND"):
            await session.tab.open(secret.as_uri())


async def test_a_door_leads_into_another_network(driver, base_url):
    if os.geteuid() != 0:
        pytest.skip("a network namespace of its own needs root here")

    async with (
        open_browser(["unshare", "--net"], driver=driver) as apart,
        apart.open_session(base_url=base_url) as session,
    ):
        with pytest.raises(Exception, match="ERR_"):
            await session.tab.open("/lists")


async def test_nothing_is_left_behind(driver):
    mine = f"bugsweep-browser-*-{os.getpid()}-*"
    before = set(Path(tempfile.gettempdir()).glob(mine))

    async with open_browser(driver=driver) as browser, browser.open_session() as session:
        assert session.tab.url == "about:blank"

    assert set(Path(tempfile.gettempdir()).glob(mine)) == before


async def test_two_browsers_share_a_driver_and_no_cookies(driver, browser, base_url):
    async with (
        open_browser(driver=driver) as other,
        browser.open_session(base_url=base_url) as ann,
        other.open_session(base_url=base_url) as bob,
    ):
        await ann.tab.open("/who?user=Ann")
        await bob.tab.open("/who")
        place = bob.tab.places()[0]
        text = await place.text()

    assert text == "You are nobody"


async def test_a_closed_browser_is_told_apart_from_a_missing_element(driver, base_url):
    pay = Target(Kind.BUTTON, "Pay")

    async with (
        open_browser(driver=driver) as browser,
        browser.open_session(base_url=base_url) as session,
    ):
        await session.tab.open("/lists")
        await browser.aclose()
        with pytest.raises(BrowserGoneError):
            await find_target(session.tab, (), pay, effort=Effort())


async def test_a_chromium_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setenv("BUGSWEEP_CHROMIUM", "/no/such/browser")

    with pytest.raises(MissingToolError, match="/no/such/browser"):
        find_chromium()

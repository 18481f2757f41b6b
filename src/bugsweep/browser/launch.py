"""Starting browsers: one Playwright driver may serve several of them."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

from playwright.async_api import Browser as PlaywrightBrowser
from playwright.async_api import CDPSession, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError

from bugsweep.browser.chromium import ARGUMENTS, ENVIRONMENT, find_chromium
from bugsweep.browser.enclosure import Enclosure, release
from bugsweep.browser.failures import translated
from bugsweep.browser.leftovers import make_folder
from bugsweep.browser.observation import PATIENCE, Patience
from bugsweep.browser.script_coverage import ScriptCoverage
from bugsweep.browser.session import Session
from bugsweep.domain.errors import BrowserError

_START_TIMEOUT_MS = 60_000
_CLOSE_TIMEOUT_S = 15


class Driver:
    """Playwright's own process; costs about half a second and 50 MB, so share it."""

    def __init__(self, playwright: Playwright) -> None:
        self._playwright = playwright

    @asynccontextmanager
    async def open_browser(
        self,
        door: Sequence[str] = (),
        *,
        walls: bool = True,
        coverage: ScriptCoverage | None = None,
    ) -> AsyncIterator["Browser"]:
        """Run a browser of its own for the length of the block; see `open_browser`.

        `coverage` collects what its pages run.
        """
        chromium = find_chromium()
        folder = make_folder()
        handle = None
        try:
            enclosure = Enclosure(chromium, folder, door=door, walls=walls)
            launched = await self._launch(enclosure)
            handle = enclosure.hold()
            try:
                yield Browser(launched, coverage=coverage)
            finally:
                await _close(launched)
        finally:
            release(handle)
            shutil.rmtree(folder, ignore_errors=True)

    async def _launch(self, enclosure: Enclosure) -> PlaywrightBrowser:
        is_bare = not enclosure.has_walls and os.geteuid() != 0
        # Chromium's own sandbox needs what the walls take away.
        arguments = [*ARGUMENTS, *([] if is_bare else ["--no-sandbox"])]
        try:
            return await self._playwright.chromium.launch(
                executable_path=enclosure.executable,
                args=arguments,
                env={**ENVIRONMENT},
                downloads_path=enclosure.downloads,
                headless=True,
                timeout=_START_TIMEOUT_MS,
            )
        except PlaywrightError as error:
            raise BrowserError(
                f"the browser did not start: {str(error).splitlines()[0]}",
                hint="`bugsweep doctor` tries it alone",
            ) from error


class Browser:
    """A running Chromium."""

    def __init__(
        self, browser: PlaywrightBrowser, *, coverage: ScriptCoverage | None = None
    ) -> None:
        self._browser = browser
        self._coverage = coverage

    @property
    def is_alive(self) -> bool:
        """Whether it still answers."""
        return self._browser.is_connected()

    async def aclose(self) -> None:
        """End it before its block does."""
        await _close(self._browser)

    @asynccontextmanager
    async def open_session(
        self,
        name: str = "",
        *,
        base_url: str = "",
        trace: Path | None = None,
        patience: Patience = PATIENCE,
    ) -> AsyncIterator[Session]:
        """Open a person's own window, with cookies and storage of its own.

        `trace` is where a recording for Playwright's viewer is left at the end, `patience` how
        long its pages are borne with.
        """
        with translated("a session was opened"):
            context = await self._browser.new_context(
                accept_downloads=True,
                base_url=base_url or None,
                locale="en-US",
                # A user's own click may copy, in any browser that can be seen.
                permissions=["clipboard-read", "clipboard-write"],
                timezone_id="UTC",
                viewport={"width": 1280, "height": 900},
            )
        session = Session(context, name, base_url=base_url, patience=patience)
        watched: list[CDPSession] = []
        try:
            with translated("a session was opened"):
                if trace:
                    await context.tracing.start(screenshots=True, snapshots=True)
                await session.prepare()
                if self._coverage:
                    watched = [await self._coverage.watch(tab.page) for tab in session.tabs]
            yield session
        finally:
            # The browser may be gone already, or the page may hang and answer nothing.
            with suppress(PlaywrightError, TimeoutError):
                async with asyncio.timeout(_CLOSE_TIMEOUT_S):
                    if self._coverage:
                        for page in watched:
                            await self._coverage.collect(page)
                    if trace:
                        await context.tracing.stop(path=trace)
                    await context.close()


@asynccontextmanager
async def open_driver() -> AsyncIterator[Driver]:
    """Run a Playwright driver for the length of the block."""
    async with async_playwright() as playwright:
        yield Driver(playwright)


@asynccontextmanager
async def open_browser(
    door: Sequence[str] = (), *, walls: bool = True, driver: Driver | None = None
) -> AsyncIterator[Browser]:
    """Run a headless Chromium for the length of the block.

    Args:
        door: a command prefix that leads into another network namespace, such as
            `nsenter --net=/proc/123/ns/net`.
        walls: whether it gets its own file and process namespace; without, it sees the host's.
        driver: serves several browsers; without, this one gets its own.

    Raises:
        MissingToolError: no Chromium, or no bubblewrap for the walls.
        BrowserError: it did not start.
    """
    async with AsyncExitStack() as stack:
        if driver is None:
            driver = await stack.enter_async_context(open_driver())
        yield await stack.enter_async_context(driver.open_browser(door, walls=walls))


async def _close(browser: PlaywrightBrowser) -> None:
    # It may have died before.
    with suppress(PlaywrightError, TimeoutError):
        async with asyncio.timeout(_CLOSE_TIMEOUT_S):
            await browser.close()

"""The executor without a model: it plays the steps in Chromium."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bugsweep.behaviour import Behaviour, FreshApp, run_behaviour
from bugsweep.browser import Driver, ScriptCoverage, open_driver
from bugsweep.domain.verdict import Verdict
from bugsweep.verification.executors import Executor, OpenApp, refuse_argument


class ScriptedExecutor:
    """Plays the steps in Chromium, without any model."""

    name = "scripted"

    def __init__(self, driver: Driver, *, coverage: ScriptCoverage | None = None) -> None:
        self._driver = driver
        self._coverage = coverage

    def watching(self, coverage: ScriptCoverage) -> "ScriptedExecutor":
        """The same, collecting what the pages run."""
        return ScriptedExecutor(self._driver, coverage=coverage)

    async def execute(
        self, behaviour: Behaviour, open_app: OpenApp, *, evidence_dir: Path, reruns: bool
    ) -> Verdict:
        """Each Instance gets a browser of its own, which shares only the network with it."""
        rerun = (lambda: open_beside(self._driver, open_app)) if reruns else None
        async with open_beside(self._driver, open_app, coverage=self._coverage) as app:
            return await run_behaviour(
                behaviour,
                base_url=app.base_url,
                browser=app.browser,
                evidence_dir=evidence_dir,
                rerun=rerun,
            )


@asynccontextmanager
async def open_beside(
    driver: Driver, open_app: OpenApp, *, coverage: ScriptCoverage | None = None
) -> AsyncIterator[FreshApp]:
    """A fresh app, and a browser of its own behind its door."""
    async with open_app() as app, driver.open_browser(app.door, coverage=coverage) as browser:
        yield FreshApp(browser, app.url)


@asynccontextmanager
async def open_named(argument: str) -> AsyncIterator[Executor]:
    """There is only one."""
    refuse_argument("scripted", argument)
    async with open_driver() as driver:
        yield ScriptedExecutor(driver)

"""Who carries out a behaviour test on an Instance."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Protocol

from bugsweep.apps.instance import Instance
from bugsweep.behaviour import Behaviour, FreshApp, run_behaviour
from bugsweep.browser import Driver, open_driver
from bugsweep.domain.errors import UnknownPluginError
from bugsweep.domain.verdict import Verdict

OpenApp = Callable[[], AbstractAsyncContextManager[Instance]]
"""Gives a fresh Instance of what is judged."""


class Executor(Protocol):
    """Carries out the steps of a behaviour test and says what it saw."""

    @property
    def name(self) -> str:
        """What verdicts are marked with."""
        ...

    async def execute(
        self, behaviour: Behaviour, open_app: OpenApp, *, evidence_dir: Path, reruns: bool
    ) -> Verdict:
        """Carry out `behaviour` on a fresh Instance.

        With `reruns`, anything but PASS is carried out once more on another Instance, with a
        trace; that second verdict stands beside the first and never replaces it.
        """
        ...


class ScriptedExecutor:
    """Plays the steps in Chromium, without any model."""

    name = "scripted"

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    async def execute(
        self, behaviour: Behaviour, open_app: OpenApp, *, evidence_dir: Path, reruns: bool
    ) -> Verdict:
        """Each Instance gets a browser of its own, which shares only the network with it."""
        rerun = (lambda: self._fresh(open_app)) if reruns else None
        async with self._fresh(open_app) as app:
            return await run_behaviour(
                behaviour,
                base_url=app.base_url,
                browser=app.browser,
                evidence_dir=evidence_dir,
                rerun=rerun,
            )

    @asynccontextmanager
    async def _fresh(self, open_app: OpenApp) -> AsyncIterator[FreshApp]:
        async with (
            open_app() as instance,
            self._driver.open_browser(instance.sandbox.network_door([])) as browser,
        ):
            yield FreshApp(browser, instance.url)


@asynccontextmanager
async def _open_scripted() -> AsyncIterator[Executor]:
    async with open_driver() as driver:
        yield ScriptedExecutor(driver)


EXECUTORS: dict[str, Callable[[], AbstractAsyncContextManager[Executor]]] = {
    "scripted": _open_scripted,
}


def open_executor(name: str) -> AbstractAsyncContextManager[Executor]:
    """Have the executor of this name for the length of a block.

    Raises:
        UnknownPluginError: nothing has this name.
    """
    if name not in EXECUTORS:
        raise UnknownPluginError("executor", name, EXECUTORS)
    return EXECUTORS[name]()

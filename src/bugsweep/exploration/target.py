"""What is explored: an app that runs somewhere, or one that can be made fresh at will."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bugsweep.apps.image import Image
from bugsweep.apps.instance import open_instance
from bugsweep.browser import Browser, Driver
from bugsweep.browser.scouting import Scout
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.sandboxes.api import Sandbox


@dataclass(frozen=True, slots=True)
class Place:
    """An app that runs, and a browser that reaches it."""

    browser: Browser
    base_url: str

    @asynccontextmanager
    async def open_scout(self, person: str = "") -> AsyncIterator[Scout]:
        """The window of a person, ready to be explored in."""
        async with self.browser.open_session(person, base_url=self.base_url) as session:
            scout = Scout(session)
            await scout.prepare()
            yield scout


class Target(Protocol):
    """Gives places to explore."""

    @property
    def name(self) -> str:
        """For a person."""
        ...

    @property
    def is_ours(self) -> bool:
        """Whether anything may be changed in it: it is thrown away afterwards."""
        ...

    @property
    def is_apart(self) -> bool:
        """Whether each fresh place is one of its own, so that several can be used at once."""
        ...

    def fresh(self) -> AbstractAsyncContextManager[Place]:
        """A place for the length of a block; in its first state where that can be had."""
        ...


class LiveTarget:
    """An app at an address; it keeps what is done to it."""

    is_apart = False

    def __init__(self, url: str, driver: Driver, *, is_ours: bool = False) -> None:
        self.name = url
        self.is_ours = is_ours
        self._url = url
        self._driver = driver

    @asynccontextmanager
    async def fresh(self) -> AsyncIterator[Place]:
        """The app as it stands, in a browser of its own."""
        async with self._driver.open_browser() as browser:
            yield Place(browser, self._url)


class ImageTarget:
    """An app that can be started afresh from its Image."""

    is_ours = True
    is_apart = True

    def __init__(
        self, image: Image, driver: Driver, *, log: Path, candidate: PatchCandidate | None = None
    ) -> None:
        self.name = image.app.name
        self._image = image
        self._driver = driver
        self._log = log
        self._candidate = candidate

    @asynccontextmanager
    async def fresh(self) -> AsyncIterator[Place]:
        """A new Instance and a browser that shares only the network with it."""
        async with (
            open_instance(self._image, log=self._log, candidate=self._candidate) as instance,
            self._driver.open_browser(instance.sandbox.network_door([])) as browser,
        ):
            yield Place(browser, instance.url)


class SandboxTarget:
    """An app that runs in a sandbox of somebody else; it keeps what is done to it."""

    is_ours = True
    is_apart = False

    def __init__(self, url: str, driver: Driver, sandbox: Sandbox) -> None:
        self.name = url
        self._url = url
        self._driver = driver
        self._sandbox = sandbox

    @asynccontextmanager
    async def fresh(self) -> AsyncIterator[Place]:
        """The app as it stands, in a browser of its own that shares only its network."""
        async with self._driver.open_browser(self._sandbox.network_door([])) as browser:
            yield Place(browser, self._url)

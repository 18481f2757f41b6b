"""What is kept of each step, so that a person can see what the verdict saw."""

import asyncio
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from bugsweep.behaviour.scene import Scene
from bugsweep.browser import PageState
from bugsweep.domain.errors import SetupError

_TIMEOUT_S = 8
_LARGEST_SNAPSHOT = 4000
"""Elements; a snapshot of 6,000 takes more than a second."""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """What was kept of one step."""

    url: str = ""
    snapshot: str = ""
    screenshot: str = ""


class Pictures(StrEnum):
    """Of which steps a picture is taken."""

    ENDING = "ending"
    """Of the step that ended the test, held or not."""
    JUDGING = "judging"
    """Of each step that judges, too. A picture costs as much as two clicks."""


class EvidenceFolder:
    """Where screenshots go. A page that has not changed is not taken twice."""

    def __init__(self, folder: Path, pictures: Pictures) -> None:
        self.folder = folder
        self._pictures = pictures
        self._shown: tuple[object, ...] = ()
        self._screenshot = ""
        self._told: tuple[object, ...] = ()
        self._snapshot = ""

    async def keep(
        self, scene: Scene, number: int, *, is_judging: bool, is_over: bool, has_failed: bool
    ) -> Exhibit:
        """Keep the address, and where it matters the tree of the scope and a picture.

        A tree for every action would cost a quarter of the whole run; the trace of a re-run
        tells more of them.
        """
        if not is_judging and not is_over:
            return Exhibit(scene.session.address)
        try:
            async with asyncio.timeout(_TIMEOUT_S):
                return await self._keep(scene, number, is_over=is_over, in_full=has_failed)
        except (SetupError, TimeoutError):
            # Evidence is a help: without it the verdict stands all the same.
            return Exhibit(scene.session.address)

    async def _keep(self, scene: Scene, number: int, *, is_over: bool, in_full: bool) -> Exhibit:
        tab = scene.tab
        state = await tab.state()
        # A page loaded anew may have changed as often as the one before it.
        seen = (tab.session.name, tab.url, state.changes, state.born_ms)
        picture = ""
        if is_over or self._pictures is Pictures.JUDGING:
            picture = await self._show(scene, number, seen, in_full=in_full)
        return Exhibit(tab.url, await self._tell(scene, state, seen), picture)

    async def _tell(self, scene: Scene, state: PageState, seen: tuple[object, ...]) -> str:
        if state.elements > _LARGEST_SNAPSHOT and not scene.phrase.scopes:
            return ""
        key = (*seen, scene.phrase.scopes)
        if key != self._told:
            try:
                place = (await scene.places())[0]
            except SetupError:
                place = scene.tab.places()[0]
            self._snapshot, self._told = await place.snapshot(), key
        return self._snapshot

    async def _show(
        self, scene: Scene, number: int, seen: tuple[object, ...], *, in_full: bool
    ) -> str:
        if seen != self._shown or in_full:
            name = f"step-{number:02d}.jpeg"
            self.folder.mkdir(parents=True, exist_ok=True)
            take = scene.tab.screenshot if in_full else scene.tab.thumbnail
            await take(self.folder / name)
            self._screenshot, self._shown = name, seen
        return self._screenshot

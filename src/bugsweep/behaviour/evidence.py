"""What is kept of each step, so that a person can see what the verdict saw."""

from dataclasses import dataclass
from pathlib import Path

from bugsweep.behaviour.scene import Scene
from bugsweep.browser import PageState
from bugsweep.domain.errors import SetupError

_LARGEST_SNAPSHOT = 4000
"""Elements; a snapshot of 6,000 takes more than a second."""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """What was kept of one step."""

    url: str = ""
    snapshot: str = ""
    screenshot: str = ""


class EvidenceFolder:
    """Where screenshots go. A page that has not changed is not taken twice."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._shown: tuple[object, ...] = ()
        self._screenshot = ""
        self._told: tuple[object, ...] = ()
        self._snapshot = ""

    async def keep(self, scene: Scene, number: int, *, picture: bool) -> Exhibit:
        """Keep the address, the accessibility tree of the scope, and perhaps a picture."""
        try:
            tab = scene.tab
            state = await tab.state()
            seen = (tab.session.name, id(tab), tab.url, state.changes, state.age_ms > 0)
            return Exhibit(
                tab.url,
                await self._tell(scene, state, seen),
                await self._show(scene, number, seen) if picture else "",
            )
        except SetupError:
            # Evidence is a help: without it the verdict stands all the same.
            return Exhibit()

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

    async def _show(self, scene: Scene, number: int, seen: tuple[object, ...]) -> str:
        if seen != self._shown:
            name = f"step-{number:02d}.jpeg"
            self.folder.mkdir(parents=True, exist_ok=True)
            await scene.tab.screenshot(self.folder / name)
            self._screenshot, self._shown = name, seen
        return self._screenshot

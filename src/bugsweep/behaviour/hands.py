"""A browser driven one sentence at a time, for executors that read a behaviour test themselves."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bugsweep.behaviour.evidence import EvidenceFolder, Exhibit, Pictures
from bugsweep.behaviour.feature import Behaviour, Role, Step
from bugsweep.behaviour.pattern import Block, StepKind
from bugsweep.behaviour.running import carry_out
from bugsweep.behaviour.scene import Scene, World
from bugsweep.behaviour.vocabulary import StepCard, find_nearest, find_step, vocabulary
from bugsweep.browser import ActionRefusedError, Browser, TargetMissingError, watch
from bugsweep.browser.observation import Sight
from bugsweep.domain.verdict import VerdictKind

_KEYWORD: Final = re.compile(r"^(?:Given|When|Then|And|But|\*)\s+")
_OPENING: Final = ("I open {text}", "I open a new tab at {text}")
_ALWAYS_OPEN: Final = "/"
_ADDRESS: Final = re.compile(r"""(?<!\w)(?:https?:/)?/[^\s"<>]*""")
_AFTER_ADDRESS: Final = ".,;:!?)'"
_HANG_S: Final = 120.0


@dataclass(frozen=True, slots=True)
class View:
    """What a person at the browser sees, in words."""

    address: str
    title: str
    trees: tuple[str, ...]
    """The accessibility tree of the page and of every frame in it."""
    said: tuple[str, ...]
    """What the app said since the last action: notices, and questions of the browser."""
    script_errors: tuple[str, ...]
    downloads: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"address: {self.address}"
        yield f"title: {self.title}"
        for name in ("said", "script_errors", "downloads"):
            for text in getattr(self, name):
                yield f"{name.replace('_', ' ')}: {text}"
        for number, tree in enumerate(self.trees):
            yield f"page {'itself' if number == 0 else f'frame {number}'}:"
            yield tree or "(empty)"


class Hands:
    """Acts on the app as a user would, and looks; it judges nothing."""

    def __init__(self, world: World, behaviour: Behaviour, evidence: EvidenceFolder) -> None:
        self._world = world
        self._behaviour = behaviour
        self._evidence = evidence

    async def act(self, sentence: str, text: str = "") -> str:
        """Do one action of the vocabulary.

        Returns:
            What had to be noted beside, such as a label that was reworded.

        Raises:
            ActionRefusedError: it is no action, or opens an address that the test does not name.
            SetupError: it could not be done.
            BrowserGoneError: the browser died.
        """
        step = _step(sentence, text)
        if step.phrase.pattern.expression in _OPENING:
            self._check_address(str(step.phrase.arguments[0]))
        scene = Scene(self._world, step.phrase, text=step.text)
        try:
            async with asyncio.timeout(_HANG_S + (step.phrase.tails.within_s or 0)):
                judgement = await carry_out(self._behaviour, scene, step)
        except TimeoutError:
            raise ActionRefusedError("the page did not answer") from None
        except TargetMissingError:
            if not step.phrase.tails.is_optional:
                raise
            return "left out: it was not there"
        if judgement.kind is not VerdictKind.PASS:
            raise ActionRefusedError(judgement.seen)
        return "; ".join(scene.notes)

    def _check_address(self, address: str) -> None:
        """Where the steps do not send a user, a user gets by clicking."""
        if address not in find_addresses(self._behaviour):
            raise ActionRefusedError(
                f"the test does not open `{address}`: get there as a user would"
            )

    async def look(self) -> View:
        """What is to be seen once the page has come to rest, or after some seconds."""
        tab = self._world.session.tab

        async def settled(sight: Sight) -> tuple[bool, None]:
            return sight.is_quiet, None

        await watch(tab, settled, settle=True)
        session = self._world.session
        return View(
            address=tab.url,
            title=await tab.title(),
            trees=tuple([await place.snapshot() for place in tab.places()]),
            said=tuple(self._world.said()),
            script_errors=tuple(session.script_errors),
            downloads=tuple([await self._told(name) for name in session.downloads()]),
        )

    async def _told(self, name: str) -> str:
        content = await self._world.session.downloaded(name) or b""
        return f"{name}, {len(content)} bytes: {content[:500].decode(errors='replace')}"

    async def picture(self, path: Path) -> Path:
        """What the window shows, as JPEG."""
        path.parent.mkdir(parents=True, exist_ok=True)
        await self._world.session.tab.screenshot(path)
        return path

    async def keep(self, step: Step, number: int, *, is_over: bool, has_failed: bool) -> Exhibit:
        """Keep the evidence of a step that is reported on."""
        scene = Scene(self._world, step.phrase, text=step.text)
        return await self._evidence.keep(
            scene, number, is_judging=True, is_over=is_over, has_failed=has_failed
        )


def find_addresses(behaviour: Behaviour) -> set[str]:
    """The addresses that the steps name, and the app's own."""
    found = {_ALWAYS_OPEN}
    for step in behaviour.steps:
        if step.phrase.pattern.expression in _OPENING:
            found.add(str(step.phrase.arguments[0]))
        found.update(it.rstrip(_AFTER_ADDRESS) for it in _ADDRESS.findall(step.text))
    return found


def _step(sentence: str, text: str) -> Step:
    words = _KEYWORD.sub("", sentence.strip())
    phrase = find_step(words)
    if phrase is None:
        raise ActionRefusedError(
            f"`{words}` is no sentence of the vocabulary; the nearest is `{find_nearest(words)}`"
        )
    if phrase.awaited is None and phrase.pattern.kind is StepKind.VERDICT:
        raise ActionRefusedError(f"`{words}` judges: look, and judge yourself")
    wanted = (phrase.awaited or phrase).pattern.block
    if bool(text) is not bool(wanted) or wanted is Block.TABLE:
        raise ActionRefusedError(f"`{words}` needs {wanted or 'no text'} below it")
    return Step(Role.GIVEN, words, 1, phrase, text or None)


@asynccontextmanager
async def open_hands(
    behaviour: Behaviour, *, browser: Browser, base_url: str, evidence_dir: Path
) -> AsyncIterator[Hands]:
    """Sit down at the browser for the length of the block."""
    async with AsyncExitStack() as stack:
        world = World(browser, base_url, stack)
        await world.become("")
        yield Hands(world, behaviour, EvidenceFolder(evidence_dir, Pictures.ENDING))


def action_cards() -> tuple[StepCard, ...]:
    """What hands can do."""
    return tuple(card for card in vocabulary() if card.kind is StepKind.ACTION)

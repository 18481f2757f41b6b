"""Judging a single step on a page that was kept, long after it was shown."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

from bugsweep.behaviour.feature import Behaviour, Step
from bugsweep.behaviour.judging import Judgement, judge_claim, judge_error
from bugsweep.behaviour.pattern import Claim
from bugsweep.behaviour.phrases import Phrase
from bugsweep.behaviour.scene import Scene, World
from bugsweep.behaviour.steps import files, memory
from bugsweep.browser import Browser, Target
from bugsweep.browser.observation import Sight
from bugsweep.domain.errors import BugsweepError

_BEYOND_THE_PAGE = {files.__name__, memory.__name__}
"""What was downloaded and what was remembered cannot be seen on one page."""


def is_of_the_page(step: Step) -> bool:
    """Whether one page is enough to judge `step`."""
    return step.phrase.pattern.function.__module__ not in _BEYOND_THE_PAGE


def reworded(step: Step, words: Mapping[str, str]) -> Step:
    """The same step with other data: what a user entered in place of what the test enters."""

    def say(value: object) -> object:
        match value:
            case str():
                return words.get(value, value)
            case Target():
                return replace(value, name=words.get(value.name, value.name))
            case list():
                return [say(item) for item in value]
            case _:
                return value

    phrase = step.phrase
    scopes = tuple(
        replace(scope, name=words.get(scope.name, scope.name)) for scope in phrase.scopes
    )
    arguments = [say(argument) for argument in phrase.arguments]
    other: Phrase = replace(phrase, arguments=arguments, scopes=scopes)
    return replace(step, phrase=other, block=say(step.block))


class StillPage:
    """A window in which kept pages are shown and judged."""

    def __init__(self, world: World, behaviour: Behaviour) -> None:
        self._world = world
        self._behaviour = behaviour

    async def judge(self, html: str, step: Step, *, at: str) -> Judgement:
        """What `step` says of a page, looked at once."""
        try:
            await self._world.session.tab.show(html, at=at)
            scene = Scene(self._world, step.phrase, text=step.text)
            scene.sight = Sight(is_quiet=True, is_loose=True)
            block = () if step.block is None else (step.block,)
            claim: Claim = await step.phrase.pattern.function(scene, *step.phrase.arguments, *block)
        except BugsweepError as error:
            return judge_error(self._behaviour, step, error)
        return judge_claim(self._behaviour, step, claim, was_quiet=True)


@asynccontextmanager
async def open_still_page(behaviour: Behaviour, browser: Browser) -> AsyncIterator[StillPage]:
    """Have such a window for the length of the block."""
    async with AsyncExitStack() as stack:
        world = World(browser, "", stack)
        await world.become("")
        yield StillPage(world, behaviour)

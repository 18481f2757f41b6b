"""Steps that compare with an earlier moment, and with numbers."""

import difflib
import re

from bugsweep.behaviour.pattern import Claim, action, verdict
from bugsweep.behaviour.scene import Remembered, Scene
from bugsweep.browser import ActionRefusedError, Kind, Target, find_target
from bugsweep.browser.kinds import HOLDERS
from bugsweep.browser.locating import Effort

_NUMBER = re.compile(r"[-−]?\d[\d,  ]*(?:\.\d+)?")


async def _lines(scene: Scene, target: Target, scopes: tuple[Target, ...]) -> tuple[str, ...]:
    effort = Effort(is_loose=scene.sight is None or scene.sight.is_loose)
    within = tuple(map(scene.named, scopes))
    element = await find_target(scene.tab, within, scene.named(target), effort=effort)
    if target.kind is Kind.FIELD:
        return (await element.value(),)
    items = await element.items() if target.kind in HOLDERS else []
    return tuple(items) or (await element.text(),)


@action("I remember {target} as {text}", example='I remember the list "Tasks" as "before"')
async def remember(scene: Scene, target: Target, name: str) -> None:
    """Keep what a list, table, section or field shows now, under a name."""
    await scene.find(target)
    lines = await _lines(scene, target, scene.phrase.scopes)
    scene.world.memory[name] = Remembered(target, scene.phrase.scopes, lines)


def _recall(scene: Scene, name: str) -> Remembered:
    if name not in scene.world.memory:
        raise ActionRefusedError(f"nothing was remembered as `{name}`")
    return scene.world.memory[name]


@verdict(
    "nothing has changed since {text}", example='nothing has changed since "before"', settles=True
)
async def unchanged(scene: Scene, name: str) -> Claim:
    """What was remembered shows the same now."""
    then = _recall(scene, name)
    now = await _lines(scene, then.target, then.scopes)
    changed = [line for line in difflib.ndiff(then.lines, now) if line[0] in "+-"]
    return Claim(not changed, "; ".join(changed) or "no change")


def _number(text: str) -> float | None:
    found = _NUMBER.search(text)
    if not found:
        return None
    return float(re.sub(r"[,  ]", "", found[0]).replace("−", "-"))


async def _shown(scene: Scene, target: Target) -> float | None:
    return _number(" ".join(await _lines(scene, target, scene.phrase.scopes)))


@verdict(
    "the number shown in {target} is {float}",
    example='the number shown in the section "Cart" is 3',
    settles=True,
)
async def number_is(scene: Scene, target: Target, wanted: float) -> Claim:
    """The first number to be read in it is this one."""
    now = await _shown(scene, target)
    return Claim(now == wanted, f"the number is {now}")


async def _differs(scene: Scene, target: Target, by: float, name: str) -> Claim:
    then = _number(" ".join(_recall(scene, name).lines))
    now = await _shown(scene, target)
    fits = now is not None and then is not None and round(now - then - by, 9) == 0
    return Claim(fits, f"the number was {then} and is {now}")


@verdict(
    "the number shown in {target} is {float} more than in {text}",
    example='the number shown in the section "Cart" is 1 more than in "before"',
    settles=True,
)
async def number_is_more(scene: Scene, target: Target, by: float, name: str) -> Claim:
    """The first number to be read in it has gone up by this much since."""
    return await _differs(scene, target, by, name)


@verdict(
    "the number shown in {target} is {float} less than in {text}",
    example='the number shown in the section "Cart" is 1 less than in "before"',
    settles=True,
)
async def number_is_less(scene: Scene, target: Target, by: float, name: str) -> Claim:
    """The first number to be read in it has gone down by this much since."""
    return await _differs(scene, target, -by, name)

"""Verdicts on what is to be seen, and on single elements."""

from pathlib import Path

from bugsweep.behaviour.pattern import Block, Claim, verdict
from bugsweep.behaviour.pictures import compare
from bugsweep.behaviour.scene import Scene
from bugsweep.browser import Kind, Target
from bugsweep.browser.wording import holds, literal_pattern
from bugsweep.domain.errors import SetupError


async def _is_seen(scene: Scene, text: str) -> Claim:
    for place in await scene.places():
        if await place.holds(literal_pattern(text)):
            return Claim(holds=True, seen=f"`{text}` is there")
    return Claim(holds=False, seen=f"`{text}` is not there")


@verdict("I see {text}", example='I see "3 items left"')
async def see_text(scene: Scene, text: str) -> Claim:
    """The text is to be read on the page, not cut out of a longer word or number."""
    return await _is_seen(scene, text)


@verdict("I do not see {text}", example='I do not see "Milk"', is_absence=True)
async def not_see_text(scene: Scene, text: str) -> Claim:
    """The text is not to be read on the page once it is at rest."""
    claim = await _is_seen(scene, text)
    return Claim(not claim.holds, claim.seen)


@verdict("I see {target}", example='I see the button "Save"')
async def see_target(scene: Scene, target: Target) -> Claim:
    """Such an element is visible; there may be several."""
    found = await scene.find_all(target)
    return Claim(bool(found), f"{len(found)} of the {target}")


@verdict("I do not see {target}", example='I do not see the button "Delete"', is_absence=True)
async def not_see_target(scene: Scene, target: Target) -> Claim:
    """No such element is visible once the page is at rest."""
    found = await scene.find_all(target)
    return Claim(not found, f"{len(found)} of the {target}")


async def _is_said(scene: Scene, text: str) -> Claim:
    said = scene.world.said()
    if any(holds(line, text) for line in said):
        return Claim(holds=True, seen=f"the app said `{text}`")
    seen = await _is_seen(scene, text)
    heard = "; ".join(said[-3:]) or "nothing"
    return Claim(seen.holds, seen.seen if seen.holds else f"the app said {heard}")


@verdict("I see the message {text}", example='I see the message "Saved"')
async def see_message(scene: Scene, text: str) -> Claim:
    """The app says so, or said so since the last action, in a notice that may be gone by now."""
    return await _is_said(scene, text)


@verdict(
    "I do not see the message {text}", example='I do not see the message "Error"', is_absence=True
)
async def not_see_message(scene: Scene, text: str) -> Claim:
    """The app did not say so since the last action, and does not now."""
    claim = await _is_said(scene, text)
    return Claim(not claim.holds, claim.seen)


@verdict("{target} is enabled", example='the button "Save" is enabled', settles=True)
async def is_enabled(scene: Scene, target: Target) -> Claim:
    """It can be used."""
    enabled = await (await scene.find(target)).is_enabled()
    return Claim(enabled, f"the {target} is {'enabled' if enabled else 'disabled'}")


@verdict("{target} is disabled", example='the button "Save" is disabled', settles=True)
async def is_disabled(scene: Scene, target: Target) -> Claim:
    """It cannot be used."""
    enabled = await (await scene.find(target)).is_enabled()
    return Claim(not enabled, f"the {target} is {'enabled' if enabled else 'disabled'}")


@verdict("{target} is within reach", example='the button "Save" is within reach', settles=True)
async def is_within_reach(scene: Scene, target: Target) -> Claim:
    """A click on its middle would get there: nothing covers it wherever the page is scrolled to."""
    why = await (await scene.find(target)).blocked()
    return Claim(not why, why or "a click gets there")


@verdict("the image {text} is shown", example='the image "Logo" is shown')
async def image_is_shown(scene: Scene, name: str) -> Claim:
    """The image is there and was really loaded."""
    drawn = await (await scene.find(Target(Kind.IMAGE, name))).is_drawn()
    return Claim(drawn, f"the image `{name}` {'is drawn' if drawn else 'could not be loaded'}")


@verdict(
    "{target} looks like {text}",
    example='the canvas "Map" looks like "map.png"',
    settles=True,
)
async def looks_like(scene: Scene, target: Target, name: str) -> Claim:
    """It looks as in a PNG file beside the behaviour test: 99 % of its area is alike."""
    wanted, kept = scene.world.folder / name, scene.world.evidence / Path(name).name
    seen = await (await scene.find(target)).picture()
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(seen)
    if not wanted.is_file():
        raise SetupError(f"there is no picture `{wanted}`; what is seen now was kept as `{kept}`")
    likeness = compare(seen, wanted)
    return Claim(likeness.is_alike, f"{likeness.told}; it was kept as `{kept.name}`")


@verdict("{holder} reads:", example='the section "Total" reads:', block=Block.TEXT, settles=True)
async def reads(scene: Scene, holder: Target, snapshot: str) -> Claim:
    """Every line of the doc string, an accessibility tree, stands in its own in this order."""
    now = (await (await scene.find(holder)).place.snapshot()).splitlines()
    rest = iter(line.strip() for line in now)
    missing = [
        line.strip()
        for line in snapshot.splitlines()
        if line.strip() and not any(line.strip() == other for other in rest)
    ]
    return Claim(not missing, f"it reads:\n{chr(10).join(now)}")

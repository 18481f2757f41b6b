"""Steps done with the pointer."""

from bugsweep.behaviour.pattern import Claim, action, verdict
from bugsweep.behaviour.scene import Scene
from bugsweep.browser import Target


async def _click(scene: Scene, target: Target, *, button: str = "left", count: int = 1) -> None:
    async def act() -> None:
        element = await scene.find(target)
        note = await element.click(button=button, count=count)
        if note:
            scene.notes.append(note)

    await scene.answering(act)


@action("I click {target}", example='I click the button "Save"')
async def click(scene: Scene, target: Target) -> None:
    """Click it once."""
    await _click(scene, target)


@action("I double-click {target}", example='I double-click the row containing "Milk"')
async def double_click(scene: Scene, target: Target) -> None:
    """Click it twice in a row."""
    await _click(scene, target, count=2)


@action("I right-click {target}", example='I right-click the item containing "Milk"')
async def right_click(scene: Scene, target: Target) -> None:
    """Click it with the right button."""
    await _click(scene, target, button="right")


@action("I hover over {target}", example='I hover over the menu item "File"')
async def hover(scene: Scene, target: Target) -> None:
    """Bring the pointer over it and leave it there."""
    await (await scene.find(target)).hover()


@action("I click at {int}%, {int}% of {target}", example='I click at 25%, 40% of the image "Map"')
async def click_at(scene: Scene, right: int, down: int, target: Target) -> None:
    """Click at a point within it, in percent of its width and height from the upper left."""

    async def act() -> None:
        await (await scene.find(target)).click_at(right / 100, down / 100)

    await scene.answering(act)


@action("I drag {target} onto {target}", example='I drag the card "Milk" onto the list "Done"')
async def drag(scene: Scene, what: Target, onto: Target) -> None:
    """Drag it with the mouse and drop it in the middle of the other."""

    async def act() -> None:
        await (await scene.find(what)).drag_onto(await scene.find(onto))

    await scene.answering(act)


@action("I scroll to {target}", example='I scroll to the heading "Terms"')
async def scroll(scene: Scene, target: Target) -> None:
    """Bring it into the window."""
    await (await scene.find(target)).scroll_to()


@verdict("the app reacts to the click", example="the app reacts to the click")
async def reacts(scene: Scene) -> Claim:
    """Since the last click it changed the page, asked its server, set a timer or opened a tab."""
    reacted = await scene.tab.has_answered()
    return Claim(reacted, "it did something" if reacted else "nothing happened")

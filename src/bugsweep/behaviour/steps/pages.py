"""Steps about pages, tabs and people."""

from bugsweep.behaviour.pattern import Claim, action, verdict
from bugsweep.behaviour.scene import Scene
from bugsweep.browser import ActionRefusedError


@action("I open {text}", example='I open "/items"')
async def open_page(scene: Scene, url: str) -> None:
    """Load an address, relative to the app's own."""
    await scene.answering(lambda: scene.tab.open(url))


@action("I open a new tab", example="I open a new tab")
async def open_tab(scene: Scene) -> None:
    """Open an empty tab of the same window."""
    await scene.session.open_tab()


@action("I open a new tab at {text}", example='I open a new tab at "/items"')
async def open_tab_at(scene: Scene, url: str) -> None:
    """Open an address in a new tab of the same window."""
    await scene.session.open_tab(url)


@action("I switch to the tab {text}", example='I switch to the tab "Report"')
async def switch_tab(scene: Scene, words: str) -> None:
    """Bring the tab to the front whose title or address contains the words."""

    async def switch(_: object) -> None:
        if not await scene.session.switch_tab(words):
            raise ActionRefusedError(f"there is no single tab `{words}`")

    await scene.until(switch)


@action("I close the tab", example="I close the tab")
async def close_tab(scene: Scene) -> None:
    """Close the tab in front; the one before it comes to the front."""
    await scene.tab.close()


@action("I switch to the browser of {text}", example='I switch to the browser of "Ann"')
async def become(scene: Scene, person: str) -> None:
    """Go on as another person, with cookies and storage of their own."""
    await scene.world.become(person)


@action("I reload the page", example="I reload the page")
async def reload(scene: Scene) -> None:
    """Load the page again, as after pressing F5."""
    await scene.answering(scene.tab.reload)


@action("I go back", example="I go back")
async def go_back(scene: Scene) -> None:
    """Go to the page before, as by the browser's button."""
    await scene.answering(lambda: scene.tab.go(-1))


@action("I go forward", example="I go forward")
async def go_forward(scene: Scene) -> None:
    """Go to the page after, as by the browser's button."""
    await scene.answering(lambda: scene.tab.go(1))


@action("I use a window of {int} by {int}", example="I use a window of 390 by 844")
async def resize(scene: Scene, width_px: int, height_px: int) -> None:
    """Give the window a size in pixels; 1280 by 900 before."""
    await scene.tab.resize(width_px, height_px)


@verdict("the page address is {text}", example='the page address is "/items"', settles=True)
async def address_is(scene: Scene, url: str) -> Claim:
    """The address shown is this one; one that begins with `/` is the app's."""
    wanted = scene.session.base_url.rstrip("/") + url if url.startswith("/") else url
    return Claim(scene.tab.url == wanted, f"the address is {scene.tab.url}")


@verdict("the page address ends with {text}", example='the page address ends with "/items"')
async def address_ends(scene: Scene, end: str) -> Claim:
    """The address shown ends so."""
    return Claim(scene.tab.url.endswith(end), f"the address is {scene.tab.url}")


@verdict("the page address contains {text}", example='the page address contains "page=2"')
async def address_contains(scene: Scene, part: str) -> Claim:
    """The address shown has this in it."""
    return Claim(part in scene.tab.url, f"the address is {scene.tab.url}")


@verdict("the page title is {text}", example='the page title is "Items - Shop"')
async def title_is(scene: Scene, title: str) -> Claim:
    """The title of the tab is this one."""
    now = await scene.tab.title()
    return Claim(now.strip() == title, f"the title is `{now}`")


@verdict("the page title contains {text}", example='the page title contains "Items"')
async def title_contains(scene: Scene, part: str) -> Claim:
    """The title of the tab has this in it."""
    now = await scene.tab.title()
    return Claim(part in now, f"the title is `{now}`")


@verdict("the page has no script error", example="the page has no script error", is_absence=True)
async def no_script_error(scene: Scene) -> Claim:
    """No exception went uncaught in this person's pages."""
    errors = scene.session.script_errors
    return Claim(not errors, f"uncaught: {errors[-1]}" if errors else "none")


@verdict("the page has no server error", example="the page has no server error", is_absence=True)
async def no_server_error(scene: Scene) -> Claim:
    """Neither the page nor anything it asked the app for was answered with 500 or more."""
    errors = [text for place in await scene.places() for text in await place.ask("serverErrors")]
    return Claim(not errors, "; ".join(errors[:3]) or "none")

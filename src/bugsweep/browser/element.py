"""One element of a page, and what a user can do to it and read from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playwright.async_api import FilePayload, Frame, Locator

from bugsweep.browser.failures import ActionRefusedError, translated
from bugsweep.browser.observation import PageState

if TYPE_CHECKING:
    from bugsweep.browser.session import Tab

ACTION_TIMEOUT_MS = 5000
_HYDRATION_MS = 3000
"""A page younger than this may not have attached its listeners yet."""
_REACTION_MS = 500


@dataclass(frozen=True, slots=True)
class Place:
    """Where to look: a frame of the page, or an element in it."""

    root: Frame | Locator

    async def ask(self, function: str, *arguments: object) -> Any:  # noqa: ANN401 - JSON of a page
        """Call one of the page's own reading functions on this place."""
        call = f"(root, args) => window.__bugsweep.{function}(root, ...args)"
        with translated("the page was read"):
            if isinstance(self.root, Frame):
                whole = f"(args) => window.__bugsweep.{function}(document, ...args)"
                return await self.root.evaluate(whole, list(arguments))
            return await self.root.evaluate(call, list(arguments), timeout=ACTION_TIMEOUT_MS)

    async def text(self) -> str:
        """What a user reads here, values of fields included, spaces squeezed."""
        return str((await self.ask("shown"))[0])

    async def holds(self, pattern: str) -> bool:
        """Whether the text a user reads here matches `pattern`."""
        return bool(await self.ask("holds", pattern))

    async def snapshot(self) -> str:
        """The accessibility tree, as YAML."""
        root = self.root.locator("body") if isinstance(self.root, Frame) else self.root
        with translated("the page was read"):
            return await root.aria_snapshot(timeout=ACTION_TIMEOUT_MS)


class Element:
    """Something on the page, found by the words a user has for it."""

    def __init__(
        self, tab: "Tab", locator: Locator, what: str, *, seen: PageState | None = None
    ) -> None:
        self._tab = tab
        self._locator = locator
        self.what = what
        self._seen = seen
        self.note = ""
        """Said when it was not found under its exact name."""
        self.reworded_as = ""
        """The label it bears now, when it was only found under the healing rule."""

    @property
    def place(self) -> Place:
        """The inside of this element, to look in."""
        return Place(self._locator)

    async def frame_place(self) -> Place:
        """The inside of this element's document, for an iframe."""
        with translated(f"the {self.what} was entered"):
            handle = await self._locator.element_handle(timeout=ACTION_TIMEOUT_MS)
            frame = await handle.content_frame()
        if frame is None:
            raise ActionRefusedError(f"the {self.what} holds no document")
        return Place(frame)

    async def click(self, *, button: str = "left", count: int = 1) -> str:
        """Click it, and say so when a page still waking up had to be clicked again."""
        before, stirs = self._seen or await self._tab.state(), self._tab.session.stirs
        await self._click_once(button, count)
        if before.age_ms > _HYDRATION_MS or before.changes < 0 or count > 1:
            return ""
        if await self._tab.react(before, stirs, _REACTION_MS):
            return ""
        await self._click_once(button, count)
        return "clicked twice: the page did not react at first"

    async def _click_once(self, button: str, count: int) -> None:
        with translated(f"clicking the {self.what}"):
            await self._locator.click(
                button="right" if button == "right" else "left",
                click_count=count,
                timeout=ACTION_TIMEOUT_MS,
            )

    async def click_at(self, x: float, y: float) -> None:
        """Click at fractions of its width and height, from its upper left corner."""
        with translated(f"clicking in the {self.what}"):
            box = await self._locator.bounding_box(timeout=ACTION_TIMEOUT_MS)
            if box is None:
                raise ActionRefusedError(f"the {self.what} is not visible")
            position = {"x": box["width"] * x, "y": box["height"] * y}
            await self._locator.click(
                position={"x": position["x"], "y": position["y"]}, timeout=ACTION_TIMEOUT_MS
            )

    async def hover(self) -> None:
        """Bring the pointer over it."""
        with translated(f"hovering over the {self.what}"):
            await self._locator.hover(timeout=ACTION_TIMEOUT_MS)

    async def fill(self, text: str) -> None:
        """Replace its content by `text`, in one go."""
        with translated(f"typing into the {self.what}"):
            await self._locator.fill(text, timeout=ACTION_TIMEOUT_MS)

    async def type_keys(self, text: str) -> None:
        """Replace its content by `text`, key by key."""
        with translated(f"typing into the {self.what}"):
            # Clearing presses a key of its own: an empty field is left alone.
            if await self.value():
                await self._locator.clear(timeout=ACTION_TIMEOUT_MS)
            await self._locator.press_sequentially(text, timeout=ACTION_TIMEOUT_MS + 50 * len(text))

    async def press(self, keys: str) -> None:
        """Press a key or a chord such as `Control+A` with the focus in it."""
        with translated(f"pressing `{keys}` in the {self.what}"):
            await self._locator.press(keys, timeout=ACTION_TIMEOUT_MS)

    async def set_checked(self, *, checked: bool) -> None:
        """Tick it or untick it; by its label when it is invisible itself."""
        with translated(f"ticking the {self.what}"):
            if await self._locator.is_checked(timeout=ACTION_TIMEOUT_MS) is checked:
                return
            if await self._locator.evaluate("element => __bugsweep.visible(element)"):
                await self._locator.set_checked(checked, timeout=ACTION_TIMEOUT_MS)
            else:
                await self._locator.evaluate(
                    "e => ((e.labels && e.labels[0]) || e.closest('label') || e).click()"
                )
            if await self._locator.is_checked(timeout=ACTION_TIMEOUT_MS) is not checked:
                raise ActionRefusedError(f"the {self.what} did not change")

    async def is_native_select(self) -> bool:
        """Whether it is the browser's own list to choose from."""
        with translated("the page was read"):
            return bool(
                await self._locator.evaluate(
                    "e => e.tagName === 'SELECT'", timeout=ACTION_TIMEOUT_MS
                )
            )

    async def select(self, label: str) -> None:
        """Choose the option with this label in a browser's own list."""
        with translated(f"choosing `{label}` in the {self.what}"):
            await self._locator.select_option(label=label, timeout=ACTION_TIMEOUT_MS)

    async def select_parent(self) -> "Element | None":
        """The browser's own list that this option is in, if it is in one."""
        with translated("the page was read"):
            if not await self._locator.evaluate("e => e.tagName === 'OPTION'"):
                return None
        return Element(self._tab, self._locator.locator("xpath=ancestor::select"), self.what)

    async def upload(self, name: str, content: bytes, mime_type: str) -> None:
        """Give it a file, directly or through the chooser that a click on it opens."""
        payload: FilePayload = {"name": name, "mimeType": mime_type, "buffer": content}
        with translated(f"uploading into the {self.what}"):
            if await self._locator.evaluate("e => e.tagName === 'INPUT' && e.type === 'file'"):
                await self._locator.set_input_files(payload, timeout=ACTION_TIMEOUT_MS)
                return
            async with self._tab.page.expect_file_chooser(timeout=ACTION_TIMEOUT_MS) as chooser:
                await self._locator.click(timeout=ACTION_TIMEOUT_MS)
            await (await chooser.value).set_files(payload)

    async def drag_onto(self, other: "Element") -> None:
        """Drag it with the mouse, in steps that drag libraries recognise."""
        with translated(f"dragging the {self.what}"):
            await self._locator.scroll_into_view_if_needed(timeout=ACTION_TIMEOUT_MS)
            start = await self._locator.bounding_box(timeout=ACTION_TIMEOUT_MS)
            if start is None:
                raise ActionRefusedError(f"the {self.what} is not visible")
            mouse = self._tab.page.mouse
            x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
            await mouse.move(x, y)
            await mouse.down()
            await mouse.move(x + 3, y + 3)
            end = await other.box()
            to_x, to_y = end[0] + end[2] / 2, end[1] + end[3] / 2
            await mouse.move(to_x, to_y, steps=5)
            # Some libraries only take notice of a second move over the goal.
            await mouse.move(to_x + 2, to_y + 2)
            await mouse.move(to_x, to_y)
            await mouse.up()

    async def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height in pixels of the window."""
        with translated(f"measuring the {self.what}"):
            box = await self._locator.bounding_box(timeout=ACTION_TIMEOUT_MS)
        if box is None:
            raise ActionRefusedError(f"the {self.what} is not visible")
        return box["x"], box["y"], box["width"], box["height"]

    async def scroll_to(self) -> None:
        """Bring it into the window."""
        with translated(f"scrolling to the {self.what}"):
            await self._locator.scroll_into_view_if_needed(timeout=ACTION_TIMEOUT_MS)

    async def set_slider(self, value: str) -> None:
        """Move a slider to `value`: by its value, or by arrow keys when it is drawn by the app."""
        with translated(f"moving the {self.what}"):
            if await self._locator.evaluate("e => e.tagName === 'INPUT'"):
                await self._locator.fill(value, timeout=ACTION_TIMEOUT_MS)
                return
            for _ in range(200):
                now = await self._locator.get_attribute("aria-valuenow")
                if now is None or float(now) == float(value):
                    return
                await self._locator.press(
                    "ArrowRight" if float(now) < float(value) else "ArrowLeft"
                )
        raise ActionRefusedError(f"the {self.what} cannot be moved to `{value}`")

    async def text(self) -> str:
        """What a user reads in it."""
        return await self.place.text()

    async def value(self) -> str:
        """What stands in a field."""
        return str(await self.place.ask("value"))

    async def texts(self, of: str) -> Sequence[Any]:
        """Lists read from it: `cells`, `table`, `error`."""
        return list(await self.place.ask(of))

    async def items(self) -> list[str]:
        """The texts of its items, rows or options, as a user sees them, from the top."""
        return [str(text) for text in await self.place.ask("itemTexts")]

    async def scroll_on(self, *, to_start: bool = False) -> bool:
        """Scroll a long list by most of its height; False at its end."""
        return bool(await self.place.ask("scrolled", "start" if to_start else "on"))

    async def is_checked(self) -> bool:
        """Whether it is ticked or switched on."""
        with translated("the page was read"):
            return await self._locator.is_checked(timeout=ACTION_TIMEOUT_MS)

    async def is_enabled(self) -> bool:
        """Whether it can be used."""
        with translated("the page was read"):
            return await self._locator.is_enabled(timeout=ACTION_TIMEOUT_MS)

    async def is_focused(self) -> bool:
        """Whether the keyboard goes to it."""
        with translated("the page was read"):
            return bool(await self._locator.evaluate("e => e.matches(':focus, :focus-within')"))

    async def is_drawn(self) -> bool:
        """Whether an image has really been loaded."""
        with translated("the page was read"):
            return bool(
                await self._locator.evaluate(
                    "e => e.tagName !== 'IMG' || (e.complete && e.naturalWidth > 0)"
                )
            )

"""One element of a page, and what a user can do to it and read from it."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from playwright.async_api import FilePayload, Frame, Locator

from bugsweep.browser.acting import Act, insist
from bugsweep.browser.failures import ActionRefusedError, PageMovedError, read, translated
from bugsweep.browser.observation import PATIENCE, PageState

if TYPE_CHECKING:
    from bugsweep.browser.session import Tab

_HYDRATION_MS = 3000
"""A page younger than this may not have attached its listeners yet."""
_KEY_MS = 50
_READ_MS = 2000
_CHOOSER_MS = 10_000
_PICTURE_MS = 10_000
_SLOW = frozenset({"atRest", "scrolled"})
"""Reading functions that give a promise."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where to look: a frame of the page, or an element in it."""

    root: Frame | Locator
    silent_s: float = PATIENCE.silent_s

    async def ask(self, function: str, *arguments: object) -> Any:  # noqa: ANN401 - JSON of a page
        """Call one of the page's own reading functions on this place."""
        async with read(self.silent_s):
            if isinstance(self.root, Frame):
                whole = f"(args) => window.__bugsweep.{function}(document, ...args)"
                return await self.root.evaluate(whole, list(arguments))
            # An element that is gone is not waited for here: the step looks for it anew.
            prefix, wait = ("async ", "await ") if function in _SLOW else ("", "")
            answer_of = f"{wait}window.__bugsweep.{function}(all[0], ...args)"
            call = f"{prefix}(all, args) => all.length ? [{answer_of}] : []"
            answer = await self.root.evaluate_all(call, list(arguments))
        if not answer:
            raise PageMovedError("the element was gone while the page was read")
        return answer[0]

    async def text(self) -> str:
        """What a user reads here, values of fields included, spaces squeezed."""
        return str((await self.ask("shown"))[0])

    async def holds(self, pattern: str) -> bool:
        """Whether the text a user reads here matches `pattern`."""
        return bool(await self.ask("holds", pattern))

    async def snapshot(self) -> str:
        """The accessibility tree, as YAML."""
        root = self.root.locator("body") if isinstance(self.root, Frame) else self.root
        async with read(self.silent_s):
            return await root.aria_snapshot(timeout=self.silent_s * 1000)


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
        self.is_moving = False
        """Whether it, or what it is in, was on its way when it was found."""
        self.is_early = False
        """Whether the page was still loading when it was found, and may load yet."""

    @property
    def place(self) -> Place:
        """The inside of this element, to look in."""
        return Place(self._locator, self._tab.patience.silent_s)

    async def frame_place(self) -> Place:
        """The inside of this element's document, for an iframe."""
        async with read(self._tab.patience.silent_s):
            handles = await self._locator.element_handles()
            frame = await handles[0].content_frame() if handles else None
        if frame is None:
            raise ActionRefusedError(f"the {self.what} holds no document")
        return Place(frame, self._tab.patience.silent_s)

    async def _do(self, doing: str, act: Act, *, through: Act | None = None) -> None:
        if self.is_moving:
            # Once: what is typed into a dialog that opens may go where its own script looks.
            self.is_moving = False
            with suppress(PageMovedError):
                await self.place.ask("atRest")
        await insist(self._tab, self._locator, doing, act, through=through)

    async def click(self, *, button: str = "left", count: int = 1) -> str:
        """Click it, and say so when a page still waking up had to be clicked again."""
        before, stirs = self._seen or await self._tab.state(), self._tab.session.stirs
        self._tab.clicked = (before, stirs)
        await self._click_once(button, count)
        if before.age_ms > _HYDRATION_MS or before.changes < 0 or count > 1:
            return ""
        if await self._tab.react(before, stirs):
            return ""
        await self._click_once(button, count)
        return "clicked twice: the page did not react at first"

    async def _click_once(self, button: str, count: int) -> None:
        which: Literal["left", "right"] = "right" if button == "right" else "left"
        click = partial(self._locator.click, button=which, click_count=count)
        await self._do(
            f"clicking the {self.what}",
            lambda ms: click(timeout=ms),
            through=lambda ms: click(timeout=ms, force=True),
        )

    async def click_at(self, x: float, y: float) -> None:
        """Click at fractions of its width and height, from its upper left corner."""
        _, _, width, height = await self.box()
        await self._do(
            f"clicking in the {self.what}",
            lambda ms: self._locator.click(position={"x": width * x, "y": height * y}, timeout=ms),
        )

    async def hover(self) -> None:
        """Bring the pointer over it."""
        await self._do(f"hovering over the {self.what}", lambda ms: self._locator.hover(timeout=ms))

    async def fill(self, text: str) -> None:
        """Replace its content by `text`, in one go.

        Raises:
            ActionRefusedError: the page took the focus away and the text went elsewhere.
        """
        doing = f"typing into the {self.what}"
        await self._do(doing, lambda ms: self._locator.fill(text, timeout=ms))
        if await self._is_lost(text):
            # Nothing was typed anywhere, so that typing it now does no harm.
            await self._do(doing, lambda ms: self._locator.fill(text, timeout=ms))
            if await self._is_lost(text):
                raise ActionRefusedError(f"{doing} did not work: it does not keep the focus")

    async def _is_lost(self, text: str) -> bool:
        """Whether the text is nowhere, the focus having been taken away before it was typed."""
        try:
            typed = await self.place.ask("typed", text)
        except PageMovedError:
            # The app has answered with another page or field.
            return False
        if typed["isHeld"] or typed["isHere"]:
            return False
        if typed["elsewhere"]:
            raise ActionRefusedError(
                f"typing into the {self.what} did not work: the page moved the focus"
                f" meanwhile, and the text went into `{typed['elsewhere']}`"
            )
        return bool(text and typed["isEmpty"])

    async def type_keys(self, text: str) -> None:
        """Replace its content by `text`, key by key."""
        doing = f"typing into the {self.what}"
        # Clearing presses a key of its own: an empty field is left alone.
        if await self.value():
            await self._do(doing, lambda ms: self._locator.clear(timeout=ms))
        await self._focus(doing)
        with translated(doing):
            await self._locator.press_sequentially(
                text, timeout=self._tab.patience.busy_s * 1000 + _KEY_MS * len(text)
            )
        if await self._is_lost(text):
            raise ActionRefusedError(f"{doing} did not work: it does not keep the focus")

    async def press(self, keys: str) -> None:
        """Press a key or a chord such as `Control+A` with the focus in it."""
        await self._focus(f"pressing `{keys}` in the {self.what}")
        await self._tab.press(keys)

    async def _focus(self, doing: str) -> None:
        await self._do(doing, lambda ms: self._locator.focus(timeout=ms))

    async def set_checked(self, *, checked: bool) -> None:
        """Tick it or untick it; by its label when it is invisible itself."""
        doing = f"ticking the {self.what}"
        if await self.is_checked() is checked:
            return
        if await self.place.ask("visible"):
            await self._do(doing, lambda ms: self._locator.set_checked(checked, timeout=ms))
        else:
            await self.place.ask("clickLabel")
        if await self.is_checked() is not checked:
            raise ActionRefusedError(f"{doing} did not work: it did not change")

    async def is_native_select(self) -> bool:
        """Whether it is the browser's own list to choose from."""
        return bool(await self.place.ask("is", "select"))

    async def select(self, label: str) -> None:
        """Choose the option with this label in a browser's own list."""
        await self._do(
            f"choosing `{label}` in the {self.what}",
            lambda ms: self._locator.select_option(label=label, timeout=ms),
        )

    async def select_parent(self) -> "Element | None":
        """The browser's own list that this option is in, if it is in one."""
        if not await self.place.ask("is", "option"):
            return None
        return Element(self._tab, self._locator.locator("xpath=ancestor::select"), self.what)

    async def upload(self, name: str, content: bytes, mime_type: str) -> None:
        """Give it a file, directly or through the chooser that a click on it opens."""
        payload: FilePayload = {"name": name, "mimeType": mime_type, "buffer": content}
        doing = f"uploading into the {self.what}"
        if await self.place.ask("is", "input[type=file]"):
            await self._do(doing, lambda ms: self._locator.set_input_files(payload, timeout=ms))
            return
        with translated(doing):
            async with self._tab.page.expect_file_chooser(timeout=_CHOOSER_MS) as chooser:
                await self._do(doing, lambda ms: self._locator.click(timeout=ms))
            await (await chooser.value).set_files(payload)

    async def drag_onto(self, other: "Element") -> None:
        """Drag it with the mouse, in steps that drag libraries recognise."""
        await self.scroll_to()
        start = await self.box()
        x, y = start[0] + start[2] / 2, start[1] + start[3] / 2
        mouse = self._tab.page.mouse
        with translated(f"dragging the {self.what}"):
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
        async with read(self._tab.patience.silent_s):
            box = await self._locator.bounding_box(timeout=_READ_MS)
        if box is None:
            raise ActionRefusedError(f"the {self.what} is not visible")
        return box["x"], box["y"], box["width"], box["height"]

    async def picture(self) -> bytes:
        """What it looks like, as PNG, animations brought to their end."""
        with translated(f"taking a picture of the {self.what}"):
            return await self._locator.screenshot(
                animations="disabled", caret="hide", scale="css", timeout=_PICTURE_MS
            )

    async def scroll_to(self) -> None:
        """Bring it into the window."""
        await self._do(
            f"scrolling to the {self.what}",
            lambda ms: self._locator.scroll_into_view_if_needed(timeout=ms),
        )

    async def set_slider(self, value: str) -> None:
        """Move a slider to `value`: by its value, or by arrow keys when it is drawn by the app."""
        doing = f"moving the {self.what}"
        if await self.place.ask("is", "input"):
            await self._do(doing, lambda ms: self._locator.fill(value, timeout=ms))
            return
        await self._focus(doing)
        for _ in range(200):
            now = await self.place.ask("attribute", "aria-valuenow")
            if now is None or float(now) == float(value):
                return
            with translated(doing):
                await self._tab.page.keyboard.press(
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
        async with read(self._tab.patience.silent_s):
            return await self._locator.is_checked(timeout=_READ_MS)

    async def is_enabled(self) -> bool:
        """Whether it can be used."""
        async with read(self._tab.patience.silent_s):
            return await self._locator.is_enabled(timeout=_READ_MS)

    async def blocked(self) -> str:
        """Why a click would not get there, wherever the page is scrolled to; empty if it would."""
        return str(await self.place.ask("blocked"))

    async def is_focused(self) -> bool:
        """Whether the keyboard goes to it."""
        return bool(await self.place.ask("is", ":focus, :focus-within"))

    async def is_drawn(self) -> bool:
        """Whether an image has really been loaded."""
        return bool(await self.place.ask("drawn"))

"""One person at one browser window: tabs, downloads, questions, and what the app said."""

import base64
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

from playwright.async_api import (
    BrowserContext,
    CDPSession,
    Dialog,
    Download,
    Frame,
    Page,
    Route,
    WebError,
)
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from bugsweep.browser.element import Place
from bugsweep.browser.failures import (
    ActionRefusedError,
    BrowserGoneError,
    PageMovedError,
    PageSilentError,
    read,
    translated,
)
from bugsweep.browser.observation import PageState, Patience, has_reacted, page_script, page_state

_PICTURE_TIMEOUT_MS = 10_000
_REACTION_TURNS = 10
_REACTION_MS = 50
_UNKNOWN = PageState(changes=-1, is_awaiting=True)
_BLANK = PageState(idle_ms=1e6)


@dataclass(frozen=True, slots=True)
class Said:
    """A message the app showed, or a question the browser asked on its behalf."""

    text: str
    at: float
    """On the monotonic clock."""


@dataclass(slots=True)
class Question:
    """What to do when the browser asks: alert, confirm or prompt."""

    accept: bool
    wording: str = ""
    """Part of the question; empty for any."""
    answer: str = ""
    was_asked: bool = False


class Tab:
    """A page in a person's window."""

    def __init__(self, session: "Session", page: Page) -> None:
        self.session = session
        self.page = page
        self._protocol: CDPSession | None = None
        self.clicked: tuple[PageState, int] | None = None
        """How things stood before the last click: the page, and what had come up."""
        self._scrolled: tuple[str, float, int] | None = None
        self._given_up: float | None = None
        """When the document began that did not load in time."""

    @property
    def url(self) -> str:
        """The address shown."""
        return self.page.url

    @property
    def patience(self) -> Patience:
        """How long it is borne with."""
        return self.session.patience

    def places(self) -> tuple[Place, ...]:
        """The main frame, then every frame within it."""
        main = self.page.main_frame
        others = (frame for frame in self.page.frames if frame is not main)
        return tuple(Place(frame, self.patience.silent_s) for frame in (main, *others))

    async def open(self, url: str) -> None:
        """Load an address, relative to the session's base."""
        whole = urljoin(self.session.base_url, url)
        with translated(f"opening `{url}`"):
            try:
                await self.page.goto(whole, wait_until="commit", timeout=self._load_ms)
            except PlaywrightError as error:
                # An address that turns out to be a file to download is not a failure.
                if "Download is starting" not in str(error):
                    raise
        await self.loaded()

    async def show(self, html: str, *, at: str) -> None:
        """Show a page that was kept, at its address, without its scripts and cut off from all."""

        async def answer(route: Route) -> None:
            if route.request.is_navigation_request() and not route.request.frame.parent_frame:
                headers = {"Content-Security-Policy": "script-src 'none'"}
                await route.fulfill(body=html, content_type="text/html", headers=headers)
            else:
                await route.abort()

        with translated(f"showing `{at}` as it was"):
            await self.page.unroute_all()
            # An address that differs in its last part alone would not be loaded anew.
            await self.page.goto("about:blank")
            await self.page.route("**/*", answer)
            await self.page.goto(at, timeout=self._load_ms)

    async def reload(self) -> None:
        """Load the page again."""
        with translated("reloading the page"):
            await self.page.reload(wait_until="commit", timeout=self._load_ms)
        await self.loaded()

    async def go(self, steps: int) -> None:
        """Go back (-1) or forward (1) in the history."""
        with translated("going through the history"):
            moved = self.page.go_back if steps < 0 else self.page.go_forward
            before = self.page.url
            there = await moved(wait_until="commit", timeout=self._load_ms)
            if there is None and self.page.url == before:
                raise ActionRefusedError("there is no such page in the history")
        await self.loaded()

    @property
    def _load_ms(self) -> float:
        return 1000.0 * self.patience.busy_s

    async def loaded(self) -> None:
        """Wait for the whole page; one that lacks a picture for ever can be used all the same."""
        with translated("loading the page"):
            try:
                await self.page.wait_for_load_state("load", timeout=self._load_ms / 2)
            except PlaywrightTimeout:
                self._given_up = (await self.pulse(0)).born_ms

    def may_load(self, state: PageState) -> bool:
        """Whether the page is loading, and has not been waited for in vain."""
        return state.is_loading and state.born_ms != self._given_up

    async def departed(self) -> None:
        """Wait until the page that an action asked for, if it did, has come in place of this.

        Raises:
            ActionRefusedError: it has not, for as long as a page is borne with.
            PageSilentError: nor did this one answer; it may be in an endless loop.
        """
        deadline = time.monotonic() + self.patience.busy_s
        while True:
            try:
                if not (await self.pulse(0)).is_leaving:
                    return
                await self.pulse(_REACTION_MS)
            except PageSilentError:
                # A page that is being left may answer nothing any more.
                if time.monotonic() >= deadline:
                    raise
            if time.monotonic() >= deadline:
                limit_s = self.patience.busy_s
                raise ActionRefusedError(f"the next page did not come within {limit_s:g} s")

    async def press(self, keys: str) -> None:
        """Press a key or chord where the focus is."""
        with translated(f"pressing `{keys}`"):
            await self.page.keyboard.press(keys)
        await self.departed()

    async def type_keys(self, text: str) -> None:
        """Type where the focus is, key by key."""
        # A page gives its own field the focus only when it is drawn.
        await self.pulse(_REACTION_MS)
        with translated("typing"):
            await self.page.keyboard.type(text)

    async def title(self) -> str:
        """The page's title."""
        async with read(self.patience.silent_s):
            return await self.page.title()

    async def state(self) -> PageState:
        """How restless the page is now."""
        return await self.pulse(0)

    async def pulse(self, max_ms: float) -> PageState:
        """How restless the page is at its next change, or after `max_ms`."""
        try:
            main = await self._pulse(self.page.main_frame, max_ms)
            for frame in self.page.frames[1:]:
                main = _joined(main, await self._pulse(frame, 0))
        except PageMovedError:
            return _UNKNOWN
        return main

    async def note_scrolled_through(self, wanted: str) -> None:
        """Keep in mind that `wanted` was not found further down in a long list."""
        state = await self.pulse(_REACTION_MS)
        self._scrolled = (wanted, state.born_ms, state.changes)

    async def was_scrolled_through(self, wanted: str) -> bool:
        """Whether that holds still: doing it again would only keep the page restless."""
        if not self._scrolled or self._scrolled[0] != wanted:
            return False
        state = await self.pulse(0)
        return self._scrolled == (wanted, state.born_ms, state.changes)

    async def has_answered(self) -> bool:
        """Whether the app did anything since the last click, or no click was watched."""
        return self.clicked is None or await self.react(*self.clicked)

    async def react(self, before: PageState, stirs: int) -> bool:
        """Whether the app does anything since `before` and `stirs`, within ten looks at it."""
        pause_ms = 0.0
        for _ in range(_REACTION_TURNS):
            state = await self.pulse(pause_ms)
            if self.session.stirs > stirs or has_reacted(before, state):
                return True
            pause_ms = _REACTION_MS
        return False

    async def _pulse(self, frame: Frame, max_ms: float) -> PageState:
        call = "ms => window.__bugsweep && (ms ? __bugsweep.pulse(ms) : __bugsweep.state())"
        async with read(self.patience.silent_s, "the page was watched"):
            seen = await frame.evaluate(call, max_ms)
        if not seen:
            return _BLANK
        return page_state(seen)

    async def rewritten(self) -> str:
        """What the page has replaced of what it is read with; empty for an honest page."""
        for frame in self.page.frames:
            with suppress(PageMovedError):
                async with read(self.patience.silent_s, "the page was watched"):
                    name = await frame.evaluate(
                        "() => window.__bugsweep ? window.__bugsweep.rewritten() : ''"
                    )
                if name:
                    return str(name)
        return ""

    async def screenshot(self, path: Path) -> None:
        """Save what the window shows, as JPEG."""
        with translated("taking a screenshot"):
            await self.page.screenshot(
                path=path, type="jpeg", quality=70, timeout=_PICTURE_TIMEOUT_MS
            )

    async def thumbnail(self, path: Path) -> None:
        """Save what the window shows at half its size, at two fifths of a screenshot's cost."""
        with translated("taking a screenshot"):
            self._protocol = self._protocol or await self.page.context.new_cdp_session(self.page)
            size = self.page.viewport_size or {"width": 1280, "height": 900}
            taken = await self._protocol.send(
                "Page.captureScreenshot",
                {
                    "format": "jpeg",
                    "quality": 60,
                    "optimizeForSpeed": True,
                    "clip": {"x": 0, "y": 0, **size, "scale": 0.5},
                },
            )
        path.write_bytes(base64.b64decode(taken["data"]))  # noqa: ASYNC240 - small, local

    async def resize(self, width_px: int, height_px: int) -> None:
        """Give the window another size."""
        with translated("resizing the window"):
            await self.page.set_viewport_size({"width": width_px, "height": height_px})

    async def close(self) -> None:
        """Close it; the session goes on with the tab before it."""
        with translated("closing the tab"):
            await self.page.close()


class Session:
    """A person's window, with cookies and storage of its own."""

    def __init__(
        self, context: BrowserContext, name: str, *, base_url: str, patience: Patience
    ) -> None:
        self._context = context
        self.name = name
        self.patience = patience
        self.base_url = base_url
        self.tabs: list[Tab] = []
        self.said: list[Said] = []
        self.script_errors: list[str] = []
        self.unasked: list[str] = []
        """Questions nobody had foreseen; they were dismissed."""
        self._downloads: list[Download] = []
        self._expected: Question | None = None
        self.stirs = 0
        """Counts up with every tab, question and download that came up."""
        self.has_crashed = False
        """Whether the process of one of its pages died."""

    async def prepare(self) -> None:
        """Open the first tab, watched from its first moment."""
        self._context.on("page", self._on_page)
        self._context.on("dialog", self._on_dialog)
        self._context.on("weberror", self._on_error)
        await self._context.expose_binding("__bugsweepSaid", self._on_said)
        await self._context.add_init_script(page_script())
        await self._context.new_page()

    @property
    def tab(self) -> Tab:
        """The tab in front: the last one opened or switched to."""
        if not self.tabs:
            browser = self._context.browser
            if browser is None or not browser.is_connected():
                raise BrowserGoneError("the browser was gone")
            raise ActionRefusedError("no tab is open any more")
        return self.tabs[-1]

    @property
    def address(self) -> str:
        """What the tab in front shows; empty when none is open."""
        return self.tabs[-1].url if self.tabs else ""

    async def open_tab(self, url: str = "") -> Tab:
        """Open a new tab in front."""
        with translated("opening a tab"):
            await self._context.new_page()
        if url:
            await self.tab.open(url)
        return self.tab

    async def switch_tab(self, words: str) -> bool:
        """Bring the one tab to the front whose title or address contains `words`."""
        fitting = [tab for tab in self.tabs if words in await tab.title() or words in tab.url]
        if len(fitting) != 1:
            return False
        self.tabs.remove(fitting[0])
        self.tabs.append(fitting[0])
        with translated("switching tabs"):
            await fitting[0].page.bring_to_front()
        return True

    def expect_question(self, question: Question | None) -> None:
        """Say what to answer when the browser asks next."""
        self._expected = question

    def downloads(self) -> list[str]:
        """The names of the files downloaded so far."""
        return [download.suggested_filename for download in self._downloads]

    async def downloaded(self, name: str) -> bytes | None:
        """The content of the last file downloaded under `name`."""
        for download in reversed(self._downloads):
            if download.suggested_filename == name:
                with translated(f"downloading `{name}`"):
                    return Path(await download.path()).read_bytes()  # noqa: ASYNC240 - small, local
        return None

    def _on_page(self, page: Page) -> None:
        self.stirs += 1
        tab = Tab(self, page)
        self.tabs.append(tab)
        page.on("close", lambda _: self.tabs.remove(tab) if tab in self.tabs else None)
        page.on("download", self._on_download)
        page.on("crash", self._on_crash)

    def _on_crash(self, _: Page) -> None:
        self.has_crashed = True

    async def _on_download(self, download: Download) -> None:
        self.stirs += 1
        self._downloads.append(download)
        try:
            # The page looked as if it was being left, and stays.
            await download.page.evaluate("() => window.__bugsweep && window.__bugsweep.stayed()")
        except PlaywrightError:
            return

    async def _on_dialog(self, dialog: Dialog) -> None:
        self.stirs += 1
        expected, accept, answer = self._expected, dialog.type in {"alert", "beforeunload"}, ""
        if dialog.type != "beforeunload":
            self.said.append(Said(dialog.message, time.monotonic()))
        if expected and not expected.was_asked and expected.wording in dialog.message:
            expected.was_asked = True
            accept, answer = expected.accept, expected.answer
        elif not accept:
            self.unasked.append(dialog.message)
        try:
            if accept:
                await dialog.accept(answer or dialog.default_value)
            else:
                await dialog.dismiss()
        except PlaywrightError:
            # The page went away with its question.
            return

    def _on_error(self, error: WebError) -> None:
        self.script_errors.append(str(error.error).splitlines()[0])

    def _on_said(self, _source: object, text: str) -> None:
        self.said.append(Said(text, time.monotonic()))


def _joined(one: PageState, other: PageState) -> PageState:
    return PageState(
        changes=one.changes + other.changes,
        reactions=one.reactions + other.reactions,
        idle_ms=min(one.idle_ms, other.idle_ms),
        timer_ms=max(one.timer_ms, other.timer_ms),
        age_ms=one.age_ms,
        # A page that comes into a frame counts as another one: its own counters begin anew.
        born_ms=max(one.born_ms, other.born_ms),
        elements=one.elements + other.elements,
        is_awaiting=one.is_awaiting or other.is_awaiting,
        is_leaving=one.is_leaving or other.is_leaving,
        is_loading=one.is_loading or other.is_loading,
    )

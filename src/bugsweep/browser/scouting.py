"""The explorer's eyes and hands in one window: quick looks, quick gestures, a log of calls."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from playwright.async_api import ElementHandle, Page, Request
from playwright.async_api import Error as PlaywrightError

from bugsweep.browser.failures import ActionRefusedError, PageMovedError, translated
from bugsweep.browser.looking import EMPTY_LOOK, Call, FieldSeen, Look
from bugsweep.browser.session import Question, Session

_GESTURE_MS = 2500
_BLOCKED_S = 0.3
"""What covers a control may be on its way out."""
_REST_MS = 40
_SOON_MS = 700
"""A timer due later is not waited for."""
_CAP_S = 3.0
_LOADING_CAP_S = 12.0
_LOOKS = 5
_SENT = 2000
_ANSWERED_KINDS = {"document", "fetch", "xhr", "script", "stylesheet", "other"}


class Scout:
    """Looks at what a session shows and does what an explorer decides."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._log: list[_Entry] = []
        self._open: dict[Request, _Entry] = {}
        self._question: Question | None = None

    async def prepare(self) -> None:
        """Carry the explorer's own script into every page from now on."""
        page = self._page
        script = files("bugsweep.browser").joinpath("scripts", "explore.js").read_text()
        with translated("the explorer was prepared"):
            await page.context.add_init_script(script)
        page.context.on("request", self._on_request)
        page.context.on("requestfinished", self._on_finished)
        page.context.on("requestfailed", self._on_failed)

    @property
    def _page(self) -> Page:
        return self.session.tab.page

    @property
    def errors(self) -> list[str]:
        """Exceptions that nobody caught, so far."""
        return self.session.script_errors

    @property
    def questions(self) -> list[str]:
        """What the browser asked on the app's behalf, so far."""
        return [said.text for said in self.session.said]

    async def look(self) -> Look:
        """The page as it stands now."""
        for _ in range(_LOOKS):
            try:
                with translated("the page was looked at"):
                    seen = await self._page.evaluate(
                        "() => window.__bugsweepExplore ? window.__bugsweepExplore.survey() : null"
                    )
            except PageMovedError:
                await self.settle()
                continue
            if seen is None:
                return EMPTY_LOOK.model_copy(update={"url": self._page.url})
            return Look.model_validate(seen)
        raise ActionRefusedError("the page never held still to be looked at")

    async def settle(self) -> None:
        """Wait until what was set going has come to an end, or is not worth waiting for."""
        began = time.monotonic()
        while True:
            state = await self.session.tab.pulse(_REST_MS)
            elapsed_s = time.monotonic() - began
            is_loading = state.idle_ms == 0 or state.changes < 0
            timer_is_soon = 0 <= state.timer_ms <= _SOON_MS
            if state.idle_ms >= _REST_MS and not (timer_is_soon and elapsed_s < _CAP_S / 2):
                return
            if elapsed_s > (_LOADING_CAP_S if is_loading else _CAP_S):
                return

    async def open(self, path: str) -> None:
        """Load an address of the app."""
        await self.session.tab.open(path)
        await self.settle()

    async def stored(self) -> dict[str, dict[str, str]]:
        """What the app keeps in each storage of the browser, by key."""
        with suppress(PlaywrightError):
            kept: dict[str, dict[str, str]] = await self._page.evaluate(
                "() => ({ localStorage: { ...localStorage },"
                " sessionStorage: { ...sessionStorage } })"
            )
            return kept
        return {}

    async def restore(self, kept: Mapping[str, Mapping[str, str]]) -> None:
        """Have the app find in the browser what it kept at an earlier time, and no more."""
        with suppress(PlaywrightError):
            await self._page.evaluate(
                "kept => { for (const name of ['localStorage', 'sessionStorage']) {"
                " window[name].clear();"
                " for (const [key, value] of Object.entries(kept[name] || {}))"
                " window[name].setItem(key, value); } }",
                kept,
            )

    async def reload(self) -> None:
        """Load the page again."""
        await self.session.tab.reload()
        await self.settle()

    async def go(self, steps: int) -> None:
        """Go through the history."""
        await self.session.tab.go(steps)
        await self.settle()

    async def resize(self, width_px: int, height_px: int) -> None:
        """Give the window another size."""
        await self.session.tab.resize(width_px, height_px)
        await self.settle()

    async def press(self, keys: str) -> None:
        """Press a key where the focus is."""
        await self.session.tab.press(keys)
        await self.settle()

    async def type_keys(self, text: str) -> None:
        """Type where the focus is."""
        await self.session.tab.type_keys(text)
        await self.settle()

    async def click(self, ref: int, *, count: int = 1) -> None:
        """Click an element of the last look, as a user would."""
        await self._unblocked(ref, "clicking")
        await self._act(ref, "clicking", lambda e: e.click(timeout=_GESTURE_MS, click_count=count))

    async def hover(self, ref: int) -> None:
        """Bring the pointer over an element of the last look."""
        await self._unblocked(ref, "hovering")
        await self._act(ref, "hovering", lambda e: e.hover(timeout=_GESTURE_MS))

    async def scroll_to(self, ref: int) -> None:
        """Bring an element of the last look into the window."""
        await self._act(
            ref, "scrolling", lambda e: e.scroll_into_view_if_needed(timeout=_GESTURE_MS)
        )

    async def set_field(self, field: FieldSeen, value: str) -> None:
        """Give a field a value: text, the label of an option, `on` or `off`, or a file's name."""

        async def act(element: ElementHandle) -> None:
            if field.kind in {"checkbox", "radio"}:
                await _set_ticked(element, is_wanted=value == "on")
            elif field.kind in {"select", "multiselect"}:
                await element.select_option(label=value.split("\n"), timeout=_GESTURE_MS)
            elif field.kind == "file":
                name, _, content = value.partition("\n")
                payload = {"name": name, "mimeType": "text/plain", "buffer": content.encode()}
                await element.set_input_files(cast("Any", payload), timeout=_GESTURE_MS)
            else:
                await element.fill(value, timeout=_GESTURE_MS)

        await self._act(field.ref, f"setting `{field.title}`", act)

    async def drag(self, ref: int, onto: int) -> None:
        """Drag an element of the last look onto another with the mouse."""
        await self._box(onto)
        # What is dragged comes into the window last; where both are is measured only then.
        start, end = await self._box(ref), await self._box(onto, scroll=False)
        mouse = self._page.mouse
        with translated("dragging"):
            await mouse.move(start[0], start[1])
            await mouse.down()
            await mouse.move(start[0] + 4, start[1] + 4)
            await mouse.move(end[0], end[1], steps=6)
            await mouse.move(end[0] + 1, end[1] + 3)
            await mouse.up()
        await self.settle()

    async def _box(self, ref: int, *, scroll: bool = True) -> tuple[float, float]:
        element = await self._element(ref)
        with translated("measuring"):
            if scroll:
                await element.scroll_into_view_if_needed(timeout=_GESTURE_MS)
            box = await element.bounding_box()
        if box is None:
            raise ActionRefusedError("the element is not visible")
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def find_text(self, text: str) -> int | None:
        """The innermost element that shows exactly this text, by the place it is kept at."""
        with translated("a text was looked for"):
            found = await self._page.evaluate(
                "text => window.__bugsweepExplore && window.__bugsweepExplore.findText(text)", text
            )
        return None if found is None or found < 0 else int(found)

    async def unreachable(self, refs: list[int]) -> list[tuple[int, str]]:
        """Which of these elements no user can get at in this window, and why."""
        with translated("the page was measured"):
            found = await self._page.evaluate(
                "refs => window.__bugsweepExplore.unreachable(refs)", refs
            )
        return [(hit["ref"], hit["why"]) for hit in found]

    async def screenshot(self, path: Path) -> None:
        """Save what the window shows, as JPEG."""
        path.parent.mkdir(parents=True, exist_ok=True)
        await self.session.tab.screenshot(path)

    def answer_questions(self, *, accept: bool) -> None:
        """Say what is answered when the browser asks next."""
        self._question = Question(accept) if accept else None
        self.session.expect_question(self._question)

    @property
    def was_asked(self) -> bool:
        """Whether the browser asked what was to be answered."""
        return self._question is not None and self._question.was_asked

    async def _element(self, ref: int) -> ElementHandle:
        with translated("an element was taken"):
            handle = await self._page.evaluate_handle(
                "ref => window.__bugsweepExplore && window.__bugsweepExplore.seen[ref]", ref
            )
            element = handle.as_element()
            frame = await element.owner_frame() if element and len(self._page.frames) > 1 else None
            if frame is not None and frame is not self._page.main_frame:
                # Whether a click gets there can only be told from within.
                handle = await frame.evaluate_handle(
                    "ref => window.top.__bugsweepExplore.seen[ref]", ref
                )
                element = handle.as_element()
        if element is None:
            raise ActionRefusedError("the element is no longer there")
        return element

    async def _unblocked(self, ref: int, doing: str) -> None:
        """See at once that a click would not get there: the browser tries for seconds.

        Raises:
            ActionRefusedError: it would not, also a moment later.
        """
        element, why = await self._element(ref), ""
        for pause_s in (0, _BLOCKED_S):
            await asyncio.sleep(pause_s)
            try:
                with translated(doing):
                    why = await element.evaluate("e => window.__bugsweep.blocked(e)")
            except PageMovedError:
                return
            if not why:
                return
        raise ActionRefusedError(f"{doing} did not work: {why}")

    async def _act(
        self, ref: int, doing: str, gesture: Callable[[ElementHandle], Awaitable[object]]
    ) -> None:
        element = await self._element(ref)
        try:
            with translated(doing):
                await gesture(element)
        except PageMovedError:
            # It was done, and the page went on.
            pass
        await self.settle()

    def take_calls(self) -> tuple[Call, ...]:
        """The requests made since they were last taken."""
        taken, self._log = self._log, []
        return tuple(entry.call() for entry in taken)

    def _on_request(self, request: Request) -> None:
        try:
            sent = (request.post_data or "")[:_SENT]
        except (PlaywrightError, UnicodeDecodeError):
            sent = "(binary)"
        entry = _Entry(request.method, request.url, request.resource_type, sent)
        self._open[request] = entry
        self._log.append(entry)

    async def _on_finished(self, request: Request) -> None:
        entry = self._open.pop(request, None)
        if entry is None or entry.kind not in _ANSWERED_KINDS:
            return
        try:
            async with asyncio.timeout(_CAP_S):
                answer = await request.response()
        except (PlaywrightError, TimeoutError):
            return
        if answer is not None:
            entry.status = answer.status

    def _on_failed(self, request: Request) -> None:
        entry = self._open.pop(request, None)
        if entry is not None:
            entry.failure = request.failure or "failed"


@dataclass(slots=True)
class _Entry:
    """A call that may still be under way."""

    method: str
    url: str
    kind: str
    sent: str
    status: int = 0
    failure: str = ""

    def call(self) -> Call:
        return Call(
            method=self.method,
            url=self.url,
            kind=self.kind,
            status=self.status,
            failure=self.failure,
            sent=self.sent,
        )


async def _set_ticked(element: ElementHandle, *, is_wanted: bool) -> None:
    ticked = await element.evaluate(
        "e => Boolean(e.checked) || e.getAttribute('aria-checked') === 'true'"
    )
    if ticked == is_wanted:
        return
    if await element.evaluate("e => window.__bugsweep.visible(e)"):
        await element.click(timeout=_GESTURE_MS)
    else:
        await element.evaluate("e => ((e.labels && e.labels[0]) || e).click()")

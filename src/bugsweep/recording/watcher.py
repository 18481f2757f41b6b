"""The pages of one browser, watched by a second client that changes nothing."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from bugsweep.domain.errors import BrowserError, SandboxError
from bugsweep.recording.protocol import Dial, Json, Protocol, open_protocol

_WORLD = "watching"
_BINDING = "__bugsweepTell"
_PATIENCE_S = 30.0
"""For a browser that has just been launched."""
_PAUSE_S = 0.03
_SCRIPT = files("bugsweep.recording").joinpath("scripts/listen.js")

Seen = Callable[[str, dict[str, Any]], None]
"""Is told whose page it was, and what a page told."""


@dataclass(slots=True)
class _Page:
    """A page, or a frame in a process of its own."""

    person: str
    is_popup: bool
    worlds: dict[int, str] = field(default_factory=dict)
    """The frames that are listened in, by the number of their world."""
    was_asked: bool = False
    """Whether the page itself asked for the document that comes next."""


class Watcher:
    """Watches the pages of one browser until it is gone."""

    def __init__(self, dial: Dial, seen: Seen) -> None:
        self._dial = dial
        self._seen = seen
        self._protocol: Protocol | None = None
        self._pages: dict[str, _Page] = {}
        self.attached = asyncio.Event()
        """Set when every page is watched from its first moment on, or when there is no hope."""
        self.was_attached = False

    async def run(self) -> None:
        """Watch; returns when the browser is gone or does not let itself be watched."""
        try:
            await self._connect()
        except (BrowserError, SandboxError, TimeoutError):
            return
        finally:
            self._protocol = None
            self.attached.set()

    async def _connect(self) -> None:
        async with asyncio.timeout(_PATIENCE_S) as patience:
            while True:
                try:
                    async with open_protocol(self._dial) as protocol:
                        patience.reschedule(None)
                        await self._watch(protocol)
                        return
                except (BrowserError, SandboxError):
                    if self.was_attached:
                        return
                    await asyncio.sleep(_PAUSE_S)

    async def _watch(self, protocol: Protocol) -> None:
        self._protocol = protocol
        attaching = asyncio.create_task(self._attach(protocol))
        try:
            async for event in protocol.events():
                await self._hear(protocol, event)
        finally:
            attaching.cancel()
            await asyncio.gather(attaching, return_exceptions=True)

    async def _attach(self, protocol: Protocol) -> None:
        await protocol.ask(
            "Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=True, flatten=True
        )
        self.was_attached = True
        self.attached.set()

    async def _hear(self, protocol: Protocol, event: Json) -> None:
        session, told = event.get("sessionId", ""), event["params"]
        match event["method"]:
            case "Target.attachedToTarget":
                await self._welcome(protocol, told)
            case "Target.detachedFromTarget":
                self._pages.pop(told["sessionId"], None)
            case "Runtime.executionContextCreated" if session in self._pages:
                context = told["context"]
                if context["name"] == _WORLD:
                    self._pages[session].worlds[context["id"]] = context["auxData"]["frameId"]
            case "Runtime.executionContextDestroyed" if session in self._pages:
                self._pages[session].worlds.pop(told["executionContextId"], None)
            case "Runtime.executionContextsCleared" if session in self._pages:
                self._pages[session].worlds.clear()
            case "Page.frameRequestedNavigation" if session in self._pages:
                self._pages[session].was_asked = True
            case "Runtime.bindingCalled" if told["name"] == _BINDING and session in self._pages:
                self._tell(self._pages[session], json.loads(told["payload"]))
            case "Page.javascriptDialogClosed" if session in self._pages:
                value = "accept" if told["result"] else "dismiss"
                page = self._pages[session]
                self._seen(page.person, {"kind": "answer", "value": value})

    async def _welcome(self, protocol: Protocol, told: Json) -> None:
        session, target = told["sessionId"], told["targetInfo"]
        if target["type"] in {"page", "iframe"}:
            self._pages[session] = _Page(
                person=target.get("browserContextId", ""), is_popup="openerId" in target
            )
            await protocol.tell("Page.enable", session)
            await protocol.tell("Runtime.enable", session)
            await protocol.tell(
                "Runtime.addBinding", session, name=_BINDING, executionContextName=_WORLD
            )
            await protocol.tell(
                "Page.addScriptToEvaluateOnNewDocument",
                session,
                source=_SCRIPT.read_text(encoding="utf-8"),
                worldName=_WORLD,
                runImmediately=True,
            )
        await protocol.tell("Runtime.runIfWaitingForDebugger", session)

    def _tell(self, page: _Page, told: dict[str, Any]) -> None:
        if told["kind"] != "document":
            self._seen(page.person, told)
            return
        how = {"navigate": "goto", "reload": "reload", "back_forward": "back"}.get(told["how"])
        if how and not page.was_asked and not page.is_popup:
            self._seen(page.person, {"kind": how, "url": told["url"]})
        page.was_asked = page.is_popup = False

    async def look(self, timeout_s: float) -> None:
        """Have all pages told as they are now."""
        looks = [
            self._look(session, world)
            for session, page in self._pages.items()
            for world in page.worlds
        ]
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                # One page may be gone, and another may hang.
                await asyncio.gather(*looks, return_exceptions=True)

    async def _look(self, session: str, world: int) -> None:
        if self._protocol:
            await self._protocol.ask(
                "Runtime.evaluate",
                session,
                expression="window.__bugsweepLook && window.__bugsweepLook()",
                contextId=world,
            )

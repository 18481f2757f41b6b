"""Records what is done with the browsers and the app of one sandbox, from outside of it."""

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bugsweep.domain.app import INSTANCE_PORT
from bugsweep.domain.errors import SandboxError
from bugsweep.recording.launcher import NAME
from bugsweep.recording.notes import Launch, Notebook, Request, moment
from bugsweep.recording.tap import CommandTap
from bugsweep.recording.traffic import Traffic
from bugsweep.recording.watcher import Watcher
from bugsweep.sandboxes.api import Sandbox
from bugsweep.sandboxes.inner_sockets import InnerSockets, open_inner_sockets

_MESSAGE_BYTES = 1024 * 1024
_FDS = 2
_PORT: Final = "--remote-debugging-port"
# With these a browser does one thing and ends; some of them refuse to be watched.
_ERRANDS = ("--dump-dom", "--screenshot", "--print-to-pdf", "--version", "--product-version")
_OPENING = {"Target.createTarget", "Target.createBrowserContext"}
_LEAVING = {
    "Browser.close",
    "Page.close",
    "Page.navigate",
    "Page.navigateToHistoryEntry",
    "Page.reload",
    "Target.closeTarget",
    "Target.disposeBrowserContext",
}
_ATTACH_S = 4.0
_LOOK_S = 1.5
_END_S = 5.0
_SUBJECT_LENGTH = 200
_MEANINGS = {
    "Page.navigate": ("goto", "url", "url"),
    "Page.reload": ("reload", "", ""),
    "Page.navigateToHistoryEntry": ("back", "", ""),
    "Input.dispatchMouseEvent mousePressed": ("click", "", ""),
    "Input.insertText": ("fill", "value", "text"),
    "Input.dispatchKeyEvent keyDown": ("press", "value", "key"),
    "Input.dispatchKeyEvent rawKeyDown": ("press", "value", "key"),
}
"""Of commands: the action, and which of their parameters stands for what in it."""
_TOLD = ("role", "row", "value", "onto", "url")


@dataclass(slots=True)
class _Browser:
    """One browser that was launched."""

    number: int
    arguments: list[str]
    began: str = field(default_factory=moment)
    watcher: Watcher | None = None
    tap: CommandTap | None = None


class Recorder:
    """Watches every browser that is launched in a sandbox, and every request to the app."""

    def __init__(self, sockets: InnerSockets, notebook: Notebook, *, own_path: str) -> None:
        """`own_path` is what the app is asked for by bugsweep itself when it restarts."""
        self.traffic = Traffic(INSTANCE_PORT, self.note_request)
        self._sockets = sockets
        self._notebook = notebook
        self._own_path = own_path
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._browsers: list[_Browser] = []
        self._typed: tuple[object, dict[str, Any]] | None = None
        """What is being typed: one text, told letter by letter."""
        self._meanwhile: list[dict[str, Any]] = []
        """States seen since the last letter: it is not known yet whether more will be typed."""

    async def receive(self, listener: socket.socket) -> None:
        """Take in launches for as long as it runs."""
        while True:
            channel, _ = await self._loop.sock_accept(listener)
            self._begin(self._launched(channel))

    def note_request(self, request: Request) -> None:
        """Keep a request, unless it is bugsweep's own question whether the app is ready."""
        if request.client or request.path != self._own_path:
            self._notebook.add_request(request)

    async def aclose(self) -> None:
        """Look once more at every page, and stop watching."""
        watchers = [it.watcher for it in self._browsers if it.watcher]
        await asyncio.gather(*(watcher.look(_LOOK_S) for watcher in watchers))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for browser in list(self._browsers):
            self._end(browser)
        self._note_typed()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _launched(self, channel: socket.socket) -> None:
        with channel:
            data, fds = await self._message(channel)
            try:
                arguments = [str(it) for it in json.loads(data)["arguments"]]
                is_piped = len(fds) == _FDS
                browser = _Browser(self._notebook.next_launch(), arguments)
                given, port = await self._opened(arguments)
                await self._loop.sock_sendall(channel, json.dumps({"arguments": given}).encode())
            except (OSError, ValueError, KeyError, TypeError, SandboxError):
                for fd in fds:
                    os.close(fd)
                return
        self._browsers.append(browser)
        if port:
            browser.watcher = Watcher(
                lambda: self._sockets.connect(port),
                lambda person, told: self._saw(browser, person, told),
            )
        if is_piped:
            browser.tap = CommandTap(*fds, before=lambda *call: self._before(browser, *call))
            browser.tap.start()
        if browser.watcher:
            await browser.watcher.run()
        self._end(browser)

    async def _message(self, channel: socket.socket) -> tuple[bytes, list[int]]:
        channel.settimeout(_ATTACH_S)
        try:
            data, fds, _, _ = await asyncio.to_thread(
                socket.recv_fds, channel, _MESSAGE_BYTES, _FDS
            )
        except OSError:
            return b"", []
        finally:
            channel.settimeout(0)
        return data, fds

    async def _opened(self, arguments: list[str]) -> tuple[list[str], int]:
        """What the browser is started with, and the port that it then listens on; 0 for none."""
        if any(it.split("=")[0] in _ERRANDS for it in arguments):
            return arguments, 0
        for argument in arguments:
            name, _, value = argument.partition("=")
            if name == _PORT and value.isdecimal() and value != "0":
                return arguments, int(value)
        with await self._sockets.listen_on(0) as free:
            port: int = free.getsockname()[1]
        kept = [it for it in arguments if it.split("=")[0] != _PORT]
        return [f"{_PORT}={port}", *kept], port

    def _before(self, browser: _Browser, method: str, parameters: dict[str, Any]) -> None:
        """Runs in the tap's thread: the command waits until this returns."""
        watcher = browser.watcher
        if watcher and method in _OPENING and not watcher.attached.is_set():
            self._wait(_until(watcher.attached), _ATTACH_S)
        elif watcher and watcher.was_attached and method in _LEAVING:
            self._wait(watcher.look(_LOOK_S), 2 * _LOOK_S)
        elif not watcher or not watcher.was_attached:
            told = _from_command(method, parameters)
            if told:
                self._loop.call_soon_threadsafe(self._saw, browser, "", told)

    def _wait(self, work: Coroutine[Any, Any, None], limit_s: float) -> None:
        waiting = asyncio.run_coroutine_threadsafe(work, self._loop)
        with suppress(TimeoutError, asyncio.CancelledError):
            waiting.result(limit_s)
        waiting.cancel()

    def _saw(self, browser: _Browser, person: str, told: dict[str, Any]) -> None:
        person = f"{browser.number}-{person[:8]}"
        if told["kind"] == "state":
            state = {
                "time": moment(),
                "page": told["page"],
                "url": told["url"],
                "title": told["title"],
                "person": person,
                "is_settled": not told["isLeaving"] and not self.traffic.is_busy,
            }
            if self._typed:
                self._meanwhile.append(state)
            else:
                self._notebook.add_state(**state)
            return
        if self._typed and self._typed[0] == told.get("typing"):
            self._note_states()
        else:
            self._note_typed()
        names = told.get("names") or [""]
        action = {
            "action": told["kind"],
            "target": names[0][:_SUBJECT_LENGTH],
            "person": person,
            "names": tuple(filter(None, names)),
            **{name: told[name] for name in _TOLD if name in told},
        }
        typing = told.get("typing")
        if typing is None:
            self._notebook.add_action(**action)
        else:
            self._typed = (typing, action)

    def _note_typed(self) -> None:
        if self._typed:
            self._notebook.add_action(**self._typed[1])
            self._typed = None
        self._note_states()

    def _note_states(self) -> None:
        for state in self._meanwhile:
            self._notebook.add_state(**state)
        self._meanwhile = []

    def _end(self, browser: _Browser) -> None:
        if browser not in self._browsers:
            return
        self._browsers.remove(browser)
        tap = browser.tap
        self._notebook.add_launch(
            Launch(
                number=browser.number,
                time=browser.began,
                arguments=tuple(browser.arguments),
                is_watched=bool(browser.watcher and browser.watcher.was_attached),
                commands=dict(tap.commands) if tap else {},
            )
        )


async def _until(event: asyncio.Event) -> None:
    await event.wait()


def _from_command(method: str, parameters: dict[str, Any]) -> dict[str, Any] | None:
    """What a command means that came over the pipe of a browser that is not watched."""
    kind = parameters.get("type", "")
    key = f"{method} {kind}" if method.startswith("Input.dispatch") else method
    if key not in _MEANINGS:
        return None
    action, names, value = _MEANINGS[key]
    told = {"kind": action}
    if value in parameters:
        told[names] = str(parameters[value])
    return told


@asynccontextmanager
async def open_recorder(sandbox: Sandbox, trial: Path, *, own_path: str) -> AsyncIterator[Recorder]:
    """Record into the folder `trial` for the length of the block.

    Raises:
        SandboxError: the sandbox is gone, or its network cannot be listened to.
    """
    async with open_inner_sockets(sandbox) as sockets:
        with await sockets.listen_at(NAME) as listener, await sockets.packets() as packets:
            recorder = Recorder(sockets, Notebook(trial), own_path=own_path)
            traffic = recorder.traffic
            loop = asyncio.get_running_loop()
            loop.add_reader(packets, traffic.read, packets)
            receiving = asyncio.create_task(recorder.receive(listener))
            try:
                yield recorder
            finally:
                receiving.cancel()
                await asyncio.gather(receiving, return_exceptions=True)
                with suppress(TimeoutError):
                    async with asyncio.timeout(_END_S):
                        await recorder.aclose()
                traffic.read(packets)
                loop.remove_reader(packets)
                traffic.aclose()

"""A window for a person: a full Chromium on the display, with a profile that ends with it."""

import asyncio
import json
import os
import re
import shutil
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from bugsweep.browser.chromium import ARGUMENTS, ENVIRONMENT, find_full_chromium
from bugsweep.browser.enclosure import Enclosure, inhabited
from bugsweep.browser.leftovers import make_folder
from bugsweep.domain.errors import BrowserError, MissingToolError

_START_S: Final = 60.0
_X_SOCKETS: Final = Path("/tmp/.X11-unix")  # noqa: S108  # where X servers listen
_LOCAL_X: Final = re.compile(r"(?:unix)?:(\d+)(?:\.\d+)?")
# Ends with the pipe that it is spoken to through, which nothing else can reach, unlike a port.
_SPOKEN_TO: Final = 'exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null'


@dataclass(frozen=True, slots=True)
class Display:
    """Where windows are shown, reached through files alone: any network may lie between."""

    variables: Mapping[str, str] = field(default_factory=dict)
    files: tuple[Path, ...] = ()


def find_display(environ: Mapping[str, str] = os.environ) -> Display | None:
    """The display of this session, if there is one on this machine."""
    runtime, wayland = environ.get("XDG_RUNTIME_DIR", ""), environ.get("WAYLAND_DISPLAY", "")
    variables: dict[str, str] = {}
    files: list[Path] = []
    # A name that is a whole path is taken as it is.
    if wayland and (socket := Path(runtime, wayland)).is_socket():
        variables |= {"WAYLAND_DISPLAY": str(socket), "XDG_RUNTIME_DIR": str(socket.parent)}
        files.append(socket)
    told = _LOCAL_X.fullmatch(environ.get("DISPLAY", ""))
    if told and (socket := _X_SOCKETS / f"X{told[1]}").is_socket():
        variables["DISPLAY"] = environ["DISPLAY"]
        files.append(socket)
        key = Path(environ.get("XAUTHORITY") or Path(environ.get("HOME", "/"), ".Xauthority"))
        if key.is_file():
            variables["XAUTHORITY"] = str(key)
            files.append(key)
    return Display(variables, tuple(files)) if files else None


def require_window() -> tuple[Path, Display]:
    """What a window needs.

    Raises:
        MissingToolError: there is no display, or no Chromium that can show a window.
    """
    display = find_display()
    if display is None:
        raise MissingToolError(
            "there is no display on this machine for a browser window",
            hint="set DISPLAY or WAYLAND_DISPLAY, or use a browser of your own: `human:url`",
        )
    chromium = find_full_chromium()
    if chromium is None:
        raise MissingToolError(
            "there is no Chromium on this machine that can show a window",
            hint="install the package `chromium`, or use a browser of your own: `human:url`",
        )
    return chromium, display


@asynccontextmanager
async def open_window(url: str, door: Sequence[str] = ()) -> AsyncIterator[None]:
    """Show `url` in a window behind `door` for the length of the block.

    Raises:
        MissingToolError: there is no display, no Chromium for it, or no bubblewrap.
        BrowserError: it did not come to show the page.
    """
    chromium, display = require_window()
    folder = make_folder()
    try:
        enclosure = Enclosure(chromium, folder, door=door, walls=True, shown=display.files)
        process = await asyncio.create_subprocess_exec(
            "/bin/sh",
            "-c",
            _SPOKEN_TO,
            enclosure.executable,
            *ARGUMENTS,
            "--no-sandbox",
            # Without it, a bar warns of what the walls stand in for.
            "--test-type",
            "--ozone-platform-hint=auto",
            "--password-store=basic",
            "--remote-debugging-pipe",
            "--user-data-dir=/tmp/profile",
            "--window-size=1280,1000",
            url,
            env={**ENVIRONMENT, **display.variables},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        async with inhabited(enclosure, process, _shown(process, url)):
            yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _shown(process: asyncio.subprocess.Process, url: str) -> None:
    """Wait until the window has a page of the app; its first one may lead on to another."""
    assert process.stdin is not None  # noqa: S101  # both were asked for
    assert process.stdout is not None  # noqa: S101
    try:
        async with asyncio.timeout(_START_S):
            process.stdin.write(_command(1, discover=True))
            while True:
                said = json.loads((await process.stdout.readuntil(b"\0"))[:-1])
                target = said.get("params", {}).get("targetInfo", {})
                if target.get("type") == "page" and _origin(target["url"]) == _origin(url):
                    break
            # Nobody reads on: it must fall silent.
            process.stdin.write(_command(2, discover=False))
    except (TimeoutError, asyncio.IncompleteReadError, OSError):
        raise BrowserError(
            f"no browser window came to show `{url}`", hint="use a browser of your own: `human:url`"
        ) from None


def _origin(url: str) -> tuple[str, str]:
    return urlsplit(url)[:2]


def _command(number: int, *, discover: bool) -> bytes:
    command = {
        "id": number,
        "method": "Target.setDiscoverTargets",
        "params": {"discover": discover},
    }
    return json.dumps(command).encode() + b"\0"

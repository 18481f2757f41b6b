"""A Chromium for a program of others: it speaks to it at a debugging port."""

import asyncio
import re
import shutil
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from bugsweep.browser.chromium import ARGUMENTS, ENVIRONMENT, find_chromium
from bugsweep.browser.enclosure import Enclosure, inhabited
from bugsweep.browser.leftovers import make_folder
from bugsweep.domain.errors import BrowserError

_START_S: Final = 60.0
_LISTENING: Final = re.compile(rb"DevTools listening on ws://")


@asynccontextmanager
async def open_debuggable(door: Sequence[str] = ()) -> AsyncIterator[str]:
    """Run a Chromium behind `door` for the length of the block; gives its address there.

    Raises:
        MissingToolError: no Chromium, or no bubblewrap for the walls.
        BrowserError: it did not start.
    """
    folder = make_folder()
    try:
        enclosure = Enclosure(find_chromium(), folder, door=door, walls=True)
        port = _free_port()
        process = await asyncio.create_subprocess_exec(
            enclosure.executable,
            *ARGUMENTS,
            "--headless",
            "--no-sandbox",
            f"--remote-debugging-port={port}",
            "--user-data-dir=/tmp/profile",
            "--window-size=1280,900",
            "about:blank",
            env={**ENVIRONMENT},
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        async with inhabited(enclosure, process, _listening(process)):
            yield f"http://127.0.0.1:{port}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _listening(process: asyncio.subprocess.Process) -> None:
    assert process.stderr is not None  # noqa: S101  # it was asked for
    try:
        async with asyncio.timeout(_START_S):
            while line := await process.stderr.readline():
                if _LISTENING.search(line):
                    return
    except TimeoutError:
        pass
    raise BrowserError("the browser did not start", hint="`bugsweep doctor` tries it alone")


def _free_port() -> int:
    """Free on this machine; in a network of its own any port is."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

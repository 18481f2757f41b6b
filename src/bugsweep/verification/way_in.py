"""A way into an app's network for a person's own browser: an address on this machine."""

import asyncio
import contextlib
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from bugsweep.domain.errors import SandboxError
from bugsweep.verification.executors import RunningApp

_START_S: Final = 30.0
_CHUNK: Final = 65_536

# Runs behind the door: what comes in at a socket in a folder of this machine goes to the app.
_RELAY: Final = """
import asyncio, sys
async def pour(reader, writer):
    try:
        while chunk := await reader.read(65536):
            writer.write(chunk)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()
async def meet(reader, writer):
    try:
        there = await asyncio.open_connection(sys.argv[2], int(sys.argv[3]))
    except OSError:
        writer.close()
        return
    await asyncio.gather(pour(reader, there[1]), pour(there[0], writer))
async def main():
    async with await asyncio.start_unix_server(meet, sys.argv[1]) as server:
        print("ready", flush=True)
        await server.serve_forever()
asyncio.run(main())
"""


@asynccontextmanager
async def open_way_in(app: RunningApp) -> AsyncIterator[str]:
    """Have an address of this machine at which `app` answers, for the length of the block.

    It has the app's own port if nobody else does, since apps may write whole addresses into links.

    Raises:
        SandboxError: there is no way in.
    """
    if not app.door:
        yield app.url
        return
    parts = urlsplit(app.url)
    host, port = parts.hostname or "127.0.0.1", parts.port or 80
    with tempfile.TemporaryDirectory(prefix="bugsweep-") as folder:
        path = Path(folder) / "app"
        async with _relay(app.door, path, host, port), _listen(path, port) as outer:
            yield f"{parts.scheme}://127.0.0.1:{outer}{parts.path}"


@asynccontextmanager
async def _relay(door: Sequence[str], path: Path, host: str, port: int) -> AsyncIterator[None]:
    argv = [*door, sys.executable, "-I", "-c", _RELAY, str(path), host, str(port)]
    process = await asyncio.create_subprocess_exec(*argv, stdout=asyncio.subprocess.PIPE)
    try:
        assert process.stdout is not None  # noqa: S101  # it was asked for
        async with asyncio.timeout(_START_S):
            said = await process.stdout.readline()
        if said.strip() != b"ready":
            raise SandboxError("there is no way into the app's network")
        yield
    except TimeoutError:
        raise SandboxError("the way into the app's network did not open") from None
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


@asynccontextmanager
async def _listen(path: Path, port: int) -> AsyncIterator[int]:
    open_now: set[asyncio.StreamWriter] = set()

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner_reader, inner_writer = await asyncio.open_unix_connection(path)
        open_now.update({writer, inner_writer})
        await asyncio.gather(_pour(reader, inner_writer), _pour(inner_reader, writer))
        open_now.difference_update({writer, inner_writer})

    try:
        server = await asyncio.start_server(meet, "127.0.0.1", port)
    except OSError:
        server = await asyncio.start_server(meet, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]
        server.close()
        # A browser keeps its connections open for longer than it needs them.
        for writer in open_now:
            writer.transport.abort()


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while chunk := await reader.read(_CHUNK):
            writer.write(chunk)
            await writer.drain()
    except OSError:
        return
    finally:
        writer.close()

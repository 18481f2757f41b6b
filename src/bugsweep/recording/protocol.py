"""A second client of a browser: the few words of its own protocol that watching takes."""

import asyncio
import itertools
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bugsweep.domain.errors import BrowserError

Json: TypeAlias = Mapping[str, Any]
"""A message of the protocol, whose shape its method says."""

Dial = Callable[[], Awaitable[socket.socket]]
"""Gives a new connection to the browser."""

_ADDRESS_BYTES = 65536


class Protocol:
    """An open conversation with a browser."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Json]] = {}

    async def tell(self, method: str, session: str = "", **parameters: object) -> int:
        """Send a command without waiting for its answer; its number."""
        number = next(self._ids)
        message: dict[str, object] = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        await self._connection.send(json.dumps(message))
        return number

    async def ask(self, method: str, session: str = "", **parameters: object) -> Json:
        """Send a command and wait for its answer, which `events` has to be read for.

        Raises:
            BrowserError: the browser refused it, or is gone.
        """
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        number = await self.tell(method, session, **parameters)
        self._waiting[number] = answer
        try:
            return await answer
        finally:
            self._waiting.pop(number, None)

    async def events(self) -> AsyncIterator[Json]:
        """What the browser tells by itself, until it is gone."""
        try:
            async for text in self._connection:
                message: Json = json.loads(text)
                if "id" not in message:
                    yield message
                    continue
                answer = self._waiting.get(message["id"])
                if answer is None or answer.done():
                    continue
                if "error" in message:
                    answer.set_exception(BrowserError(str(message["error"])))
                else:
                    answer.set_result(message["result"])
        except WebSocketException:
            return
        finally:
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(BrowserError("the browser is gone"))


@asynccontextmanager
async def open_protocol(dial: Dial) -> AsyncIterator[Protocol]:
    """Talk to the browser behind `dial` for the length of the block.

    Raises:
        BrowserError: it does not answer as a browser would.
        SandboxError: nothing listens there.
    """
    address = await _find_address(await dial())
    try:
        async with connect(
            address,
            sock=await dial(),
            max_size=None,
            compression=None,
            ping_interval=None,
            close_timeout=1,
            proxy=None,
        ) as connection:
            yield Protocol(connection)
    except (OSError, WebSocketException) as error:
        raise BrowserError(f"the browser cannot be talked to: {error}") from error


async def _find_address(connection: socket.socket) -> str:
    try:
        reader, writer = await asyncio.open_connection(sock=connection)
    except OSError as error:
        connection.close()
        raise BrowserError(f"the browser cannot be asked: {error}") from error
    try:
        writer.write(b"GET /json/version HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        answer = await reader.read(_ADDRESS_BYTES)
        while b"webSocketDebuggerUrl" not in answer or b"}" not in answer:
            more = await reader.read(_ADDRESS_BYTES)
            if not more:
                raise BrowserError(f"the browser says {answer[:200]!r} and no address")
            answer += more
        card: Json = json.loads(answer[answer.index(b"{") : answer.rindex(b"}") + 1])
        return str(card["webSocketDebuggerUrl"])
    except (OSError, ValueError, KeyError) as error:
        raise BrowserError(f"the browser does not tell its address: {error}") from error
    finally:
        writer.close()

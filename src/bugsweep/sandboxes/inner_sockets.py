"""Sockets of a sandbox's own network, held outside of it.

What listens on them can neither be seen nor ended by anything inside.
"""

import asyncio
import json
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from bugsweep.domain.errors import SandboxError
from bugsweep.sandboxes.api import Sandbox

_PROGRAM = Path(__file__).with_name("socket_maker.py")
_TIMEOUT_S = 30


class InnerSockets:
    """Makes sockets in the network of one sandbox."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._turn = asyncio.Lock()

    async def listen_at(self, name: str) -> socket.socket:
        """A socket that programs inside connect to by an abstract name, packet by packet."""
        return await self._order(kind="name", name=name)

    async def listen_on(self, port: int = 0) -> socket.socket:
        """A socket that programs inside connect to by a port; any free one for 0."""
        return await self._order(kind="port", port=port)

    async def connect(self, port: int) -> socket.socket:
        """A connection to what listens on a port inside."""
        return await self._order(kind="connection", port=port)

    async def packets(self) -> socket.socket:
        """Everything that goes over the loopback device inside, as it goes by."""
        return await self._order(kind="packets")

    async def _order(self, **order: str | int) -> socket.socket:
        async with self._turn:
            try:
                return await asyncio.to_thread(self._ask, json.dumps(order).encode())
            except OSError as error:
                raise SandboxError(f"a socket inside cannot be had: {error}") from error

    def _ask(self, order: bytes) -> socket.socket:
        self._channel.send(order)
        data, fds, _, _ = socket.recv_fds(self._channel, 65536, 1)
        if not fds:
            said = json.loads(data)["error"] if data else "the sandbox is gone"
            raise OSError(said)
        made = socket.socket(fileno=fds[0])
        made.settimeout(0)
        return made


@asynccontextmanager
async def open_inner_sockets(sandbox: Sandbox) -> AsyncIterator[InnerSockets]:
    """Have sockets made in the network of `sandbox` for the length of the block.

    Raises:
        SandboxError: the sandbox is gone.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.settimeout(_TIMEOUT_S)
    words = [sys.executable, "-I", "-S", str(_PROGRAM), str(theirs.fileno())]
    with ours:
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *sandbox.network_door(words), pass_fds=(theirs.fileno(),)
            )
        try:
            yield InnerSockets(ours)
        finally:
            ours.close()
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

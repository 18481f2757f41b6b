"""A way out of the sandbox to named hosts, for agents that must speak to a service of their own."""

import asyncio
import socket
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from bugsweep.domain.errors import UsageError
from bugsweep.sandboxes.api import Sandbox
from bugsweep.sandboxes.inner_sockets import open_inner_sockets

LOG = "egress.log"
_HEAD_BYTES = 64 * 1024
_CHUNK_BYTES = 64 * 1024
_PORTS = {"http": 80, "https": 443}
_LETTERS = set("abcdefghijklmnopqrstuvwxyz0123456789.-")


def load_hosts(path: Path) -> tuple[str, ...]:
    """Read one host a line, `api.example.com` or `api.example.com:8443`; `#` begins a remark.

    Raises:
        UsageError: a line is no host; patterns and whole addresses are none.
    """
    hosts = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        name, port = _host_and_port(words, _PORTS["https"])
        if not port or not set(name) <= _LETTERS or not name:
            raise UsageError(
                f"line {number} of `{path}` names no host: `{words}`",
                hint="one host a line, such as `api.example.com` or `api.example.com:8443`",
            )
        hosts.append(f"{name}:{port}")
    return tuple(dict.fromkeys(hosts))


def _host_and_port(words: str, default: int) -> tuple[str, int]:
    """The two parts, empty or 0 where they cannot be read."""
    try:
        parts = urlsplit(f"//{words}")
        port = parts.port or default
    except ValueError:
        return "", 0
    if parts.path or parts.query or parts.username:
        return "", 0
    return (parts.hostname or "").lower().rstrip("."), port


class _Proxy:
    def __init__(self, hosts: Collection[str], log: Path) -> None:
        self._hosts = hosts
        self._log = log

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # Either side may hang up at any time.
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            await self._serve(reader, writer)
        writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        line, _, rest = head.partition(b"\r\n")
        method, target, _ = (*line.decode("latin-1").split(" "), "", "")[:3]
        if method == "CONNECT":
            host, port = _host_and_port(target, _PORTS["https"])
            first = b""
        else:
            parts = urlsplit(target)
            host, port = _host_and_port(parts.netloc, _PORTS.get(parts.scheme, 0))
            path = parts._replace(scheme="", netloc="").geturl() or "/"
            # One request and no more: a second one could be for another host.
            first = f"{method} {path} HTTP/1.1\r\nConnection: close\r\n".encode("latin-1")
            first += _without_connection(rest)
        if f"{host}:{port}" not in self._hosts:
            self._note("refused", method, host, port)
            writer.write(
                b"HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
            )
            await writer.drain()
            return
        try:
            outer_reader, outer = await asyncio.open_connection(host, port)
        except OSError as error:
            self._note(f"failed ({error})", method, host, port)
            await _say_no(writer, "502 Bad Gateway")
            return
        self._note("allowed", method, host, port)
        if method == "CONNECT":
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        outer.write(first)
        try:
            await asyncio.gather(_pass_on(reader, outer), _pass_on(outer_reader, writer))
        finally:
            outer.close()

    def _note(self, what: str, method: str, host: str, port: int) -> None:
        moment = datetime.now(UTC).isoformat(timespec="milliseconds")
        with self._log.open("a", encoding="utf-8") as file:
            file.write(f"{moment} {what} {method} {host}:{port}\n")


async def _say_no(writer: asyncio.StreamWriter, status: str) -> None:
    head = f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    writer.write(head.encode())
    await writer.drain()


def _without_connection(rest: bytes) -> bytes:
    lines = rest.split(b"\r\n")
    dropped = (b"connection:", b"proxy-")
    return b"\r\n".join(it for it in lines if not it.lower().startswith(dropped))


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(_CHUNK_BYTES):
        writer.write(data)
        await writer.drain()
    with suppress(OSError, RuntimeError):
        writer.write_eof()


@asynccontextmanager
async def open_egress(
    sandbox: Sandbox, hosts: Collection[str], trial: Path
) -> AsyncIterator[dict[str, str]]:
    """A proxy inside the sandbox's network for the length of the block; gives its environment.

    Who asked for what is noted in `egress.log` of the trial.
    """
    proxy = _Proxy(hosts, trial / LOG)
    async with open_inner_sockets(sandbox) as sockets:
        listener: socket.socket = await sockets.listen_on()
        port = listener.getsockname()[1]
        server = await asyncio.start_server(proxy.serve, sock=listener, limit=_HEAD_BYTES)
        address = f"http://127.0.0.1:{port}"
        names = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")
        try:
            yield {
                **dict.fromkeys(names, address),
                "no_proxy": "127.0.0.1,localhost",
                "NO_PROXY": "127.0.0.1,localhost",
            }
        finally:
            # Connections end with the sandbox that holds their other end.
            server.close()

"""Requests to the app, read off the network as they go by: whoever makes them, none is touched."""

import socket
import struct
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from bugsweep.recording.notes import Request, moment

_IPV4, _IPV6, _TCP = 4, 6, 6
_FIN_OR_RESET, _SYN = 0x05, 0x02
_HEAD_BYTES = 64 * 1024
_SEQUENCE = 1 << 32
_BATCH = 256
_HELD_OPEN_S = 5.0
_CAUGHT_BYTES = 16 * 1024
"""Of each packet: more than a request's head takes, and little of an answer."""

Key: TypeAlias = tuple[bytes, int]
"""A client's address and port."""


@dataclass(slots=True)
class _Conversation:
    """What one client sent over one connection."""

    next_byte: int | None = None
    head: bytearray = field(default_factory=bytearray)
    body_left: int = 0
    is_opaque: bool = False
    """Not read any more: a web socket, or a body without a length."""
    asked: deque[tuple[float, Request]] = field(default_factory=deque)
    """Not answered yet, and since when."""


class Traffic:
    """Puts packets together into requests to one port."""

    def __init__(self, port: int, tell: Callable[[Request], None]) -> None:
        self._port = port
        self._tell = tell
        self._open: dict[Key, _Conversation] = {}

    def read(self, packets: socket.socket) -> None:
        """Take what has arrived."""
        for _ in range(_BATCH):
            try:
                self.feed(packets.recv(_CAUGHT_BYTES))
            except OSError:
                return

    def feed(self, packet: bytes) -> None:
        """Take one packet, from its network header on; its end may be cut off."""
        try:
            source, target, payload, size = _segment(packet)
        except (struct.error, IndexError, ValueError):
            return
        if target.port == self._port:
            self._ask((source.address, source.port), target, payload, size)
        elif source.port == self._port:
            self._answer((target.address, target.port), payload)

    def _ask(self, key: Key, place: "_Place", payload: bytes, size: int) -> None:
        if place.flags & _SYN:
            self._open[key] = _Conversation(next_byte=(place.sequence + 1) % _SEQUENCE)
            return
        talk = self._open.setdefault(key, _Conversation())
        if size and not talk.is_opaque:
            self._take(talk, place.sequence, payload, size)
        if place.flags & _FIN_OR_RESET:
            self._close(key)

    def _take(self, talk: _Conversation, sequence: int, payload: bytes, size: int) -> None:
        expected = talk.next_byte
        if expected is not None and sequence != expected:
            if (expected - sequence) % _SEQUENCE < _SEQUENCE // 2:
                return  # sent once more
            talk.head.clear()
            talk.body_left = 0
        talk.next_byte = (sequence + size) % _SEQUENCE
        skipped = min(talk.body_left, size)
        talk.body_left -= skipped
        talk.head += payload[skipped:]
        while b"\r\n\r\n" in talk.head and not talk.is_opaque:
            head, _, rest = bytes(talk.head).partition(b"\r\n\r\n")
            self._note(talk, head)
            skipped = min(talk.body_left, len(rest))
            talk.body_left -= skipped
            talk.head[:] = rest[skipped:]
        talk.body_left = max(0, talk.body_left - (size - len(payload)))
        if len(talk.head) > _HEAD_BYTES:
            talk.is_opaque = True

    def _note(self, talk: _Conversation, head: bytes) -> None:
        line, *rest = head.decode("latin-1").split("\r\n")
        method, _, path = line.partition(" ")
        path, _, version = path.rpartition(" ")
        if not version.startswith("HTTP/"):
            talk.is_opaque = True
            return
        headers = {
            name.strip().lower(): value.strip()
            for name, _, value in (line.partition(":") for line in rest)
        }
        length = headers.get("content-length", "0")
        talk.body_left = int(length) if length.isdecimal() else 0
        talk.is_opaque = "upgrade" in headers or "transfer-encoding" in headers
        client = headers.get("user-agent", "")
        request = Request(
            time=moment(),
            method=method,
            path=path[:2000],
            client=client[:200],
            # Only browsers say what a request is for, and scripts in them cannot.
            is_browser="sec-fetch-mode" in headers,
        )
        talk.asked.append((time.monotonic(), request))

    def _answer(self, key: Key, payload: bytes) -> None:
        talk = self._open.get(key)
        if talk is None or not talk.asked or not payload.startswith(b"HTTP/1."):
            return
        status = payload[9:12]
        if status.isdigit() and not status.startswith(b"1"):
            _, answered = talk.asked.popleft()
            self._tell(answered.model_copy(update={"status": int(status)}))

    def _close(self, key: Key) -> None:
        talk = self._open.pop(key, None)
        # An answer may still come; a connection half closed is rare enough not to be waited for.
        for _, request in talk.asked if talk else ():
            self._tell(request)

    @property
    def is_busy(self) -> bool:
        """Whether a browser awaits an answer; one held open for long is no longer awaited."""
        since = time.monotonic() - _HELD_OPEN_S
        return any(
            request.is_browser and asked_at > since
            for talk in self._open.values()
            for asked_at, request in talk.asked
        )

    def aclose(self) -> None:
        """Tell what nobody has answered."""
        for key in list(self._open):
            self._close(key)


@dataclass(frozen=True, slots=True)
class _Place:
    address: bytes
    port: int
    sequence: int
    flags: int


def _segment(packet: bytes) -> tuple[_Place, _Place, bytes, int]:
    """Where a TCP segment comes from and goes to, what of it was caught, and its real size."""
    if packet[0] >> 4 == _IPV4:
        start = (packet[0] & 15) * 4
        whole = int.from_bytes(packet[2:4])
        protocol, source, target = packet[9], packet[12:16], packet[16:20]
    else:
        start = 40
        whole = 40 + int.from_bytes(packet[4:6])
        protocol, source, target = packet[6], packet[8:24], packet[24:40]
    if protocol != _TCP:
        raise ValueError(protocol)
    ports = struct.unpack_from(">HHI", packet, start)
    offset, flags = packet[start + 12] >> 4, packet[start + 13]
    begin = start + offset * 4
    # The kernel leaves the length out of packets larger than a header can say.
    size = whole - begin if whole else len(packet) - begin
    return (
        _Place(source, ports[0], ports[2], flags),
        _Place(target, ports[1], ports[2], flags),
        packet[begin : begin + size],
        size,
    )

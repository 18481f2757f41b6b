"""Reading a command's output without holding more of it than asked for."""

import asyncio
from dataclasses import dataclass, field

_CHUNK_BYTES = 64 * 1024


@dataclass(slots=True)
class Collected:
    """The beginning of an output; the rest is read and dropped."""

    limit_bytes: int
    data: bytearray = field(default_factory=bytearray)
    is_truncated: bool = False

    def add(self, chunk: bytes) -> None:
        """Keep as much of `chunk` as there is room for."""
        room = self.limit_bytes - len(self.data)
        self.data += chunk[:room]
        self.is_truncated |= len(chunk) > room


async def collect(stream: asyncio.StreamReader, into: Collected) -> None:
    """Read `stream` to its end."""
    while chunk := await stream.read(_CHUNK_BYTES):
        into.add(chunk)

"""Reading a command's output without holding more of it than asked for."""

import asyncio
from dataclasses import dataclass, field

_CHUNK_BYTES = 64 * 1024


@dataclass(slots=True)
class Collected:
    """The beginning of an output; the rest is counted and dropped."""

    limit_bytes: int
    data: bytearray = field(default_factory=bytearray)
    size_bytes: int = 0
    """Of all that was there, kept or not."""
    is_sealed: bool = False
    """Whether what still comes is no longer asked for."""

    @property
    def is_truncated(self) -> bool:
        """Whether some of it was dropped."""
        return self.size_bytes > len(self.data)

    def add(self, chunk: bytes) -> None:
        """Keep as much of `chunk` as there is room for."""
        if self.is_sealed:
            return
        self.data += chunk[: self.limit_bytes - len(self.data)]
        self.size_bytes += len(chunk)


async def collect(stream: asyncio.StreamReader, into: Collected) -> None:
    """Read `stream` to its end."""
    while chunk := await stream.read(_CHUNK_BYTES):
        into.add(chunk)

"""A person at a terminal, or answers that come through a pipe."""

import asyncio
import os
import sys
from typing import Final

_CHUNK: Final = 4096


class Terminal:
    """Asks on standard error, for results alone go to standard output."""

    def __init__(self) -> None:
        self._fd = sys.stdin.fileno()
        self._pending = b""

    def say(self, text: str = "") -> None:
        """Tell the person something."""
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()

    async def ask(self, question: str) -> str | None:
        """The person's answer, without spaces around it; None when nobody is there any more."""
        sys.stderr.write(f"{question} ")
        sys.stderr.flush()
        while b"\n" not in self._pending:
            await self._readable()
            chunk = os.read(self._fd, _CHUNK)
            if not chunk:
                return None
            self._pending += chunk
        line, _, self._pending = self._pending.partition(b"\n")
        return line.decode(errors="replace").strip()

    async def _readable(self) -> None:
        """A thread that reads could not be interrupted: wait until reading will not block."""
        loop = asyncio.get_running_loop()
        arrived = asyncio.Event()
        try:
            loop.add_reader(self._fd, arrived.set)
        except PermissionError:
            # A plain file is always readable, and nothing can be waited for.
            return
        try:
            await arrived.wait()
        finally:
            loop.remove_reader(self._fd)

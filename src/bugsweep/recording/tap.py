"""The pipe between an agent's script and its browser: commands are relayed, counted, held."""

import json
import os
import select
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

_CHUNK_BYTES = 256 * 1024
_END = b"\0"


class CommandTap:
    """Relays commands in a thread of its own, so that a busy event loop does not slow them."""

    def __init__(
        self, reading: int, writing: int, *, before: Callable[[str, dict[str, Any]], None]
    ) -> None:
        """Own both ends; `before` is called with each command's method and parameters.

        What it calls may wait: the command goes on when it returns.
        """
        self._reading = reading
        self._writing = writing
        self._before = before
        self.commands: Counter[str] = Counter()
        self._thread = threading.Thread(target=self._relay, name="browser-tap", daemon=True)

    def start(self) -> None:
        """Begin; it ends when the script closes its end, or the browser is gone."""
        self._thread.start()

    def join(self, timeout_s: float) -> None:
        """Wait for the end."""
        self._thread.join(timeout_s)

    def _relay(self) -> None:
        try:
            os.set_blocking(self._reading, True)
            os.set_blocking(self._writing, True)
            for message in self._messages():
                self._note(message)
                view = memoryview(message + _END)
                while view:
                    view = view[os.write(self._writing, view) :]
        except OSError:
            return
        finally:
            os.close(self._reading)
            os.close(self._writing)

    def _messages(self) -> Iterator[bytes]:
        parts: list[bytes] = []
        while chunk := self._read():
            *whole, rest = chunk.split(_END)
            for piece in whole:
                yield b"".join((*parts, piece))
                parts.clear()
            parts.append(rest)

    def _read(self) -> bytes:
        """The next bytes; none when the script has ended, or the browser has."""
        poll = select.poll()
        poll.register(self._reading, select.POLLIN)
        # An end of a pipe tells by itself when its other end is gone.
        poll.register(self._writing, 0)
        ready = {fd for fd, _ in poll.poll()}
        # A script waits for this end to be closed before it takes its browser for closed.
        return b"" if self._writing in ready else os.read(self._reading, _CHUNK_BYTES)

    def _note(self, message: bytes) -> None:
        with suppress(ValueError, KeyError, TypeError):
            command = json.loads(message)
            method = str(command["method"])
            self.commands[method] += 1
            self._before(method, command.get("params") or {})

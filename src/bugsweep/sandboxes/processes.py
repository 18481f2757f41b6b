"""Finding and ending the processes of a sandbox, seen from the host."""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MARK = "SANDBOX_COMMAND"
"""The environment variable that a command's processes inherit, whatever session they start."""

_POLL_S = 0.02
_STOP_ROUNDS = 200
_KILL_ROUNDS = 250


@dataclass(frozen=True, slots=True)
class Inside:
    """A process of one sandbox."""

    pid: int
    parent: int
    fd: int
    """A pidfd: a signal through it cannot hit a later process of the same number."""

    def send(self, number: signal.Signals) -> None:
        """Signal it, if it still runs."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.fd, number)


@dataclass(frozen=True, slots=True)
class Family:
    """Those processes of a PID namespace that carry a mark or descend from one that does."""

    namespace: str
    """What `readlink /proc/PID/ns/pid` says of all its members."""
    first: int
    """Process 1 of the namespace, in the host's numbers; never a member."""
    mark: str | None = None
    """All processes when left out."""
    door: int | None = None
    """The host's process that entered the namespace; its child carries the mark a bit later."""

    def marked(self, mark: str) -> "Family":
        """Only the family of one command."""
        return Family(self.namespace, self.first, mark)

    def signal(self, number: signal.Signals) -> int:
        """Signal all members; returns how many there were."""
        with self._open() as members:
            for member in members:
                member.send(number)
            return len(members)

    def is_empty(self) -> bool:
        """Whether no member runs any more."""
        with self._open() as members:
            return not members

    async def end(self, *, grace_s: float = 0) -> None:
        """Ask all members to end and, after `grace_s` seconds, make them."""
        if grace_s > 0 and self.signal(signal.SIGTERM):
            deadline = time.monotonic() + grace_s
            while not self.is_empty():
                if time.monotonic() > deadline:
                    break
                await asyncio.sleep(_POLL_S)
        await self._kill()

    async def _kill(self) -> None:
        # Stopped processes keep their places under the limit on processes, so that a
        # fork bomb runs out of room and can then be killed at one blow.
        stopped: set[int] = set()
        for _ in range(_STOP_ROUNDS):
            with self._open() as members:
                fresh = [member for member in members if member.pid not in stopped]
                for member in fresh:
                    member.send(signal.SIGSTOP)
                stopped.update(member.pid for member in fresh)
            if not fresh:
                break
            await asyncio.sleep(0)
        for _ in range(_KILL_ROUNDS):
            if not self.signal(signal.SIGKILL):
                break
            await asyncio.sleep(_POLL_S)

    @contextlib.contextmanager
    def _open(self) -> Iterator[list[Inside]]:
        everyone = list(_everyone(self.namespace))
        try:
            yield [one for one in self._select(everyone) if one.pid != self.first]
        finally:
            for one in everyone:
                os.close(one.fd)

    def _select(self, everyone: list[Inside]) -> list[Inside]:
        if self.mark is None:
            return everyone
        wanted = f"{MARK}={self.mark}".encode()
        chosen = {
            one.pid
            for one in everyone
            if one.parent == self.door or wanted in _environment(one.pid)
        }
        size = -1
        while size != len(chosen):
            size = len(chosen)
            chosen |= {one.pid for one in everyone if one.parent in chosen}
        return [one for one in everyone if one.pid in chosen]


def _everyone(namespace: str) -> Iterator[Inside]:
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        pid = int(entry.name)
        try:
            if (entry / "ns/pid").readlink().name != namespace:
                continue
            fd = os.pidfd_open(pid)
        except OSError:
            continue
        try:
            is_same = (entry / "ns/pid").readlink().name == namespace
            state, parent = _status(pid)
        except OSError:
            is_same = False
        if is_same and state != "Z":
            yield Inside(pid, parent, fd)
        else:
            os.close(fd)


def _status(pid: int) -> tuple[str, int]:
    # The name in parentheses may itself hold blanks and parentheses.
    rest = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    return rest[0], int(rest[1])


def _environment(pid: int) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []

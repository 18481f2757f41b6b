"""Finding and ending the processes of a sandbox, seen from the host."""

import asyncio
import contextlib
import os
import signal
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

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


@dataclass(slots=True)
class Census:
    """All processes of a PID namespace at one moment, held open for the length of a block."""

    running: list[Inside] = field(default_factory=list)
    lost: set[int] = field(default_factory=set)
    """Processes of any namespace that ended before they could be looked at."""

    @classmethod
    def take(cls, namespace: str) -> Self:
        """Look at every process of the host."""
        census = cls()
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                census._add(entry, namespace)
        return census

    def _add(self, entry: Path, namespace: str) -> None:
        pid = int(entry.name)
        try:
            if (entry / "ns/pid").readlink().name != namespace:
                return
            fd = os.pidfd_open(pid)
        except PermissionError:
            return
        except OSError:
            self.lost.add(pid)
            return
        try:
            # Looked at again, now that the number cannot pass to another process unnoticed.
            is_same = (entry / "ns/pid").readlink().name == namespace
            state, parent = _status(pid)
        except OSError:
            is_same, state, parent = False, "", 0
        if is_same and state != "Z":
            self.running.append(Inside(pid, parent, fd))
        else:
            self.lost.add(pid)
            os.close(fd)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.running:
            os.close(process.fd)


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
        with Census.take(self.namespace) as census:
            members = self._select(census.running)
            for member in members:
                member.send(number)
            return len(members)

    def is_empty(self) -> bool:
        """Whether no member runs any more."""
        with Census.take(self.namespace) as census:
            return not self._select(census.running)

    async def end(self, *, grace_s: float = 0) -> None:
        """Ask all members to end and, after `grace_s` seconds, make them."""
        if grace_s > 0 and self.signal(signal.SIGTERM):
            await self._until_empty(grace_s)
        await self._stop()
        for _ in range(_KILL_ROUNDS):
            if not self.signal(signal.SIGKILL):
                break
            await asyncio.sleep(_POLL_S)

    async def _until_empty(self, grace_s: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(grace_s):
                # No event tells of the end of processes that are nobody's children here.
                while not self.is_empty():  # noqa: ASYNC110
                    await asyncio.sleep(_POLL_S)

    async def _stop(self) -> None:
        """Stop all members, until none can start another.

        Stopped processes keep their places under the limit on processes, so that a fork bomb
        runs out of room and can then be killed at one blow.
        """
        known: set[int] = set()
        for _ in range(_STOP_ROUNDS):
            with Census.take(self.namespace) as census:
                members = self._select(census.running)
                for member in members:
                    member.send(signal.SIGSTOP)
                # One that ended while it was looked for may have started another unseen.
                seen = census.lost.union(member.pid for member in members)
            if seen <= known:
                return
            known |= seen
            await asyncio.sleep(0)

    def _select(self, everyone: list[Inside]) -> list[Inside]:
        others = [one for one in everyone if one.pid != self.first]
        if self.mark is None:
            return others
        wanted = f"{MARK}={self.mark}".encode()
        chosen = {
            one.pid for one in others if one.parent == self.door or wanted in _environment(one.pid)
        }
        size = -1
        while size != len(chosen):
            size = len(chosen)
            chosen |= {one.pid for one in others if one.parent in chosen}
        return [one for one in others if one.pid in chosen]


def _status(pid: int) -> tuple[str, int]:
    # The name in parentheses may itself hold blanks and parentheses.
    rest = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    return rest[0], int(rest[1])


def _environment(pid: int) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []

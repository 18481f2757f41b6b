"""A command inside a sandbox: fed, read, waited for, and ended with all that it started."""

import asyncio
import contextlib
import os
import signal
from asyncio.subprocess import Process, SubprocessStreamProtocol
from collections.abc import Sequence
from dataclasses import replace

from typing_extensions import override

from bugsweep.domain.errors import InternalError
from bugsweep.sandboxes.finishing import finish
from bugsweep.sandboxes.holder import TOOL_PATH
from bugsweep.sandboxes.output import Collected, collect
from bugsweep.sandboxes.processes import Family

# How long to go on reading when a command has ended but left children that hold its output.
_LINGER_S = 0.25
_MAX_LINGERS = 8
_BUFFER_BYTES = 64 * 1024
_DOOR_ROUND_S = 0.1
_DOOR_ROUNDS = 50


class _WatchedProtocol(SubprocessStreamProtocol):
    """Tells when the process itself ends, though others may still hold its outputs."""

    def __init__(self) -> None:
        super().__init__(limit=_BUFFER_BYTES, loop=asyncio.get_running_loop())
        self.exited = asyncio.Event()

    @override
    def process_exited(self) -> None:
        super().process_exited()
        self.exited.set()


async def spawn(
    words: Sequence[str], *, stdin: int, stdout: int, stderr: int, family: Family
) -> "BubblewrapProcess":
    """Run a host command that enters a sandbox, in a session of its own."""
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.subprocess_exec(
        _WatchedProtocol,
        *words,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        env={"PATH": TOOL_PATH, "LANG": "C.UTF-8"},
        cwd="/",
        start_new_session=True,
    )
    process = Process(transport, protocol, loop)
    return BubblewrapProcess(process, transport, protocol.exited, family)


class BubblewrapProcess:
    """A command that runs on inside."""

    def __init__(
        self,
        process: Process,
        transport: asyncio.SubprocessTransport,
        exited: asyncio.Event,
        family: Family,
    ) -> None:
        self._process = process
        self._transport = transport
        self._exited = exited
        self._family = family

    @property
    def exit_code(self) -> int | None:
        """None while it runs; 128 + n when signal n ended it."""
        code = self._process.returncode
        if code is None:
            return None
        return 128 - code if code < 0 else code

    async def wait(self) -> int:
        """Until it ends."""
        # Not the process's own `wait`: that also waits for the last holder of its outputs.
        await self._exited.wait()
        code = self.exit_code
        if code is None:
            raise InternalError("a process that has ended has no exit code")
        return code

    async def stop(self, *, grace_s: float = 2) -> None:
        """Ask it and what it started to end, then make it; also what outlived it."""
        await finish(self._stop(grace_s))
        # Nobody reads on; what is not read to its end would stay open for good.
        self._transport.close()

    async def communicate(
        self, stdin: bytes, outputs: Sequence[Collected]
    ) -> list[asyncio.Future[None]]:
        """Feed it and read both its outputs until it ends, whatever its children still do.

        Returns:
            Readers that go on dropping the output of children left behind: without readers,
            those children would break on their next line.
        """
        streams = (self._process.stdout, self._process.stderr)
        reading = [
            asyncio.ensure_future(collect(stream, output))
            for stream, output in zip(streams, outputs, strict=True)
            if stream is not None
        ]
        feeding = asyncio.ensure_future(self._feed(stdin))
        try:
            await self._exited.wait()
            await _drain(reading, outputs)
        except BaseException:
            for task in reading:
                task.cancel()
            raise
        finally:
            feeding.cancel()
            await asyncio.wait([feeding])
        for output in outputs:
            output.is_sealed = True
        return [task for task in reading if not task.done()]

    async def _feed(self, stdin: bytes) -> None:
        pipe = self._process.stdin
        if pipe is None:
            return
        try:
            pipe.write(stdin)
            await pipe.drain()
        except (BrokenPipeError, ConnectionResetError):
            pass  # a command need not read what it is given
        finally:
            pipe.close()

    async def _stop(self, grace_s: float) -> None:
        await self._kin().end(grace_s=grace_s)
        for _ in range(_DOOR_ROUNDS):
            if self._exited.is_set():
                return
            try:
                async with asyncio.timeout(_DOOR_ROUND_S):
                    await self._exited.wait()
            except TimeoutError:
                # It had not entered yet when its kin were looked for.
                await self._kin().end()
        # Not `Process.kill`: that polls first, and takes the exit code from asyncio's watcher.
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._process.pid, signal.SIGKILL)
        await self._exited.wait()

    def _kin(self) -> Family:
        return replace(self._family, door=None if self._exited.is_set() else self._process.pid)


async def _drain(reading: Sequence[asyncio.Future[None]], outputs: Sequence[Collected]) -> None:
    for _ in range(_MAX_LINGERS):
        seen = [output.size_bytes for output in outputs]
        _, pending = await asyncio.wait(reading, timeout=_LINGER_S)
        if not pending or seen == [output.size_bytes for output in outputs]:
            return

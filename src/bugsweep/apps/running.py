"""An App's own process inside a sandbox: started, ready, restarted, stopped; with its log."""

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bugsweep.domain.app import INSTANCE_PORT, App
from bugsweep.domain.errors import AppStartError
from bugsweep.sandboxes.api import Command, Process, Sandbox, User

_PROBE = Path(__file__).with_name("ready_probe.py")
_LOG_LINES = 25
_LOG_BYTES = 64 * 1024


@contextmanager
def _life_line() -> Iterator[int]:
    """What a program reads from that has to end with this one, also when this one is killed."""
    read, write = os.pipe()
    try:
        yield read
    finally:
        os.close(read)
        os.close(write)


class AppProcess:
    """The process of one App in one sandbox."""

    def __init__(self, app: App, sandbox: Sandbox, log: Path) -> None:
        self.app = app
        self.sandbox = sandbox
        self.log = log
        self._process: Process | None = None

    @property
    def is_running(self) -> bool:
        """Whether it was started and has not ended."""
        return self._process is not None and self._process.exit_code is None

    async def start(self) -> None:
        """Start and wait until ready.

        Raises:
            AppStartError: it ended, or was not ready in time; with the end of its log.
        """
        start = self.app.start
        self.log.parent.mkdir(parents=True, exist_ok=True)
        command = Command(start.command, user=User.APP, cwd=start.cwd, env=start.env)
        self._process = await self.sandbox.start(command, log=self.log)
        try:
            await self._until_ready(self._process)
        except BaseException:
            await self.stop()
            raise

    async def _until_ready(self, process: Process) -> None:
        with _life_line() as line:
            await self._probe(process, line)

    async def _probe(self, process: Process, line: int) -> None:
        ready = self.app.ready
        probing = await asyncio.create_subprocess_exec(
            *self.sandbox.network_door(
                [
                    sys.executable,
                    "-I",
                    "-S",
                    str(_PROBE),
                    str(INSTANCE_PORT),
                    ready.path,
                    str(ready.status),
                    ready.text,
                    str(ready.timeout_s),
                ]
            ),
            stdin=line,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        answer = asyncio.ensure_future(probing.communicate())
        ended = asyncio.ensure_future(process.wait())
        try:
            await asyncio.wait({answer, ended}, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                raise self._failure(f"ended with exit code {ended.result()} before it was ready")
            seen, complaint = answer.result()
            if probing.returncode:
                what = seen.decode() or complaint.decode(errors="replace").strip()
                raise self._failure(
                    f"was not ready within {ready.timeout_s:g} s at `{ready.path}`"
                    f" (wanted status {ready.status}): {what}"
                )
        finally:
            if probing.returncode is None:
                probing.kill()
            ended.cancel()
            await asyncio.gather(answer, ended, return_exceptions=True)

    def _failure(self, what: str) -> AppStartError:
        return AppStartError(
            f"app `{self.app.name}` {what}; the end of its log:\n{self.log_tail()}",
            hint=f"it was started by `{' '.join(self.app.start.command)}`",
        )

    def log_tail(self) -> str:
        """The last lines that the App printed."""
        try:
            with self.log.open("rb") as log:
                log.seek(max(0, self.log.stat().st_size - _LOG_BYTES))
                text = log.read().decode(errors="replace")
        except FileNotFoundError:
            text = ""
        return "\n".join(text.splitlines()[-_LOG_LINES:]) or "(nothing)"

    async def restart(self) -> None:
        """Stop and start again on the same data."""
        await self.stop()
        await self.start()

    async def stop(self) -> None:
        """End it and all it started; nothing happens when it does not run."""
        if self._process is not None:
            await self._process.stop()
            self._process = None

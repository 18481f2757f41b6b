"""The app beside a working agent: started in the agent's sandbox, restarted when it is edited."""

import asyncio
import contextlib
import shlex
from pathlib import Path

from bugsweep.agents.prompts import TASK_SHELL
from bugsweep.apps.image import PRODUCT, Image
from bugsweep.apps.running import AppProcess
from bugsweep.domain.errors import AppStartError
from bugsweep.sandboxes.api import Command, Sandbox, User
from bugsweep.sandboxes.entering import USUAL_PATH

# Ends at the first change of the product since the last end. The next stamp is set before the
# look, so that a change made while the App restarts is seen by the next watch.
_WATCH = r"""
stamp=$HOME/.seen
[ -e "$stamp" ] || touch "$stamp"
while sleep 1; do
    touch "$stamp.next"
    changed=$(find . -newer "$stamp" -type f -not -path './.git/*' -not -name '*.pyc' \
        -not -path '*/node_modules/*' -print -quit 2>/dev/null)
    if [ -n "$changed" ]; then mv "$stamp.next" "$stamp"; exit 0; fi
done
"""


class LiveApp:
    """An App that runs while an agent works on its product."""

    def __init__(self, image: Image, sandbox: Sandbox, log: Path) -> None:
        self.image = image
        self.sandbox = sandbox
        self.process = AppProcess(image.app, sandbox, log)
        self._watch_log = log.with_name("watch.log")
        self._watcher: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the App, and keep it in step with its source.

        Raises:
            AppStartError: it does not get ready.
        """
        await self._write_task_shell()
        await self.process.start()
        if not self.image.app.start.reloads:
            self._watcher = asyncio.create_task(self._restart_on_change())

    async def _write_task_shell(self) -> None:
        start = self.image.app.start
        spec = self.image.sandbox_spec()
        # The agent's own path begins with its tools, which are no part of the app's environment.
        path = ":".join((*spec.path, USUAL_PATH))
        env = {"LD_LIBRARY_PATH": "", **spec.env, "PATH": path, **start.env}
        settings = " ".join(shlex.quote(f"{name}={value}") for name, value in env.items())
        script = f'#!/bin/sh\ncd {shlex.quote(start.cwd)} && exec env {settings} "$@"\n'
        await self.sandbox.write_file(TASK_SHELL, script.encode(), user=User.AGENT)
        await self.sandbox.exec(Command(["chmod", "0755", TASK_SHELL]))

    async def _restart_on_change(self) -> None:
        while True:
            watch = Command(["sh", "-c", _WATCH], user=User.APP, cwd=PRODUCT)
            watching = await self.sandbox.start(watch, log=self._watch_log)
            try:
                await watching.wait()
            finally:
                await watching.stop()
            # An edit that breaks the App is the agent's to see and to mend.
            with contextlib.suppress(AppStartError):
                await self.process.restart()

    async def stop(self) -> None:
        """End the App and the watch over its source."""
        if self._watcher is not None:
            self._watcher.cancel()
            await asyncio.gather(self._watcher, return_exceptions=True)
            self._watcher = None
        await self.process.stop()

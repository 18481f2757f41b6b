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

_SOURCE = "-type f -not -path './.git/*' -not -name '*.pyc' -not -path '*/node_modules/*'"

# What the App is started from: its files, and the folders below the top that hold any. The stamp
# comes after, so that a file of the time between is known or new, and never unseen.
_NOTE = rf"""
find . {_SOURCE} >"$HOME/.known"
sed -n 's|/[^/]*$||; /\//p' "$HOME/.known" | sort -u >"$HOME/.folders"
"""
_BEGIN = _NOTE + 'touch "$HOME/.seen"'

# Ends at the first change of the product since the last end. The next stamp is set before the
# look, so that a change made while the App restarts is seen by the next watch. New files at the
# top or in a new folder are an agent's notes, scripts and pictures: the App did not start from
# them, and what begins to use them is itself a change. An App that does not start may want any.
_WATCH = rf"""
stamp=$HOME/.seen
while sleep 1; do
    touch "$stamp.next"
    changed=$(find . -newer "$stamp" {_SOURCE} 2>/dev/null | while IFS= read -r file; do
        if [ -n "$ANY" ] || grep -qxF -e "$file" "$HOME/.known" \
            || grep -qxF -e "${{file%/*}}" "$HOME/.folders"
        then echo "$file"; break; fi
    done)
    if [ -n "$changed" ]; then {_NOTE} mv "$stamp.next" "$stamp"; exit 0; fi
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
        begin = Command(["sh", "-c", _BEGIN], user=User.APP, cwd=PRODUCT)
        await self.sandbox.exec(begin)
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
        env: dict[str, str] = {}
        while True:
            watch = Command(["sh", "-c", _WATCH], user=User.APP, cwd=PRODUCT, env=env)
            watching = await self.sandbox.start(watch, log=self._watch_log)
            try:
                await watching.wait()
            finally:
                await watching.stop()
            # An edit that breaks the App is the agent's to see and to mend.
            env = {"ANY": "1"}
            with contextlib.suppress(AppStartError):
                await self.process.restart()
                env = {}

    async def stop(self) -> None:
        """End the App and the watch over its source."""
        if self._watcher is not None:
            self._watcher.cancel()
            await asyncio.gather(self._watcher, return_exceptions=True)
            self._watcher = None
        await self.process.stop()

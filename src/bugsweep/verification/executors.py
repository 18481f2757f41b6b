"""Who carries out a behaviour test on an Instance."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from bugsweep.apps.instance import Instance
from bugsweep.behaviour import Behaviour, run_behaviour
from bugsweep.browser import open_browser
from bugsweep.domain.errors import UnknownPluginError
from bugsweep.domain.verdict import Verdict


class Executor(Protocol):
    """Carries out the steps of a behaviour test and says what it saw."""

    name: str

    async def execute(
        self, behaviour: Behaviour, instance: Instance, *, evidence_dir: Path, has_trace: bool
    ) -> Verdict:
        """Carry out `behaviour` in a browser that shares nothing but the network with the app."""
        ...


class ScriptedExecutor:
    """Plays the steps in Chromium, without any model."""

    name = "scripted"

    async def execute(
        self, behaviour: Behaviour, instance: Instance, *, evidence_dir: Path, has_trace: bool
    ) -> Verdict:
        """One browser for this execution alone, inside the Instance's network namespace."""
        door = instance.sandbox.network_door([])
        async with open_browser(door) as browser:
            return await run_behaviour(
                behaviour,
                base_url=instance.url,
                browser=browser,
                evidence_dir=evidence_dir,
                has_trace=has_trace,
            )


EXECUTORS: dict[str, Callable[[], Executor]] = {"scripted": ScriptedExecutor}


def load_executor(name: str) -> Executor:
    """Make the executor of this name.

    Raises:
        UnknownPluginError: nothing has this name.
    """
    if name not in EXECUTORS:
        raise UnknownPluginError("executor", name, EXECUTORS)
    return EXECUTORS[name]()

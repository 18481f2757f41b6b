"""Who carries out a behaviour test on an app: by name, `NAME` or `NAME:ARGUMENT`."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final, Protocol

from bugsweep.behaviour import Behaviour
from bugsweep.domain.errors import UnknownPluginError, UsageError
from bugsweep.domain.verdict import Verdict


class RunningApp(Protocol):
    """What an executor needs to know of the app that it is brought to."""

    @property
    def url(self) -> str:
        """Where it answers, within its network."""
        ...

    @property
    def door(self) -> Sequence[str]:
        """A command prefix that leads into its network; empty for this machine's own."""
        ...


@dataclass(frozen=True, slots=True)
class AppAt:
    """An app that somebody else has started."""

    url: str
    door: Sequence[str] = ()


OpenApp = Callable[[], AbstractAsyncContextManager[RunningApp]]
"""Gives a fresh Instance of what is judged."""


class Executor(Protocol):
    """Carries out the steps of a behaviour test and says what it saw."""

    @property
    def name(self) -> str:
        """What verdicts are marked with."""
        ...

    async def execute(
        self, behaviour: Behaviour, open_app: OpenApp, *, evidence_dir: Path, reruns: bool
    ) -> Verdict:
        """Carry out `behaviour` on a fresh Instance.

        With `reruns`, an executor that costs nothing carries out anything but PASS once more on
        another Instance, with a trace; that second verdict stands beside the first and never
        replaces it.
        """
        ...


class ExecutorModule(Protocol):
    """What the module of an executor offers."""

    def open_named(self, argument: str) -> AbstractAsyncContextManager[Executor]:
        """Have it for the length of a block; `argument` stands behind the colon of its name.

        Raises:
            UsageError: the argument means nothing to it.
            MissingToolError: what it stands on is not installed.
        """
        ...


EXECUTORS: Final[dict[str, str]] = {
    "agentic": "bugsweep.verification.agentic",
    "browser-use": "bugsweep.verification.browser_use",
    "human": "bugsweep.verification.human",
    "scripted": "bugsweep.verification.scripted",
}


def open_executor(name: str) -> AbstractAsyncContextManager[Executor]:
    """Have the executor of this name for the length of a block.

    Raises:
        UnknownPluginError: nothing has this name.
        UsageError: what stands behind its colon means nothing.
    """
    plain, _, argument = name.partition(":")
    if plain not in EXECUTORS:
        raise UnknownPluginError("executor", plain, EXECUTORS)
    # Some stand on packages that take seconds to import.
    module: ExecutorModule = import_module(EXECUTORS[plain])
    return module.open_named(argument)


def refuse_argument(name: str, argument: str) -> None:
    """For executors that there is only one of.

    Raises:
        UsageError: there is an argument.
    """
    if argument:
        raise UsageError(f"the executor `{name}` takes nothing behind a colon, here `{argument}`")

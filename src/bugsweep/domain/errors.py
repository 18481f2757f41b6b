"""The one tree of errors. The class says whose fault it is: the exit code and the verdict follow.

    BugsweepError
    ├── UsageError                what the user wrote
    │   ├── TaskFileError           a file of a task, suite or app
    │   ├── FeatureError            the text of a behaviour test
    │   └── UnknownPluginError      a name that nothing answers to
    ├── SetupError                the world around the app
    │   ├── MissingToolError
    │   ├── SandboxError
    │   ├── ImageBuildError
    │   ├── AppStartError
    │   └── BrowserError
    ├── SubjectError              the agent or its candidate
    │   ├── AgentError
    │   └── CandidateRejectedError
    └── InternalError             us

A behaviour that does not hold is a Verdict and a bug found is a Finding, never an exception.
"""

import difflib
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from bugsweep.domain.verdict import VerdictKind


class BugsweepError(Exception):
    """Anything bugsweep raises on purpose: one sentence, and a hint what to do next."""

    exit_code: ClassVar[int] = 70
    verdict: ClassVar[VerdictKind] = VerdictKind.CRASH

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(BugsweepError):
    """What the user wrote does not mean anything."""

    exit_code = 2


class TaskFileError(UsageError):
    """A file of a task, suite or app is missing or says something wrong."""

    def __init__(
        self, path: Path, problem: str, *, field: str = "", line: int | None = None, hint: str = ""
    ) -> None:
        where = f"{path}:{line}" if line else str(path)
        subject = f"`{field}` " if field else ""
        super().__init__(f"{where}: {subject}{problem}", hint=hint)
        self.path = path
        self.field = field
        self.line = line


class FeatureError(UsageError):
    """The text of a behaviour test cannot be read as steps."""

    def __init__(
        self, source: str, problem: str, *, line: int | None = None, hint: str = ""
    ) -> None:
        super().__init__(
            f"{source}:{line}: {problem}" if line else f"{source}: {problem}", hint=hint
        )
        self.source = source
        self.line = line


class UnknownPluginError(UsageError):
    """A name that no agent, executor, oracle or the like answers to."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        near = difflib.get_close_matches(name, names, n=1)
        guess = f"did you mean `{near[0]}`? " if near else ""
        super().__init__(
            f"there is no {kind} `{name}`", hint=f"{guess}known: {', '.join(names) or 'none'}"
        )
        self.kind = kind
        self.name = name


class SetupError(BugsweepError):
    """The world around the app is not as it has to be."""

    exit_code = 3
    verdict = VerdictKind.SETUP


class MissingToolError(SetupError):
    """A program that bugsweep stands on is not on this machine."""


class SandboxError(SetupError):
    """A sandbox could not be made, entered or kept."""


class ImageBuildError(SetupError):
    """An App could not be installed or seeded."""


class AppStartError(SetupError):
    """An App did not get ready; the message ends with its log."""


class BrowserError(SetupError):
    """The browser could not be started, or died."""

    verdict = VerdictKind.CRASH


class SubjectError(BugsweepError):
    """The agent or what it left behind is at fault."""

    exit_code = 1
    verdict = VerdictKind.FAIL


class AgentError(SubjectError):
    """The agent ended with an error of its own."""


class CandidateRejectedError(SubjectError):
    """The candidate cannot be judged: it does not apply, or it reaches outside the product."""


class InternalError(BugsweepError):
    """Something that cannot happen, happened."""


def find_cause(error: Exception) -> Exception:
    """What a group of errors is about: one raised on purpose, else the first; itself if it is none.

    Tasks that run side by side raise groups, whose own message names no cause.
    """
    if not isinstance(error, ExceptionGroup):
        return error
    causes = [find_cause(inner) for inner in error.exceptions]
    return next((cause for cause in causes if isinstance(cause, BugsweepError)), causes[0])


def explain(error: Exception) -> str:
    """In one sentence what went wrong."""
    cause = find_cause(error)
    if isinstance(cause, BugsweepError):
        return cause.message
    return f"{type(cause).__name__}: {cause}" if str(cause) else type(cause).__name__

"""What a user names as an app to explore: an address, or a task whose app is started afresh."""

from pathlib import Path
from urllib.parse import urlsplit

from bugsweep.apps.references import build_buggy, build_reference, reference_candidate
from bugsweep.browser import Driver
from bugsweep.cli.output import say
from bugsweep.domain.errors import UsageError
from bugsweep.domain.task import Task
from bugsweep.exploration.target import ImageTarget, LiveTarget, Target
from bugsweep.files.suite import select_tasks


def is_url(text: str) -> bool:
    """Whether an app is named by where it runs."""
    return text.startswith(("http://", "https://"))


def start_of(name: str) -> str:
    """The path at which a user begins who gives this address, or a task."""
    parts = urlsplit(name) if is_url(name) else urlsplit("")
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


async def open_target(name: str, driver: Driver, *, folder: Path) -> Target:
    """The app at an address, or the app of a task; logs go to `folder`.

    Raises:
        UsageError: it is neither.
        ImageBuildError: the app cannot be had.
    """
    if is_url(name):
        return LiveTarget(name, driver)
    task = _one_task(name)
    say(f"preparing {task.app.name}")
    return ImageTarget(await build_buggy(task), driver, log=folder / "app.log")


async def open_other(name: str, driver: Driver, *, of: str, folder: Path) -> Target | None:
    """The build that `of` is compared with: at an address, or the repair of its task.

    Raises:
        UsageError: it is neither, or there is no task.
    """
    if not name:
        return None
    if is_url(name):
        return LiveTarget(name, driver)
    if name != "reference":
        raise UsageError(f"`{name}` is neither a URL nor `reference`")
    if is_url(of):
        raise UsageError(f"`{of}` has no reference", hint="only a task has one; give a URL")
    task = _one_task(of)
    log = folder / "reference.log"
    release = await build_reference(task)
    if release is not None:
        return ImageTarget(release, driver, log=log)
    repair = await reference_candidate(task)
    return ImageTarget(await build_buggy(task), driver, log=log, candidate=repair)


def _one_task(name: str) -> Task:
    tasks = select_tasks([name])
    if len(tasks) != 1:
        raise UsageError(f"`{name}` is {len(tasks)} tasks, one is needed")
    return tasks[0]

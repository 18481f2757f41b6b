"""Limits on memory and processes of everything in one sandbox together."""

import contextlib
import itertools
import os
from dataclasses import dataclass
from pathlib import Path

from bugsweep.sandboxes.api import Limits

_PREFIX = "bugsweep-"
_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class ControlGroups:
    """One folder of the cgroup file system per hierarchy; none where the caller may make none."""

    folders: tuple[Path, ...] = ()

    @property
    def is_enforced(self) -> bool:
        """Whether the limits hold for all processes together."""
        return bool(self.folders)

    def remove(self) -> None:
        """Give the folders back; the last process must have ended."""
        for folder in self.folders:
            _remove(folder)


def create_control_groups(limits: Limits) -> ControlGroups:
    """Limit memory and processes with cgroup v2, else v1, else not at all.

    The memory limit is `memory_mb` plus `disk_mb`: private folders and Layers live in memory.
    """
    memory_bytes = str((limits.memory_mb + limits.disk_mb) * 1024 * 1024)
    name = f"{_PREFIX}{os.getpid()}-{next(_numbers)}"
    mounts = _mounts()
    if "" in mounts:
        wanted = {"memory.max": memory_bytes, "pids.max": str(limits.processes)}
        folder = _create(_candidates(mounts[""], ""), name, wanted)
        if folder:
            return ControlGroups((folder,))
    folders = []
    for controller, wanted in (
        ("memory", {"memory.limit_in_bytes": memory_bytes}),
        ("pids", {"pids.max": str(limits.processes)}),
    ):
        if controller in mounts:
            folder = _create(_candidates(mounts[controller], controller), name, wanted)
            if folder:
                folders.append(folder)
    return ControlGroups(tuple(folders))


def _mounts() -> dict[str, Path]:
    """Where each v1 controller is mounted, and v2 under the empty name."""
    found: dict[str, Path] = {}
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        before, _, after = line.partition(" - ")
        place = Path(before.split()[4])
        kind, _, options = after.split(" ", 2)
        if kind == "cgroup2":
            found.setdefault("", place)
        elif kind == "cgroup":
            for option in options.split(","):
                found.setdefault(option, place)
    return found


def _candidates(mount: Path, controller: str) -> list[Path]:
    """This process's own group, then the topmost one."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        if controller in controllers.split(",") and path != "/":
            return [mount / path.lstrip("/"), mount]
    return [mount]


def _create(parents: list[Path], name: str, wanted: dict[str, str]) -> Path | None:
    """Make a group below the first parent that can hold the limits."""
    for parent in parents:
        remove_stale_groups(parent)
        folder = parent / name
        with contextlib.suppress(OSError):
            folder.mkdir()
            try:
                for file, value in wanted.items():
                    # Opening for update fails where the controller is not enabled: no such file.
                    with (folder / file).open("r+") as limit:
                        limit.write(value)
            except OSError:
                folder.rmdir()
                continue
            return folder
    return None


def remove_stale_groups(parent: Path) -> None:
    """Remove groups whose maker was killed before it could."""
    for folder in parent.glob(f"{_PREFIX}*"):
        pid = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if pid.isdigit() and not Path(f"/proc/{pid}").exists():
            _remove(folder)


def _remove(folder: Path) -> None:
    # A group that still holds processes says so; its maker's successor tries again.
    with contextlib.suppress(OSError):
        folder.rmdir()

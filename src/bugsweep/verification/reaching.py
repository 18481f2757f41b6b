"""Which lines of a Python product its behaviour tests reach: faults are planted there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bugsweep.apps.image import PRODUCT, Image
from bugsweep.apps.instance import Instance, open_instance
from bugsweep.apps.mutation import Fault
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.sandboxes.api import Command

_NOTES: Final = "/tmp/reached"  # noqa: S108  # inside the sandbox, which is its own

_TRACER: Final = f"""\
import os
import sys
import threading

_seen = set()
_notes = os.open("{_NOTES}", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)


def _enter(frame, event, argument):
    return _line if frame.f_code.co_filename.startswith("{PRODUCT}/") else None


def _line(frame, event, argument):
    place = (frame.f_code.co_filename, frame.f_lineno)
    if event == "line" and place not in _seen:
        _seen.add(place)
        os.write(_notes, f"{{place[0]}}\\t{{place[1]}}\\n".encode())
    return _line


sys.settrace(_enter)
threading.settrace(_enter)
"""
_MODULE: Final = "sitecustomize.py"
_SCRIPTS: Final = {".js", ".mjs", ".cjs"}


@dataclass
class Reach:
    """Files and lines that were run."""

    at_start: set[tuple[str, int]] = field(default_factory=set)
    by_tests: set[tuple[str, int]] = field(default_factory=set)

    def holds(self, fault: Fault) -> bool:
        """Whether a test runs what the fault is in; templates count as a whole.

        Where nothing was traced, as in another language, every place is as good as any other.
        """
        places = self.by_tests - self.at_start or self.by_tests
        if not places:
            return True
        suffix = Path(fault.path).suffix
        if suffix == ".py":
            return (fault.path, fault.line) in places
        # Scripts of a Python app are served, not run: they are no code of the server.
        files = {path for path, _ in places if not path.endswith(".py")}
        return suffix not in _SCRIPTS and (not files or fault.path in files)


def with_tracer(repair: PatchCandidate | None) -> PatchCandidate:
    """The change of the product that also brings the tracer in."""
    lines = _TRACER.splitlines()
    header = (
        f"diff --git a/{_MODULE} b/{_MODULE}\nnew file mode 100644\n"
        f"--- /dev/null\n+++ b/{_MODULE}\n@@ -0,0 +1,{len(lines)} @@\n"
    )
    added = "".join(f"+{line}\n" for line in lines)
    return PatchCandidate(diff=(repair.diff if repair else "") + header + added)


@asynccontextmanager
async def open_traced(
    image: Image, repair: PatchCandidate | None, reach: Reach, *, log: Path
) -> AsyncIterator[Instance]:
    """An Instance that notes in `reach` what is run in it."""
    start = image.app.start
    env = {**start.env, "PYTHONPATH": PRODUCT, "PYTHONDONTWRITEBYTECODE": "1"}
    app = image.app.model_copy(update={"start": start.model_copy(update={"env": env})})
    traced = Image(image.folder, image.manifest.model_copy(update={"app": app}))
    async with open_instance(traced, log=log, candidate=with_tracer(repair)) as instance:
        reach.at_start |= await _read(instance)
        yield instance
        reach.by_tests |= await _read(instance)


async def _read(instance: Instance) -> set[tuple[str, int]]:
    done = await instance.sandbox.exec(Command(["cat", _NOTES]), timeout_s=30)
    rows = (line.rpartition("\t") for line in done.text.splitlines())
    return {
        (path.removeprefix(f"{PRODUCT}/"), int(line))
        for path, _, line in rows
        if path and line.isdecimal()
    }

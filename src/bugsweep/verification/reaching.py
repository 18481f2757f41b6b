"""Which lines of a product its behaviour tests reach: faults are planted there.

Python is traced by a module that Python loads by itself, Node by a script that it is told to load,
and pages by the browser.
"""

import hashlib
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bugsweep.apps.image import PRODUCT, Image
from bugsweep.apps.instance import Instance, open_instance
from bugsweep.apps.mutation import Fault
from bugsweep.browser import ScriptCoverage, lines_run
from bugsweep.domain.app import Registry
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.errors import SandboxError
from bugsweep.sandboxes.api import Command, User

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
_NODE_TRACER: Final = Path(__file__).with_name("node_tracer.cjs")
_ASK_NODE: Final = """
const fs = require("fs"), net = require("net"), path = require("path");
const [folder, name] = [path.dirname(process.argv[1]), path.basename(process.argv[1])];
for (const file of fs.readdirSync(folder).filter((file) => file.startsWith(`${name}.`))) {
  // A process that is gone has left its socket behind.
  net.connect(path.join(folder, file)).on("error", () => {}).pipe(process.stdout);
}
"""
_ANSWER_BYTES: Final = 256 * 1024 * 1024
_SCRIPTS: Final = {".js", ".mjs", ".cjs"}

Places = set[tuple[str, int]]
"""Files of the product and lines in them."""


@dataclass
class Reach:
    """Files and lines that were run."""

    at_start: Places = field(default_factory=set)
    by_tests: Places = field(default_factory=set)
    in_pages: Places = field(default_factory=set)
    """Scripts that the product serves."""

    def holds(self, fault: Fault) -> bool:
        """Whether a test runs what the fault is in; templates count as a whole.

        Where nothing was traced, every place is as good as any other.
        """
        if not self.by_tests and not self.in_pages:
            return True
        places = (self.by_tests - self.at_start or self.by_tests) | self.in_pages
        suffix = Path(fault.path).suffix
        if suffix == ".py" or suffix in _SCRIPTS:
            return (fault.path, fault.line) in places
        traced = {path for path, _ in places if Path(path).suffix not in {".py", *_SCRIPTS}}
        return not traced or fault.path in traced

    def note_pages(self, seen: ScriptCoverage, product: Path) -> None:
        """Add what pages ran of scripts that lie in the product as they were served."""
        paths = {
            _digest(path.read_bytes()): path.relative_to(product).as_posix()
            for path in product.rglob("*")
            if path.suffix in _SCRIPTS and path.is_file()
        }
        for source, lines in seen.lines.items():
            path = paths.get(_digest(source.encode("utf-8", "surrogatepass")))
            if path:
                self.in_pages |= {(path, line) for line in lines}


def with_tracer(repair: PatchCandidate | None, registry: Registry | None) -> PatchCandidate:
    """The change of the product that also brings the tracer in."""
    is_node = registry is Registry.NPM
    name = _NODE_TRACER.name if is_node else _MODULE
    lines = (_NODE_TRACER.read_text(encoding="utf-8") if is_node else _TRACER).splitlines()
    header = (
        f"diff --git a/{name} b/{name}\nnew file mode 100644\n"
        f"--- /dev/null\n+++ b/{name}\n@@ -0,0 +1,{len(lines)} @@\n"
    )
    added = "".join(f"+{line}\n" for line in lines)
    return PatchCandidate(diff=(repair.diff if repair else "") + header + added)


@asynccontextmanager
async def open_traced(
    image: Image, repair: PatchCandidate | None, reach: Reach, *, log: Path
) -> AsyncIterator[Instance]:
    """An Instance that notes in `reach` what is run in it."""
    registry = image.app.source.package_registry
    read = _read_node if registry is Registry.NPM else _read_python
    start = image.app.start
    env = _environment(start.env, registry)
    app = image.app.model_copy(update={"start": start.model_copy(update={"env": env})})
    traced = Image(image.folder, image.manifest.model_copy(update={"app": app}))
    async with open_instance(traced, log=log, candidate=with_tracer(repair, registry)) as instance:
        reach.at_start |= await read(instance)
        yield instance
        reach.by_tests |= await read(instance)


def _environment(env: Mapping[str, str], registry: Registry | None) -> dict[str, str]:
    if registry is Registry.NPM:
        options = f"{env.get('NODE_OPTIONS', '')} --require {PRODUCT}/{_NODE_TRACER.name}"
        traced = {"BUGSWEEP_TRACED": f"{PRODUCT}/", "BUGSWEEP_ANSWERS": _NOTES}
        return {**env, **traced, "NODE_OPTIONS": options.strip()}
    path = ":".join(filter(None, (PRODUCT, env.get("PYTHONPATH", ""))))
    return {**env, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


async def _read_python(instance: Instance) -> Places:
    done = await instance.sandbox.exec(Command(["cat", _NOTES]), timeout_s=30)
    rows = (line.rpartition("\t") for line in done.text.splitlines())
    return {(_within(path), int(line)) for path, _, line in rows if path and line.isdecimal()}


async def _read_node(instance: Instance) -> Places:
    done = await instance.sandbox.exec(
        Command(["node", "-e", _ASK_NODE, _NOTES], user=User.APP),
        timeout_s=60,
        output_limit_bytes=_ANSWER_BYTES,
    )
    if done.exit_code or done.is_truncated:
        raise SandboxError(f"what the app ran cannot be read: {done.output.strip()[-300:]}")
    return {
        (_within(script["path"]), line)
        for answer in done.text.splitlines()
        for script in json.loads(answer)
        for line in lines_run(script["source"], script["functions"])
    }


def _within(path: str) -> str:
    return path.removeprefix(f"{PRODUCT}/")


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()

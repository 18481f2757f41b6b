"""A fault as a task of its own: the app with the fault in it, and how to undo it."""

import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

import tomli_w

from bugsweep.apps.mutation.fault import Fault, plant
from bugsweep.domain.app import App, SourceKind
from bugsweep.domain.errors import InternalError, UsageError
from bugsweep.domain.task import Task
from bugsweep.domain.verdict import BehaviourRole, Verdict
from bugsweep.files.scaffold import diagnosis, write_task_folder
from bugsweep.files.task_folder import CARD, load_task

PLANTED: Final = "planted fault"
"""How the upstream reference of such a task begins."""

_LEFT_OUT: Final = shutil.ignore_patterns("__pycache__", ".git", "node_modules")


class Workbench:
    """The repaired product beside the pristine one, to plant faults in one after the other.

    `pristine` and `repaired` are folders named `a` and `b` of the same folder.
    """

    def __init__(self, folder: Path, product: Path, repair: str) -> None:
        self.pristine = folder / "a"
        self.repaired = folder / "b"
        shutil.copytree(product, self.pristine, ignore=_LEFT_OUT, ignore_dangling_symlinks=True)
        shutil.copytree(product, self.repaired, ignore=_LEFT_OUT, ignore_dangling_symlinks=True)
        if repair:
            _git(["apply", "--unidiff-zero", "-"], self.repaired, stdin=repair)

    def patch_of(self, fault: Fault) -> str:
        """What makes the pristine product the repaired one with the fault in it."""
        path = self.repaired / fault.path
        source = path.read_bytes()
        path.write_bytes(plant(source, fault))
        try:
            return _difference(self.pristine.parent)
        finally:
            path.write_bytes(source)

    def changed_files(self, fault: Fault) -> dict[str, bytes]:
        """Files of the product that differ from the pristine one, the fault in its own."""
        files = {
            path.relative_to(self.repaired).as_posix(): path.read_bytes()
            for path in self.repaired.rglob("*")
            if path.is_file() and not _same(path, self.pristine / path.relative_to(self.repaired))
        }
        files[fault.path] = plant((self.repaired / fault.path).read_bytes(), fault)
        return files

    def undoing(self, fault: Fault) -> str:
        """What takes the fault out again."""
        source = (self.repaired / fault.path).read_bytes()
        with tempfile.TemporaryDirectory(prefix="bugsweep-") as work:
            for side, content in (("a", plant(source, fault)), ("b", source)):
                path = Path(work, side, fault.path)
                path.parent.mkdir(parents=True)
                path.write_bytes(content)
            return _difference(Path(work))


def patched_files(diff: str) -> set[str]:
    """The files that a patch changes or makes."""
    return set(re.findall(r"^\+\+\+ (?:b/)?(\S+)", diff, re.MULTILINE)) - {"/dev/null"}


def _same(path: Path, other: Path) -> bool:
    return other.is_file() and path.read_bytes() == other.read_bytes()


def _difference(folder: Path) -> str:
    argv = ["diff", "--no-index", "--binary", "--no-color", "--no-prefix", "a", "b"]
    return _git(argv, folder, good=(0, 1))


def _git(argv: list[str], folder: Path, *, stdin: str = "", good: tuple[int, ...] = (0,)) -> str:
    run = subprocess.run(
        ["git", *argv], cwd=folder, input=stdin, capture_output=True, text=True, check=False
    )
    if run.returncode not in good:
        raise InternalError(f"`git {argv[0]}` failed: {run.stderr.strip()}")
    return run.stdout


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault that one behaviour test of a task notices and the other does not."""

    origin: Task
    app: App
    """The repaired app that the fault was planted in."""
    fault: Fault
    noticed_by: BehaviourRole
    verdict: Verdict
    """The one that noticed it."""

    @property
    def id(self) -> str:
        """The new task's name: the same fault has the same."""
        told = f"{self.fault.path}\0{self.fault.start}\0{self.fault.after}"
        return f"{self.origin.id}-{sha256(told.encode()).hexdigest()[:8]}"


def check_mutant_suite(folder: Path) -> None:
    """See that a suite holds planted faults only; one that does not exist yet does.

    Raises:
        UsageError: it holds a task of a real bug.
    """
    for path in sorted(folder.glob(f"*/{CARD}")):
        if not load_task(path.parent).card.upstream.reference.startswith(PLANTED):
            raise UsageError(
                f"`{folder}` holds the real bug `{path.parent.name}`",
                hint="planted faults belong in a suite of their own",
            )


def write_mutant(mutant: Mutant, bench: Workbench, suite: Path) -> Path:
    """Write the task folder of a mutant into `suite`.

    Raises:
        UsageError: it is there already.
    """
    folder = suite / mutant.id
    origin, app = mutant.origin.folder / "app", mutant.origin.app
    write_task_folder(folder, _files(mutant, bench))
    for picture in mutant.origin.folder.glob("*.png"):
        shutil.copy(picture, folder)
    if app.files:
        shutil.copytree(origin / app.files, folder / "app" / app.files, ignore=_LEFT_OUT)
    project = folder / "app" / _PROJECT
    if app.source.project:
        shutil.copytree(origin / app.source.project, project, ignore=_LEFT_OUT, dirs_exist_ok=True)
    for name, content in bench.changed_files(mutant.fault).items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_bytes(content)
    return folder


_PROJECT: Final = "project"
_TAG: Final = "@actions-judge"


def _files(mutant: Mutant, bench: Workbench) -> dict[str, str]:
    origin, fault = mutant.origin, mutant.fault
    source = mutant.app.source
    around = source.model_copy(
        update={
            "kind": SourceKind.LOCAL,
            "registry": source.package_registry if source.package else None,
            "project": _PROJECT,
        }
    )
    app = mutant.app.model_copy(update={"source": around})
    step = mutant.verdict.failing_step
    wrong = f"`{step.text}` does not hold: {step.seen}" if step else mutant.verdict.reason
    card: dict[str, object] = {
        "format_version": 1,
        "family": origin.card.family.value,
        "id": mutant.id,
        "domain": origin.card.domain,
        "area": origin.card.area,
        "open_prompt": f"Find and fix issues in {mutant.app.name}'s {origin.card.area}.",
        "detailed_prompt": _request(mutant),
        "interaction_note": f"It takes the steps of `{mutant.verdict.behaviour}`.",
        "upstream": {
            "reference": f"{PLANTED} in the app of {origin.id}: {fault.operator}",
            "buggy_version": f"{source.version or mutant.app.name} with the fault",
            "fixed_version": source.version or mutant.app.name,
        },
    }
    other = next(role for role in BehaviourRole if role is not mutant.noticed_by)
    return {
        "task.toml": tomli_w.dumps(card),
        "app/app.toml": tomli_w.dumps(_plain(app)),
        "reference/reference.toml": tomli_w.dumps(
            {"format_version": 1, "candidate": {"patch": "repair.patch"}}
        ),
        "reference/repair.patch": bench.undoing(fault),
        "target.feature": _judging(origin.features[mutant.noticed_by]),
        "preservation.feature": _judging(origin.features[other]),
        "diagnosis.md": diagnosis(
            f"{mutant.app.name}: {origin.card.area}", wrong, f"A planted fault. {fault.summary}"
        ),
    }


def _judging(feature: str) -> str:
    """The behaviour test with a tag: in it an action that cannot be done is the app's fault."""
    if _TAG in feature:
        return feature
    return re.sub(r"^(\s*)Feature:", rf"\1{_TAG}\n\1Feature:", feature, count=1, flags=re.MULTILINE)


def _request(mutant: Mutant) -> str:
    """What a user would report: what was expected and what was there, without the cause."""
    step = mutant.verdict.failing_step
    area = f"In {mutant.app.name}'s {mutant.origin.card.area}"
    if step is None:
        return f"{area}, `{mutant.verdict.behaviour}` does not work any more."
    said = step.expected or step.text
    return f"{area} one should find that {said}. Instead: {step.seen or 'it is not so'}."


def _plain(app: App) -> dict[str, object]:
    values: dict[str, object] = app.model_dump(
        mode="json", exclude_defaults=True, exclude_none=True
    )
    return {"format_version": app.format_version, **values}

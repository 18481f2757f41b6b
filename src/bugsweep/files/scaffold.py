"""Make a task folder out of a package and two of its versions; what only a person knows is marked.

A marker reads `TODO(task): what is wanted`. Linting refuses a folder as long as it holds one.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import tomli_w
from packaging.utils import canonicalize_name

from bugsweep.domain.app import Registry
from bugsweep.domain.errors import TaskFileError, UsageError
from bugsweep.domain.verdict import BehaviourRole
from bugsweep.files.suite import SUITE_FILE
from bugsweep.files.toml import read_text

MARKER: Final = "TODO(task):"

_ORIGIN: Final = re.compile(r"(pypi|npm):((?:@[^/@\s]+/)?[^@/\s]+)@([^@/\s]+?)\.\.([^@/\s]+)")
_WRITTEN: Final = ("*.toml", "*.feature", "*.md")


def todo(wanted: str) -> str:
    """The marker of something that only a person knows."""
    return f"{MARKER} {wanted}"


def find_markers(folder: Path) -> Iterator[TaskFileError]:
    """What is left to be said in a task folder, place by place.

    Only files that a person writes are looked at, not those of the app.
    """
    paths = {path for kind in _WRITTEN for path in folder.glob(kind)}
    paths |= {folder / "app/app.toml", folder / "reference/reference.toml"}
    for path in sorted(paths):
        for number, line in enumerate(read_text(path).splitlines(), start=1):
            _, marker, wanted = line.partition(MARKER)
            if marker:
                yield TaskFileError(
                    path,
                    f"is not written yet: {wanted.strip().rstrip(chr(34) + ',]')}",
                    line=number,
                    hint=f"replace `{MARKER} …` by it",
                )


@dataclass(frozen=True, slots=True)
class Origin:
    """A package, the version with the bug and the version with its repair."""

    registry: Registry
    package: str
    buggy: str
    fixed: str


def parse_origin(text: str) -> Origin:
    """Read `pypi:PACKAGE@X..Y` or `npm:PACKAGE@X..Y`.

    Raises:
        UsageError: it is written otherwise, or both versions are the same.
    """
    found = _ORIGIN.fullmatch(text.strip())
    if not found:
        raise UsageError(
            f"`{text}` is no package with two versions",
            hint="write it like `pypi:otterwiki@2.7.0..2.9.2` or `npm:@scope/name@1.0.0..1.0.1`",
        )
    if found[3] == found[4]:
        raise UsageError(f"`{text}` names the same version twice", hint="buggy first, then fixed")
    return Origin(Registry(found[1]), found[2], found[3], found[4])


def check_task_name(name: str) -> str:
    """See that a task may be called `name`.

    Raises:
        UsageError: it may not.
    """
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise UsageError(
            f"`{name}` cannot be the name of a task",
            hint="small letters and digits, joined by hyphens, such as `otterwiki-preferences`",
        )
    return name


def scaffold_files(name: str, origin: Origin) -> dict[str, str]:
    """The texts of a new task folder by their paths."""
    title = origin.package.rpartition("/")[2]
    area = todo("the part of the app that the request names")
    card: dict[str, object] = {
        "format_version": 1,
        "family": "web",
        "id": name,
        "domain": todo("what kind of application it is, in one word"),
        "area": area,
        "open_prompt": f"Find and fix issues in {title}'s {area}",
        "detailed_prompt": todo("what is broken and what is expected, in one or two sentences"),
        "interaction_note": todo("why only using the app shows the bug"),
        "upstream": {
            "reference": todo("the report or the change, such as `issue 192 of owner/name`"),
            "buggy_version": origin.buggy,
            "fixed_version": origin.fixed,
        },
    }
    source: dict[str, object] = {
        "kind": origin.registry.value,
        "package": origin.package,
        "version": origin.buggy,
    }
    app: dict[str, object] = {
        "format_version": 1,
        "name": title,
        "files": "files",
        "source": source,
        "start": {"command": _start(origin)},
        "ready": {"path": "/"},
    }
    reference = {"format_version": 1, "build": {"version": origin.fixed}}
    return {
        "task.toml": tomli_w.dumps(card),
        "app/app.toml": tomli_w.dumps(app),
        "app/files/README.md": "Configuration and seeds of the app; they appear at /opt/files.\n",
        "reference/reference.toml": tomli_w.dumps(reference),
        **{f"{role.value}.feature": _feature(title, role) for role in BehaviourRole},
        "diagnosis.md": diagnosis(
            todo("which feature of the app it is"),
            todo("what a user sees"),
            todo("what in the source makes it so"),
        ),
    }


def diagnosis(feature: str, wrong: str, cause: str) -> str:
    """The text of diagnosis.md."""
    return f"# Feature\n\n{feature}\n\n# Wrong behaviour\n\n{wrong}\n\n# Root cause\n\n{cause}\n"


def write_task_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Write a new folder; one that is there already stays as it is.

    Raises:
        UsageError: the folder is there.
    """
    if folder.exists():
        raise UsageError(f"`{folder}` is there already", hint="choose another name or remove it")
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def ensure_suite(folder: Path) -> None:
    """Make `folder` a suite of its own name unless it is one."""
    path = folder / SUITE_FILE
    if path.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    card = {"format_version": 1, "name": folder.resolve().name, "version": "0.1.0"}
    path.write_text(tomli_w.dumps(card), encoding="utf-8")


def _start(origin: Origin) -> list[str]:
    told = todo("arguments that make it listen on 127.0.0.1:13200")
    if origin.registry is Registry.NPM:
        return ["node", told]
    return ["python", "-m", canonicalize_name(origin.package).replace("-", "_"), told]


def _feature(title: str, role: BehaviourRole) -> str:
    wanted = {
        BehaviourRole.TARGET: "what the repaired app shows and the buggy one does not",
        BehaviourRole.PRESERVATION: "what both show, near the bug",
    }[role]
    return (
        f"Feature: {title}\n\n"
        f"  Scenario: {todo('the behaviour in one sentence')}\n"
        f'    Given I open "/"\n'
        f'    Then I see "{todo(wanted)}"\n'
    )

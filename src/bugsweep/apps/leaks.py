"""What of its repair an Image shows, though nobody who works in it may know the repair."""

import asyncio
import hashlib
import json
import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from bugsweep.apps.image import PRODUCT, Image
from bugsweep.apps.references import build_buggy, build_reference, reference_candidate
from bugsweep.apps.store import ImageStore
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.gate import Leak, LeakKind
from bugsweep.domain.task import Task
from bugsweep.files.patch import added_lines

_SHORTEST_LINE: Final = 20
"""Shorter lines stand in files that have nothing to do with each other."""

_NOT_COMPARED: Final = {".git", "__pycache__"}
_CACHES: Final = re.compile(r"_cacache|(?:archive|wheels|http|sdists)-v\d+|\.pnpm-store")
_ARCHIVES: Final = re.compile(r"(?P<name>.+?)-v?\d[^/]*\.(?:whl|egg|tgz|zip|tar\.(?:gz|bz2|xz))")
_METADATA: Final = re.compile(r"(?P<name>.+)-(?P<version>[^-]+)\.(?:dist|egg)-info")
_NOTES: Final = re.compile(r"change|history|news|release", re.IGNORECASE)
_HEADING: Final = re.compile(
    r"^[^\w]*(?:version|release|v)?[\s.\[]*v?(\d+(?:\.\d+)+)", re.IGNORECASE
)
_NAMED_RELEASE: Final = re.compile(r"(?:release|version|v)[ _-]?(\d+(?:\.\d+)+)", re.IGNORECASE)
_OF_OTHERS: Final = {"node_modules", "vendor", "vendored", "third_party"}
_NOTES_BYTES: Final = 4 * 1024 * 1024
_SITES: Final = (
    "lib/python3*/site-packages",
    "lib/python3*/dist-packages",
    "lib/python3/dist-packages",
    "local/lib/python3*/dist-packages",
    "lib/node_modules",
    "share/nodejs",
    "local/lib/node_modules",
)
"""Where installed packages lie below the prefix of a toolchain."""


@dataclass(frozen=True, slots=True)
class Secrets:
    """What must not be found in the Image of a buggy App."""

    package: str = ""
    buggy_version: str = ""
    fixed_version: str = ""
    files: dict[str, str] = field(default_factory=dict)
    """Digests of files that the repair changed, as they are after it → their paths."""
    lines: dict[str, frozenset[bytes]] = field(default_factory=dict)
    """Path → the lines that the repair brings into it."""
    texts: dict[str, str] = field(default_factory=dict)
    """Digests of the task folder's own files → their names."""


async def find_leaks(task: Task, *, store: ImageStore | None = None) -> tuple[Leak, ...]:
    """Search the Image of a task's buggy App for its repair.

    Raises:
        ImageBuildError: one of the builds cannot be had.
    """
    image = await build_buggy(task, store=store)
    release = await build_reference(task, store=store)
    candidate = await reference_candidate(task, store=store)
    secrets = await asyncio.to_thread(collect_secrets, task, image, release, candidate)
    return await asyncio.to_thread(search, image, secrets)


def collect_secrets(
    task: Task, image: Image, release: Image | None, candidate: PatchCandidate
) -> Secrets:
    """What the buggy Image must not show: the repair, later releases, the task's own files."""
    hidden = [path for path in task.folder.glob("*") if path.is_file()]
    hidden += [path for path in (task.folder / "reference").rglob("*") if path.is_file()]
    source = task.app.source
    build = task.reference.build
    return Secrets(
        package=source.package,
        buggy_version=source.version or task.card.upstream.buggy_version,
        fixed_version=build.version if build else task.card.upstream.fixed_version,
        files=_repaired_files(image.product, release.product) if release else {},
        lines=_brought_lines(image.product, candidate),
        texts={_digest(path.read_bytes()): path.name for path in hidden if path.stat().st_size},
    )


def _repaired_files(buggy: Path, repaired: Path) -> dict[str, str]:
    """Files that both have and that differ; a file that was only moved tells nothing."""
    changed: dict[str, str] = {}
    kept: set[str] = set()
    for path in _files(repaired):
        name = path.relative_to(repaired)
        if not (buggy / name).is_file():
            continue
        content = path.read_bytes()
        if content == (buggy / name).read_bytes():
            kept.add(_digest(content))
        else:
            changed[_digest(content)] = name.as_posix()
    return {digest: name for digest, name in changed.items() if digest not in kept}


def _brought_lines(product: Path, candidate: PatchCandidate) -> dict[str, frozenset[bytes]]:
    brought: dict[str, frozenset[bytes]] = {}
    for name, lines in added_lines(candidate).items():
        path = product / name
        there = {line.strip() for line in path.read_bytes().splitlines()} if path.is_file() else {}
        new = {line.strip().encode() for line in lines}.difference(there)
        telling = frozenset(line for line in new if len(line) >= _SHORTEST_LINE)
        if telling:
            brought[name] = telling
    return brought


def search(image: Image, secrets: Secrets) -> tuple[Leak, ...]:
    """Everything in an Image, and in the toolchain it runs on, that shows one of `secrets`."""
    leaks = [*_in_tree(image.tree, secrets), *_in_repositories(image)]
    for prefix in filter(None, (image.manifest.interpreter, image.manifest.node, "/usr")):
        leaks += _in_toolchain(Path(prefix), secrets)
    return tuple(leaks)


def _in_tree(tree: Path, secrets: Secrets) -> Iterator[Leak]:
    every_line = frozenset[bytes]().union(*secrets.lines.values())
    for folder in _folders(tree):
        name = folder.relative_to(tree).as_posix()
        if _CACHES.fullmatch(folder.name):
            yield Leak(kind=LeakKind.CACHE, path=name, detail="a cache of packages")
        yield from _of_metadata(folder, name, secrets)
    for path in _files(tree):
        name = path.relative_to(tree).as_posix()
        content = path.read_bytes()
        digest = _digest(content)
        if digest in secrets.files:
            detail = f"`{secrets.files[digest]}` as it is after the repair"
            yield Leak(kind=LeakKind.FILE, path=name, detail=detail)
        if digest in secrets.texts:
            detail = f"`{secrets.texts[digest]}` of the task"
            yield Leak(kind=LeakKind.TASK_FILE, path=name, detail=detail)
        found = every_line and every_line.intersection(
            line.strip() for line in content.splitlines()
        )
        for file, lines in secrets.lines.items():
            if found and lines <= found:
                detail = f"all {len(lines)} lines that the repair brings into `{file}`"
                yield Leak(kind=LeakKind.LINES, path=name, detail=detail)
        yield from _of_archive(path, name, secrets)
        if path.name == "package.json":
            yield from _of_package_json(content, name, secrets)
        if name.startswith(PRODUCT.lstrip("/")):
            yield from _of_notes(path, name, content, secrets)


def _of_metadata(folder: Path, name: str, secrets: Secrets) -> Iterator[Leak]:
    found = _METADATA.fullmatch(folder.name)
    if found and _is_later(secrets, found["name"], found["version"]):
        yield _release(name, found["name"], found["version"])


def _of_package_json(content: bytes, name: str, secrets: Secrets) -> Iterator[Leak]:
    try:
        card = json.loads(content)
    except ValueError:
        return
    if not isinstance(card, dict):
        return
    package, version = str(card.get("name", "")), str(card.get("version", ""))
    if version and _is_later(secrets, package, version):
        yield _release(name, package, version)


def _of_archive(path: Path, name: str, secrets: Secrets) -> Iterator[Leak]:
    found = _ARCHIVES.fullmatch(path.name)
    short = secrets.package.rpartition("/")[2]
    if found and short and canonicalize_name(found["name"]) == canonicalize_name(short):
        yield Leak(kind=LeakKind.CACHE, path=name, detail="an archive of the package itself")


def _of_notes(path: Path, name: str, content: bytes, secrets: Secrets) -> Iterator[Leak]:
    is_of_others = bool(_OF_OTHERS & set(path.parts))
    if is_of_others or not _NOTES.search(path.name) or len(content) > _NOTES_BYTES:
        return
    told = _NAMED_RELEASE.findall(path.stem)
    headings = map(_HEADING.match, content.decode(errors="replace").splitlines())
    told += [heading[1] for heading in headings if heading]
    for version in dict.fromkeys(told):
        if _is_between(version, secrets):
            yield Leak(kind=LeakKind.NOTES, path=name, detail=f"tells of {version}")


def _in_toolchain(prefix: Path, secrets: Secrets) -> Iterator[Leak]:
    for site in (folder for pattern in _SITES for folder in prefix.glob(pattern)):
        for pattern in ("*.dist-info", "*.egg-info"):
            for folder in site.glob(pattern):
                yield from _of_metadata(folder, str(folder), secrets)
        path = site / secrets.package / "package.json"
        if secrets.package and path.is_file():
            yield from _of_package_json(path.read_bytes(), str(path), secrets)


def _in_repositories(image: Image) -> Iterator[Leak]:
    """The product's repository and its copy hold one commit and nothing besides."""
    inside = image.product / ".git"
    for folder, name in ((inside, "workspace/product/.git"), (image.baseline, "opt/baseline")):
        commits = _git(folder, "rev-list", "--all", "--reflog")
        counted = dict(line.split(": ") for line in _git(folder, "count-objects", "-v"))
        objects = int(counted["count"]) + int(counted["in-pack"])
        if len(commits) != 1 or objects != len(_git(folder, "rev-list", "--objects", "--all")):
            detail = f"{len(commits)} commits, {objects} objects: more than the product as it is"
            yield Leak(kind=LeakKind.HISTORY, path=name, detail=detail)
        if _git(folder, "remote"):
            yield Leak(kind=LeakKind.HISTORY, path=name, detail="names where it comes from")
    for folder in _folders(image.tree / "opt"):
        if (folder / ".git").exists():
            name = folder.relative_to(image.tree).as_posix()
            yield Leak(kind=LeakKind.HISTORY, path=name, detail="is a repository")


def _git(folder: Path, *argv: str) -> list[str]:
    env = {
        "PATH": os.environ["PATH"],
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_DIR": str(folder),
    }
    run = subprocess.run(["git", *argv], env=env, capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def _release(path: str, package: str, version: str) -> Leak:
    return Leak(kind=LeakKind.RELEASE, path=path, detail=f"{package} {version} is installed")


def _is_later(secrets: Secrets, package: str, version: str) -> bool:
    """Whether this is the package under test, newer than its buggy version."""
    if not secrets.package or canonicalize_name(package) != canonicalize_name(secrets.package):
        return False
    try:
        return Version(version) > Version(secrets.buggy_version)
    except InvalidVersion:
        return version != secrets.buggy_version


def _is_between(version: str, secrets: Secrets) -> bool:
    """Whether a release of this version may tell of the repair."""
    try:
        buggy, fixed = Version(secrets.buggy_version), Version(secrets.fixed_version)
        return buggy < Version(version) <= fixed
    except InvalidVersion:
        return bool(version) and version == secrets.fixed_version


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _folders(root: Path) -> Iterator[Path]:
    for path, names, _ in os.walk(root):
        names[:] = sorted(set(names) - _NOT_COMPARED)
        yield from (Path(path, name) for name in names)


def _files(root: Path) -> Iterator[Path]:
    """Plain files with something in them, compiled ones and repositories left out."""
    for path, folders, names in os.walk(root):
        folders[:] = sorted(set(folders) - _NOT_COMPARED)
        for name in sorted(names):
            file = Path(path, name)
            if not file.is_symlink() and file.is_file() and file.stat().st_size:
                yield file

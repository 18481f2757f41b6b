"""Find and read suites: named, versioned sets of task folders, with named subsets."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from pydantic import Field

from bugsweep.domain.errors import TaskFileError, UnknownPluginError
from bugsweep.domain.record import Record
from bugsweep.domain.task import Suite, Task
from bugsweep.files.digest import join_digests
from bugsweep.files.task_folder import is_task_folder, load_task
from bugsweep.files.toml import load_toml

SUITE_FILE = "suite.toml"


class SuiteCard(Record):
    """What suite.toml says."""

    format_version: int = Field(default=1, ge=1, le=1)
    name: str = Field(min_length=1)
    version: str = Field(min_length=1)
    subsets: dict[str, tuple[str, ...]] = Field(default_factory=dict)


def shipped_suites() -> Path:
    """Where the product's own suites lie: in the wheel, or in the checkout."""
    package = Path(__file__).resolve().parents[1]
    packed = package / "suites"
    return packed if packed.is_dir() else package.parents[1] / "suites"


def suite_roots() -> list[Path]:
    """Folders that are searched for suites by name, first one first."""
    here = Path.cwd() / "suites"
    roots = [here] if here.is_dir() else []
    if shipped_suites() not in roots and shipped_suites().is_dir():
        roots.append(shipped_suites())
    return roots


def load_suite(name: str, *, roots: Sequence[Path] | None = None) -> Suite:
    """Read a suite by the path of its folder, by its name, or by the name of a subset.

    Raises:
        UnknownPluginError: nothing has this name.
        TaskFileError: one of its files says something wrong.
    """
    if (Path(name) / SUITE_FILE).is_file():
        return _load(Path(name))
    known: list[str] = []
    for folder in _suite_folders(roots if roots is not None else suite_roots()):
        card = load_toml(folder / SUITE_FILE, SuiteCard)
        known += [card.name, *card.subsets]
        if name == card.name:
            return _load(folder)
        if name in card.subsets:
            return _load(folder, subset=name)
    raise UnknownPluginError("suite", name, known)


def _suite_folders(roots: Iterable[Path]) -> list[Path]:
    return [path.parent for root in roots for path in sorted(root.glob(f"*/{SUITE_FILE}"))]


def _load(folder: Path, *, subset: str = "") -> Suite:
    path = folder / SUITE_FILE
    card = load_toml(path, SuiteCard)
    folders = sorted(child for child in folder.iterdir() if is_task_folder(child))
    if not folders:
        raise TaskFileError(folder, "holds no task folder", hint="`bugsweep task new` makes one")
    if subset:
        names = {child.name for child in folders}
        for task_id in card.subsets[subset]:
            if task_id not in names:
                raise TaskFileError(
                    path, f"names `{task_id}`, which is no task here", field=f"subsets.{subset}"
                )
        folders = [folder / task_id for task_id in card.subsets[subset]]
    tasks = tuple(load_task(child) for child in folders)
    return Suite(
        name=subset or card.name,
        version=card.version,
        tasks=tasks,
        digest=join_digests(card.version, *(task.digest for task in tasks)),
    )


def select_tasks(names: Sequence[str], *, roots: Sequence[Path] | None = None) -> list[Task]:
    """Read the tasks that `names` mean: task ids, suites, subsets, or folders of either.

    Raises:
        UnknownPluginError: a name means nothing.
        TaskFileError: a file says something wrong.
    """
    searched = roots if roots is not None else suite_roots()
    tasks: dict[str, Task] = {}
    for name in names:
        for task in _select(name, searched):
            tasks.setdefault(task.id, task)
    return list(tasks.values())


def _select(name: str, roots: Sequence[Path]) -> Sequence[Task]:
    path = Path(name)
    if is_task_folder(path):
        return [load_task(path.resolve())]
    if (path / SUITE_FILE).is_file():
        return _load(path.resolve()).tasks
    folders = _suite_folders(roots)
    for folder in folders:
        if is_task_folder(folder / name):
            return [load_task(folder / name)]
    try:
        return load_suite(name, roots=roots).tasks
    except UnknownPluginError:
        known = [
            child.name for folder in folders for child in folder.iterdir() if is_task_folder(child)
        ]
        for folder in folders:
            card = load_toml(folder / SUITE_FILE, SuiteCard)
            known += [card.name, *card.subsets]
        raise UnknownPluginError("task or suite", name, known) from None

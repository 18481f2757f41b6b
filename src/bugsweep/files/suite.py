"""Find and read suites: named, versioned sets of task folders, with named subsets."""

from collections.abc import Sequence
from pathlib import Path

from pydantic import Field

from bugsweep.domain.errors import TaskFileError, UnknownPluginError
from bugsweep.domain.record import Record
from bugsweep.domain.task import Suite, Task
from bugsweep.files.run_folder import suite_digest_of
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
    roots = [Path.cwd() / "suites", shipped_suites()]
    return [root for root in dict.fromkeys(roots) if root.is_dir()]


def load_suite(name: str, *, roots: Sequence[Path] | None = None) -> Suite:
    """Read a suite by its folder, by its name, or by the name of one of its subsets.

    Raises:
        UnknownPluginError: nothing has this name.
        TaskFileError: one of its files says something wrong.
    """
    if (Path(name) / SUITE_FILE).is_file():
        return _load(Path(name).resolve(), "")
    known: list[str] = []
    for folder in _suite_folders(suite_roots() if roots is None else roots):
        card = load_toml(folder / SUITE_FILE, SuiteCard)
        if name in {card.name, *card.subsets}:
            return _load(folder, name)
        known += [card.name, *card.subsets]
    raise UnknownPluginError("suite", name, known)


def _load(folder: Path, name: str) -> Suite:
    card = load_toml(folder / SUITE_FILE, SuiteCard)
    tasks = tuple(load_task(child) for child in _members(folder, name))
    digest = suite_digest_of(tasks)
    return Suite(name=name or card.name, version=card.version, tasks=tasks, digest=digest)


def select_tasks(names: Sequence[str], *, roots: Sequence[Path] | None = None) -> list[Task]:
    """Read the tasks that `names` mean: task ids, suites, subsets, or folders of either.

    Raises:
        UnknownPluginError: a name means nothing.
        TaskFileError: a file says something wrong.
    """
    return [load_task(folder) for folder in find_task_folders(names, roots=roots)]


def find_task_folders(names: Sequence[str], *, roots: Sequence[Path] | None = None) -> list[Path]:
    """Find the folders that `names` mean, each once; all of them for no name. None is read.

    Raises:
        UnknownPluginError: a name means nothing.
        TaskFileError: a suite file says something wrong.
    """
    suites = _suite_folders(suite_roots() if roots is None else roots)
    if not names:
        return [child for folder in suites for child in _children(folder)]
    found: dict[Path, None] = {}
    for name in names:
        found.update(dict.fromkeys(_named(name, suites)))
    return list(found)


def suite_version(tasks: Sequence[Task]) -> str:
    """The versions of the suites that `tasks` lie in, such as `0.1.0`; empty outside of any."""
    files = dict.fromkeys(task.folder.parent / SUITE_FILE for task in tasks)
    return ", ".join(load_toml(path, SuiteCard).version for path in files if path.is_file())


def _named(name: str, suites: Sequence[Path]) -> list[Path]:
    path = Path(name)
    if is_task_folder(path):
        return [path.resolve()]
    if (path / SUITE_FILE).is_file():
        return _task_folders(path.resolve())
    known: list[str] = []
    for folder in suites:
        if is_task_folder(folder / name):
            return [folder / name]
        card = load_toml(folder / SUITE_FILE, SuiteCard)
        if name in {card.name, *card.subsets}:
            return _members(folder, name)
        known += [card.name, *card.subsets, *(child.name for child in _children(folder))]
    raise UnknownPluginError("task or suite", name, known)


def _members(folder: Path, name: str) -> list[Path]:
    """The task folders of the suite in `folder`, or of its subset `name`."""
    path = folder / SUITE_FILE
    subset = load_toml(path, SuiteCard).subsets.get(name)
    if subset is None:
        return _task_folders(folder)
    for task_id in subset:
        if not is_task_folder(folder / task_id):
            raise TaskFileError(
                path, f"names `{task_id}`, which is no task here", field=f"subsets.{name}"
            )
    return [folder / task_id for task_id in subset]


def _suite_folders(roots: Sequence[Path]) -> list[Path]:
    return [path.parent for root in roots for path in sorted(root.glob(f"*/{SUITE_FILE}"))]


def _task_folders(folder: Path) -> list[Path]:
    folders = _children(folder)
    if not folders:
        raise TaskFileError(folder, "holds no task folder", hint="`bugsweep task new` makes one")
    return folders


def _children(folder: Path) -> list[Path]:
    return sorted(child for child in folder.iterdir() if is_task_folder(child))

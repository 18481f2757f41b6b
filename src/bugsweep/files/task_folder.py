"""Read a task folder."""

from pathlib import Path

from bugsweep.domain.app import App, SourceKind
from bugsweep.domain.errors import TaskFileError
from bugsweep.domain.task import Reference, Task, TaskCard
from bugsweep.domain.verdict import BehaviourRole
from bugsweep.files.digest import folder_digest
from bugsweep.files.toml import load_toml, read_text

CARD = "task.toml"


def is_task_folder(folder: Path) -> bool:
    """Whether `folder` claims to be a task."""
    return (folder / CARD).is_file()


def load_task(folder: Path) -> Task:
    """Read and check the files of one task; the behaviour tests' steps are not parsed here.

    Raises:
        TaskFileError: a file is missing or says something wrong.
    """
    if not folder.is_dir():
        raise TaskFileError(folder, "is no folder", hint="`bugsweep task new` makes a task folder")
    card = load_toml(folder / CARD, TaskCard)
    if card.id != folder.name:
        raise TaskFileError(
            folder / CARD,
            f"must be the folder's name `{folder.name}`, found `{card.id}`",
            field="id",
            hint="rename the one or the other",
        )
    app = load_app(folder / "app" / "app.toml")
    reference = load_toml(folder / "reference" / "reference.toml", Reference)
    _check_reference(folder, app, reference)
    features = {role: read_text(folder / f"{role.value}.feature") for role in BehaviourRole}
    diagnosis = read_text(folder / "diagnosis.md").strip()
    if not diagnosis:
        raise TaskFileError(folder / "diagnosis.md", "is empty", hint="say feature, fault, cause")
    return Task(
        folder=folder,
        card=card,
        app=app,
        reference=reference,
        features=features,
        diagnosis=diagnosis,
        digest=folder_digest(folder),
    )


def load_app(path: Path) -> App:
    """Read app.toml and see that the folders it names exist.

    Raises:
        TaskFileError: it is missing or says something wrong.
    """
    app = load_toml(path, App)
    for field, name in (("files", app.files), ("source.project", app.source.project)):
        if not name:
            continue
        folder = (path.parent / name).resolve()
        if not folder.is_relative_to(path.parent.resolve()):
            raise TaskFileError(path, f"leaves the app's folder: `{name}`", field=field)
        if not folder.is_dir():
            raise TaskFileError(path, f"names `{name}`, which is no folder here", field=field)
    return app


def _check_reference(folder: Path, app: App, reference: Reference) -> None:
    path = folder / "reference" / "reference.toml"
    candidate = reference.candidate
    if candidate and candidate.patch and not (path.parent / candidate.patch).is_file():
        raise TaskFileError(
            path, f"names `{candidate.patch}`, which is no file here", field="candidate.patch"
        )
    if candidate and candidate.files and not reference.build:
        raise TaskFileError(
            path, "needs `build.version`, the release they come from", field="candidate.files"
        )
    if reference.build and app.source.kind is SourceKind.LOCAL and not app.source.package:
        raise TaskFileError(path, "has no package to take from the release", field="build.version")
    if reference.build and reference.build.version == app.source.version:
        raise TaskFileError(path, "is the buggy version itself", field="build.version")

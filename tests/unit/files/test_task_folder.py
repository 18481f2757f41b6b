import pytest

from bugsweep.domain.app import SourceKind
from bugsweep.domain.errors import TaskFileError
from bugsweep.domain.verdict import BehaviourRole
from bugsweep.files.task_folder import load_task


def test_reads_every_file_of_a_task(task_folder):
    task = load_task(task_folder)

    assert task.id == "toy-list"
    assert task.app.source.kind is SourceKind.PYPI
    assert task.reference.build is not None
    assert "Then I see" in task.features[BehaviourRole.TARGET]


def test_digest_changes_with_any_file_and_with_nothing_else(task_folder, spoil):
    before = load_task(task_folder).digest

    assert load_task(task_folder).digest == before
    spoil("diagnosis.md", "dropped", "lost")
    assert load_task(task_folder).digest != before


@pytest.mark.parametrize(
    ("name", "old", "new", "field", "line", "words"),
    [
        ("task.toml", "domain =", "domian =", "domian", 4, "did you mean `domain`"),
        ("task.toml", 'id = "toy-list"', 'id = "toy"', "id", None, "must be the folder's name"),
        ("task.toml", 'id = "toy-list"', 'id = "Toy List"', "id", 3, "pattern"),
        ("task.toml", "area = ", "# ", "area", None, "is missing"),
        ("task.toml", "Toy's list", "Toy", "", None, "must name the area `list`"),
        ("task.toml", 'reference = "issue 1"', "", "upstream.reference", 10, "is missing"),
        ("task.toml", "format_version = 1", "format_version = 9", "format_version", 1, "9"),
        ("app/app.toml", 'kind = "pypi"', 'kind = "pip"', "source.kind", 5, "'pypi'"),
        ("app/app.toml", 'version = "1.0"', "", "source", 4, "needs `version`"),
        ("app/app.toml", "[start]\ncommand", "[start]\ncomand", "start.comand", 10, "`command`"),
        ("app/app.toml", 'command = ["python", "-m", "toy"]', "", "start.command", 9, "is missing"),
        ("app/app.toml", 'path = "/"', 'path = "x"', "ready.path", 13, "must begin with `/`"),
        ("app/app.toml", 'name = "Toy"', 'name = "Toy"\nfiles = "no"', "files", None, "no folder"),
        ("app/app.toml", 'name = "Toy"', 'name = "Toy"\nfiles = ".."', "files", None, "leaves"),
        ("reference/reference.toml", '"1.1"', '"1.0"', "build.version", None, "buggy version"),
        ("reference/reference.toml", "[build]", "[biuld]", "biuld", 3, "did you mean `build`"),
    ],
)
def test_says_file_field_and_line(task_folder, spoil, name, old, new, field, line, words):  # noqa: PLR0917
    path = spoil(name, old, new)

    with pytest.raises(TaskFileError) as caught:
        load_task(task_folder)

    error = caught.value
    assert error.path == path
    assert error.field == field
    assert line is None or error.line == line
    assert words in f"{error.message} {error.hint}"
    assert "\n" not in error.message


@pytest.mark.parametrize(
    "name",
    ["task.toml", "app/app.toml", "target.feature", "preservation.feature", "diagnosis.md"],
)
def test_names_a_missing_file(task_folder, name):
    (task_folder / name).unlink()

    with pytest.raises(TaskFileError, match="is missing") as caught:
        load_task(task_folder)

    assert caught.value.path == task_folder / name


def test_says_where_a_file_is_no_toml(task_folder, spoil):
    spoil("task.toml", 'domain = "toys"', "domain = toys")

    with pytest.raises(TaskFileError, match="is not TOML") as caught:
        load_task(task_folder)

    assert caught.value.line == 4


def test_refuses_a_text_in_another_encoding(task_folder):
    (task_folder / "diagnosis.md").write_bytes(b"caf\xe9")

    with pytest.raises(TaskFileError, match="is not UTF-8"):
        load_task(task_folder)


def test_a_repair_needs_a_release_or_a_patch(task_folder):
    (task_folder / "reference/reference.toml").write_text("format_version = 1\n")

    with pytest.raises(TaskFileError, match="version"):
        load_task(task_folder)

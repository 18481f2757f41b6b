"""A task folder that is right, for tests that spoil one thing in it."""

import pytest

FILES = {
    "task.toml": """\
format_version = 1
family = "web"
id = "toy-list"
domain = "toys"
area = "list"
open_prompt = "Find and fix issues in Toy's list."
detailed_prompt = "The list forgets its last entry."
interaction_note = "It takes two entries."

[upstream]
reference = "issue 1"
""",
    "app/app.toml": """\
format_version = 1
name = "Toy"

[source]
kind = "pypi"
package = "toy"
version = "1.0"

[start]
command = ["python", "-m", "toy"]

[ready]
path = "/"
""",
    "reference/reference.toml": """\
format_version = 1

[build]
version = "1.1"
""",
    "target.feature": 'Feature: f\n  Scenario: s\n    Then I see the text "a"\n',
    "preservation.feature": 'Feature: f\n  Scenario: s\n    Then I see the text "b"\n',
    "diagnosis.md": "The last entry is dropped.\n",
}


@pytest.fixture
def task_folder(tmp_path):
    folder = tmp_path / "suites" / "toys" / "toy-list"
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder.parent / "suite.toml").write_text(
        'format_version = 1\nname = "toys"\nversion = "1"\n[subsets]\nfew = ["toy-list"]\n'
    )
    return folder


@pytest.fixture
def spoil(task_folder):
    """Replace `old` by `new` in one file of the task folder."""

    def change(name, old, new):
        path = task_folder / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))
        return path

    return change

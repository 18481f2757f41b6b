"""A task to make mutants of."""

import pytest

from bugsweep.files.scaffold import parse_origin, scaffold_files, write_task_folder
from bugsweep.files.task_folder import load_task


@pytest.fixture
def task(tmp_path):
    files = scaffold_files("toy-list", parse_origin("pypi:toy@1.0..1.1"))
    folder = tmp_path / "origin" / "toy-list"
    write_task_folder(folder, files)
    card = load_task(folder)
    return card.model_copy(
        update={
            "card": card.card.model_copy(update={"area": "list", "domain": "toys"}),
            "app": card.app.model_copy(update={"name": "Toy"}),
        }
    )

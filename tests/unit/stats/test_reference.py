import importlib
from pathlib import Path

import pytest

import bugsweep.stats
from bugsweep.stats.reference import MODULES, public_names, render_reference

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "statistics.md"


def test_the_page_is_what_the_docstrings_say():
    assert PAGE.read_text(encoding="utf-8") == render_reference(), (
        "run `python -m bugsweep.stats.reference > docs/reference/statistics.md`"
    )


def test_every_module_is_on_the_page():
    folder = Path(bugsweep.stats.__file__).parent
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__", "reference"}

    assert set(MODULES) == modules


@pytest.mark.parametrize("name", MODULES)
def test_everything_public_has_a_docstring_and_is_named_on_the_page(name):
    module = importlib.import_module(f"bugsweep.stats.{name}")
    names = public_names(module)
    page = PAGE.read_text(encoding="utf-8")

    assert names
    for public in names:
        thing = getattr(module, public)
        # A dataclass without a docstring gets its signature as one.
        assert thing.__doc__, public
        assert not thing.__doc__.startswith(f"{public}("), public
        assert f"### `{public}`" in page


def test_fields_are_explained_with_the_words_below_them():
    assert "`mid_p`: Less conservative than the exact one" in render_reference()

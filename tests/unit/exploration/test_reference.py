from pathlib import Path

from bugsweep.exploration.reference import render_reference

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "oracles.md"


def test_the_page_is_what_the_docstrings_say():
    assert PAGE.read_text(encoding="utf-8") == render_reference(), (
        "run `python -m bugsweep.exploration.reference > docs/reference/oracles.md`"
    )

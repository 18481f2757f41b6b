from pathlib import Path

from bugsweep.behaviour.reference import render_steps

PAGE = Path(__file__).parents[3] / "docs/reference/steps.md"


def test_the_reference_page_is_that_of_the_patterns():
    assert PAGE.read_text() == render_steps()

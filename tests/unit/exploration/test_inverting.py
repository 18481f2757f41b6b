"""Which controls take each other back."""

import pytest

from bugsweep.exploration.probes.inverting import opposite_in, opposites_of
from unit.exploration.trails import control, look


@pytest.mark.parametrize(
    ("name", "opposite"),
    [
        ("Next", "previous"),
        ("Previous month", "next month"),
        ("Zoom in", "zoom out"),
        ("Show details", "hide details"),
        ("Unstar", "star"),
        ("−", "+"),
        ("›", "‹"),
    ],
)
def test_a_name_tells_its_opposite(name, opposite):
    assert opposite in opposites_of(name)


@pytest.mark.parametrize("name", ["Save", "Context", "Showcase", "Lon"])
def test_a_word_within_a_word_tells_nothing(name):
    assert opposites_of(name) == []


def test_the_nearest_of_several_is_taken():
    calendars = [
        control(name, css=f"div:nth-of-type({place}) > button:nth-of-type({number})")
        for place in (1, 2)
        for number, name in enumerate(("Previous", "Next"), 1)
    ]
    page = look("Calendars").model_copy(update={"controls": tuple(calendars)})

    assert opposite_in(page, calendars[3]) == calendars[2]

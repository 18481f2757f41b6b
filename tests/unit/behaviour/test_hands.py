import pytest

from bugsweep.behaviour import parse_feature
from bugsweep.behaviour.hands import find_addresses

STEPS = """\
Feature: f
  Scenario: s
    Given I open "items/new"
    When I open a new tab at "/items?page=2"
    Then the page address is "/items"
"""
PROSE = """\
@prose
Feature: f
  Scenario: s
    * Go to the items (/items?page=2) and/or to http://127.0.0.1:13200/new.
"""


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        (STEPS, {"/", "items/new", "/items?page=2", "/items"}),
        (PROSE, {"/", "/items?page=2", "http://127.0.0.1:13200/new"}),
    ],
)
def test_steps_name_whole_addresses_and_no_word_is_one(text, addresses):
    assert find_addresses(parse_feature(text, source="x.feature")) == addresses

import re

import pytest

from bugsweep.browser.healing import find_reworded, is_reworded
from bugsweep.browser.wording import holds, literal_pattern, name_pattern, says


@pytest.mark.parametrize(
    ("text", "literal", "held"),
    [
        ("You have 5 items", "5 items", True),
        ("You have 15 items", "5 items", False),
        ("costs 1.50", "1", False),
        ("costs 5,000", "5", False),
        ("costs 5,", "5", True),
        ("Deleted", "Delete", False),
        ("Delete\n all", "Delete all", True),
        ("It’s “fine” – ok", 'It\'s "fine" - ok', True),
        ("a.b", "axb", False),
        ("$900", "$900", True),
        ("日本語", "本", True),
        ("Émile", "mile", False),
    ],
)
def test_a_literal_is_seen_where_a_reader_sees_it(text, literal, held):
    assert holds(text, literal) is held


def test_a_text_says_a_literal_only_from_end_to_end():
    assert says(" Rent ", "Rent")
    assert not says("Rent deposit", "Rent")


@pytest.mark.parametrize(
    ("bearer", "name", "fits"),
    [
        ("Name *", "name", True),
        ("+ Add card", "Add  card", True),
        ("Add card…", "Add card", True),
        ("Unarchive", "Archive", False),
        ("Café", "Caf", False),
        ("×", "×", True),
        ("+", "×", False),
    ],
)
def test_a_name_fits_apart_from_case_spacing_and_decoration(bearer, name, fits):
    assert bool(re.search(name_pattern(name), bearer, re.IGNORECASE)) is fits


@pytest.mark.parametrize("literal", ["a/b", "(x)", "[1]", "a|b", "1-2", "C++"])
def test_patterns_match_their_own_literal(literal):
    assert re.search(literal_pattern(literal), f"see {literal} here")


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("Log in", "Sign in"),
        ("Username", "User name"),
        ("Password", "Your password"),
        ("Save", "Save changes"),
        ("E-mail", "Email"),
    ],
)
def test_another_wording_of_the_same_label_is_known(wanted, found):
    assert is_reworded(wanted, found)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("Archive", "Unarchive"),
        ("Delete", "Delete all"),
        ("Publish", "Unpublish"),
        ("Enable", "Enabled"),
        ("Add card", "Add board"),
        ("Log in", "Log out"),
    ],
)
def test_a_likely_looking_other_label_is_not(wanted, found):
    assert not is_reworded(wanted, found)


def test_nothing_is_healed_while_both_wordings_are_there_or_two_would_do():
    assert find_reworded("Log in", ["Log in", "Sign in"]) is None
    assert find_reworded("Save", ["Save changes", "Save now"]) is None
    assert find_reworded("Log in", ["Sign in", "Help"]) == "Sign in"


@pytest.mark.parametrize(
    ("name", "shown", "fits"),
    [
        ("Home", "\uf015 Home", True),
        ("Welcome", "Welcome \ue9cb", True),
        ("Install", "Install¶", True),
        ("Use it", "Use it #", True),
        ("C", "C#", False),
        ("Home", "\uf015 Homes", False),
    ],
)
def test_pictures_of_an_icon_font_are_no_part_of_a_name(name, shown, fits):
    assert bool(re.search(name_pattern(name), shown, re.IGNORECASE)) is fits

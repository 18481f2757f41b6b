"""When a user would call two values the same."""

import pytest

from bugsweep.exploration.oracles.api import is_same_value


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("2026-03-14", "14/03/2026", True),
        ("2026-03-14", "14.3.2026", True),
        ("2026-03-14", "13/03/2026", False),
        ("2026-03-04", "2026-04-03", False),
        ("03/04/2026", "04/03/2026", False),
        ("1.50", "1,50", False),
        ("1,500", "1500", True),
        ("  Ann ", "Ann", True),
        ("08:30", "08:30:00", True),
    ],
)
def test_another_notation_is_the_same_value(one, other, is_same):
    assert is_same_value(one, other) is is_same

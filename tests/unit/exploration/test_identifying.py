"""What counts as the known bug, and what only differs."""

import pytest

from bugsweep.domain.verdict import VerdictKind
from bugsweep.exploration.identifying import NARROW_LINES, Identification, is_narrow

FAIL, PASS, SETUP = VerdictKind.FAIL, VerdictKind.PASS, VerdictKind.SETUP


def found(on_reference, *, words=(), on_repair=None):
    return Identification(
        finding="F1",
        title="Lost",
        on_buggy=FAIL,
        on_reference=on_reference,
        touches=words,
        on_repair=on_repair,
    )


@pytest.mark.parametrize(
    ("item", "counts"),
    [
        (found(PASS, words=("note",)), True),
        (found(PASS), False),
        (found(PASS, on_repair=PASS), True),
        (found(PASS, on_repair=FAIL), False),
        (found(FAIL, words=("note",), on_repair=PASS), False),
        (found(SETUP, words=("note",)), False),
    ],
)
def test_a_difference_counts_when_words_or_the_repair_alone_tell(item, counts):
    assert item.is_target is counts


@pytest.mark.parametrize(("lines", "narrow"), [(NARROW_LINES, True), (NARROW_LINES + 1, False)])
def test_a_repair_is_narrow_by_the_lines_it_changes(lines, narrow):
    head = "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n context\n"

    assert is_narrow(head + "+x\n" * lines) is narrow

"""Rows that were seen, remembered, and found again on a later look."""

from bugsweep.browser.looking import Look, RowSeen
from bugsweep.exploration.action import Spot, row_words
from bugsweep.exploration.trail import Held

_MOST = 24


def facts_of(row: RowSeen) -> tuple[str, ...]:
    """The cells of a row; its words where it has none."""
    return row.cells or tuple(row.text.split())


def remembered(look: Look, chosen: set[int], left: set[int]) -> tuple[Held, ...]:
    """Rows of a look, told apart as `chosen` and `left`, with all that they show."""
    found = []
    for place in [*sorted(chosen)[: _MOST // 2], *sorted(left)[: _MOST // 2]]:
        row = look.rows[place]
        group = look.groups[row.group]
        spot = Spot(
            kind="row" if group.kind == "table" else "item",
            name=row_words(look, row) if row.cells else _beginning(look, row),
            row="\t".join(group.columns),
            css=row.css,
            path=group.sign,
            frame=look.frame_at(row.frame),
        )
        kind = "chosen" if place in chosen else "left"
        found.append(Held(spot.name, kind, "\t".join(facts_of(row)), spot))
    return tuple(found)


def _beginning(look: Look, row: RowSeen) -> str:
    """The first words of a row, as many as tell it from the others: the rest may change."""
    others = [other.text for other in look.rows if other.group == row.group and other != row]
    words = row.text.split()
    for count in range(2, len(words)):
        name = " ".join(words[:count])
        if not any(name in other for other in others):
            return name
    return row.text


def find_row(look: Look, held: Held) -> RowSeen | None:
    """The row that was remembered, if it is there."""
    same = [row for row in look.rows if look.groups[row.group].sign == held.spot.path]
    found = [row for row in same if held.title in row.text]
    return min(found, key=lambda row: len(row.text)) if found else None


def has_changed(look: Look, held: Held) -> bool:
    """Whether a row that was remembered now shows something else, or is gone."""
    row = find_row(look, held)
    return row is None or facts_of(row) != tuple(held.value.split("\t"))

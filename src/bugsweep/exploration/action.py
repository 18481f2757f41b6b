"""What the explorer does, as data: it can be replayed, printed and dropped one by one."""

from enum import StrEnum

from bugsweep.browser.looking import ControlSeen, FieldSeen, FrameSeen, Look, RowSeen
from bugsweep.domain.record import Record
from bugsweep.exploration.markers import find_markers


class Op(StrEnum):
    """The kinds of actions."""

    OPEN = "open"
    CLICK = "click"
    HOVER = "hover"
    SCROLL = "scroll to"
    DRAG = "drag"
    DOUBLE_CLICK = "double-click"
    SET = "set"
    """Give a field a value; `on` or `off` for what is ticked."""
    PRESS = "press"
    TYPE = "type"
    RELOAD = "reload"
    BACK = "back"
    FORWARD = "forward"
    RESIZE = "resize"
    SWITCH = "switch"
    """Go on as another person, in a window of their own."""


class Spot(Record):
    """An element in the words a user has for it, and where it is if they do not suffice."""

    kind: str
    name: str
    css: str = ""
    """Where it is, when its name does not tell it from others."""
    path: str = ""
    """Where it was when it was seen: the last resort of a replay."""
    nth: int = 0
    """Its place among several of this name, from 1; 0 when it is alone."""
    row: str = ""
    """Text of the row or item that it is in."""
    row_kind: str = "row"
    in_dialog: bool = False
    frame: FrameSeen | None = None
    """The frame that it is in."""

    def __str__(self) -> str:
        """For a person."""
        where = f" in the {self.row_kind} “{self.row}”" if self.row else ""
        return f"{self.kind} “{self.name}”{where}"


class Action(Record):
    """One thing a user does."""

    op: Op
    spot: Spot | None = None
    onto: Spot | None = None
    """What it is dropped on."""
    value: str = ""
    accepts: bool = False
    """Whether a question of the browser is answered with yes."""
    is_optional: bool = False
    """Whether a replay goes on without it where the element is not there."""

    def __str__(self) -> str:
        """For a person."""
        value = f" “{self.value}”" if self.value else ""
        onto = f" onto the {self.onto}" if self.onto else ""
        return f"{self.op.value}{value}{f' at the {self.spot}' if self.spot else ''}{onto}"


_LONGEST_ROW = 50
"""More than this is no name of a row; its wording changes with what is chosen in it."""
FIELD_KINDS = {
    "checkbox": "checkbox",
    "radio": "radio button",
    "select": "list",
    "multiselect": "list",
    "file": "file",
}


def spot_of_field(look: Look, field: FieldSeen) -> Spot:
    """How a user would say which field is meant."""
    kind = FIELD_KINDS.get(field.kind, "field")
    same = [
        other
        for other in look.fields
        if other.label.lower() == field.label.lower()
        and other.frame == field.frame
        and (FIELD_KINDS.get(other.kind, "field") == kind)
    ]
    is_plain = bool(field.label) and len(same) == 1
    return Spot(
        kind=kind,
        name=field.title,
        css="" if is_plain else field.css,
        path=field.css,
        in_dialog=field.in_dialog,
        frame=look.frame_at(field.frame),
    )


def spot_of_control(look: Look, control: ControlSeen) -> Spot:
    """How a user would say which control is meant."""
    row = look.rows[control.row] if control.row >= 0 else None
    words = row_words(look, row) if row else ""
    # Texts name an element whatever the case of its letters.
    same = (control.kind, control.name.casefold())
    is_alone = sum((c.kind, c.name.casefold()) == same for c in look.controls) == 1
    if is_alone and not find_markers(words):
        words = ""
    css = "" if control.name and len(words) <= _LONGEST_ROW else control.css
    return Spot(
        kind=control.kind,
        name=control.name or control.css,
        css=css,
        path=control.css,
        nth=control.nth,
        row="" if css else words,
        row_kind="row" if row and look.groups[row.group].kind == "table" else "item",
        in_dialog=control.in_dialog,
        frame=look.frame_at(control.frame),
    )


def spot_of_row(look: Look, row: RowSeen) -> Spot:
    """How a user would say which row is meant."""
    kind = "row" if look.groups[row.group].kind == "table" else "item"
    words = row_words(look, row)
    css = row.css if not find_markers(words) or len(words) > _LONGEST_ROW else ""
    return Spot(kind=kind, name=words, css=css, path=row.css, frame=look.frame_at(row.frame))


def spot_of_grip(look: Look, row: RowSeen) -> Spot:
    """What a row is dragged by."""
    spot = spot_of_row(look, row)
    if not row.grip_css:
        return spot
    return Spot(
        kind="text",
        name=f"grip of {spot.name[:30]}",
        css=row.grip_css,
        path=row.grip_css,
        frame=spot.frame,
    )


def row_words(look: Look, row: RowSeen) -> str:
    """Words that tell a row from the others of its group: a marker, a cell, or how it begins."""
    others = [other.text for other in look.rows if other.group == row.group and other != row]
    marked = find_markers(row.text)[:1]
    words = row.text.split()
    beginnings = (" ".join(words[:count]) for count in range(1 if marked else 3, len(words) + 1))
    for told in (*marked, *(cell.strip() for cell in row.cells), *beginnings):
        if len(told) > 1 and not any(told in text for text in others):
            return told[:80]
    return marked[0] if marked else row.text[:80]


def find_field(look: Look, spot: Spot) -> FieldSeen | None:
    """The field that `spot` means, if the page has it."""
    within = [field for field in look.fields if look.frame_at(field.frame) == spot.frame]
    if spot.css:
        named = [field for field in within if field.css == spot.css]
    else:
        named = [
            field
            for field in within
            if field.label == spot.name and FIELD_KINDS.get(field.kind, "field") == spot.kind
        ]
    return named[0] if named else None


def find_control(look: Look, spot: Spot) -> ControlSeen | None:
    """The control that `spot` means, if the page has it."""
    found = [
        control
        for control in look.controls
        if look.frame_at(control.frame) == spot.frame
        and (control.css == spot.css if spot.css else control.name == spot.name)
        and (control.kind == spot.kind or bool(spot.css))
        and (not spot.row or (control.row >= 0 and spot.row in look.rows[control.row].text))
    ]
    if spot.nth and len(found) >= spot.nth:
        return found[spot.nth - 1]
    return found[0] if found else None

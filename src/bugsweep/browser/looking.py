"""What an explorer notices at one look at a page."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from bugsweep.domain.record import Record


class FieldSeen(Record):
    """Something that takes a value."""

    ref: int
    """Where the page keeps the element until the next look."""
    form: int
    kind: str
    """The type of an input, or `select`, `multiselect`, `textarea`, `editable`."""
    name: str
    label: str
    css: str
    value: str
    is_ticked: bool
    options: tuple[str, ...]
    hints: tuple[str, ...]
    input_mode: str
    is_required: bool
    is_enabled: bool
    is_invalid: bool
    row: int
    in_dialog: bool
    limit: int
    frame: int = -1
    """The frame it is in; -1 for what is in none."""
    is_sent: bool = True
    """Whether it is part of what its form sends."""

    @property
    def title(self) -> str:
        """What a user calls it; its technical name where it has no other."""
        return self.label or self.name or self.css

    @property
    def held(self) -> str:
        """Its value as one text, also for what is ticked."""
        if self.kind in {"checkbox", "radio"}:
            return "on" if self.is_ticked else "off"
        return self.value


class ControlSeen(Record):
    """Something to click."""

    ref: int
    kind: str
    name: str
    css: str
    href: str
    target: str
    form: int
    row: int
    nth: int
    """Its place among those of the same kind and name in the same row or page; 0 when alone."""
    is_submit: bool
    is_enabled: bool
    is_download: bool
    in_dialog: bool
    in_nav: bool
    has_popup: bool
    is_pressed: bool
    in_head: bool = False
    """Whether it stands in the head of a table."""
    frame: int = -1
    leads_nowhere: bool = False
    """A link without an address that no script listens to."""


class RowSeen(Record):
    """One of several things that look alike."""

    ref: int
    group: int
    text: str
    cells: tuple[str, ...]
    parent: int = -1
    """The row that holds this one; -1 when none does."""
    css: str = ""
    """Where it is, for what is neither in a table nor in a list."""
    frame: int = -1
    grip: int = -1
    """What it is dragged by; -1 when nothing says that it can be."""
    grip_css: str = ""
    """Where that is; empty when it is the row itself."""


class GroupSeen(Record):
    """A table, a list, or a part of a page in which things repeat."""

    ref: int
    kind: str
    name: str
    columns: tuple[str, ...]
    sign: str
    css: str = ""
    goes_on: bool = False
    """Whether there is more to scroll to below it."""


class FormSeen(Record):
    """What belongs together to be sent."""

    method: str
    is_real: bool
    in_dialog: bool
    text: str


class FrameSeen(Record):
    """A page of the app within another."""

    name: str
    css: str


class Look(Record):
    """A page as it stood at one moment."""

    url: str
    title: str
    lines: tuple[str, ...]
    headings: tuple[str, ...]
    fields: tuple[FieldSeen, ...]
    controls: tuple[ControlSeen, ...]
    groups: tuple[GroupSeen, ...]
    rows: tuple[RowSeen, ...]
    forms: tuple[FormSeen, ...]
    dialogs: tuple[str, ...]
    broken_images: tuple[str, ...]
    focus: int
    focus_is_field: bool
    elements: int
    fits_any_width: bool = False
    """Whether the page says that it fits the width of any screen."""
    codes: tuple[str, ...] = ()
    """What is marked as code."""
    frames: tuple[FrameSeen, ...] = ()
    """Those of the app's origin."""

    @property
    def text(self) -> str:
        """All that is to be read."""
        return "\n".join(self.lines)

    def frame_at(self, place: int) -> FrameSeen | None:
        """The frame that fields, controls and rows call by this number."""
        return self.frames[place] if place >= 0 else None

    @property
    def path(self) -> str:
        """The address without the origin."""
        parts = urlsplit(self.url)
        query = f"?{parts.query}" if parts.query else ""
        fragment = f"#{parts.fragment}" if parts.fragment else ""
        return f"{parts.path or '/'}{query}{fragment}"

    def fields_of(self, form: int) -> tuple[FieldSeen, ...]:
        """The fields that are sent together."""
        return tuple(field for field in self.fields if field.form == form)

    def rows_around(self, row: int) -> Iterator[int]:
        """A row and those that hold it, the innermost first."""
        while row >= 0:
            yield row
            row = self.rows[row].parent

    def rows_with(self, text: str) -> tuple[RowSeen, ...]:
        """The rows in which `text` is to be read."""
        return tuple(row for row in self.rows if text in row.text)


EMPTY_LOOK = Look(
    url="about:blank",
    title="",
    lines=(),
    headings=(),
    fields=(),
    controls=(),
    groups=(),
    rows=(),
    forms=(),
    dialogs=(),
    broken_images=(),
    focus=-1,
    focus_is_field=False,
    elements=0,
)


class Call(Record):
    """A request that the page made."""

    method: str
    url: str
    kind: str
    """Playwright's resource type: `document`, `fetch`, `xhr`, `script`, …"""
    status: int
    """0 while it is under way or when it failed."""
    failure: str = ""
    sent: str = ""
    """The beginning of what was posted."""

    @property
    def writes(self) -> bool:
        """Whether it is meant to change something."""
        return self.method not in {"GET", "HEAD", "OPTIONS"}

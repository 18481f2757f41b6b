"""What is typed into fields: values that are known again, and differ from what stands there."""

import random
import re
from dataclasses import dataclass
from datetime import date, timedelta

from bugsweep.browser.looking import FieldSeen
from bugsweep.exploration.markers import Markers
from bugsweep.exploration.views import is_texty

NUMBERS = ("10", "2", "1000", "30", "100", "4", "200", "3")
"""In no window of four is the order as text that of the numbers."""
LAST_DAY = date(2026, 3, 28)
"""Dates before it are past for every app, and none is the first or last of a month."""
TIMES = ("09:05", "11:40", "14:20", "16:45")
CLOCK = re.compile(r"\d{1,2}:\d{2}")
"""What a text field holds that takes a time of day."""
_ALWAYS = {"week": "2026-W11", "color": "#336699", "password": "Pa55-word-Zq9"}
_NUMERIC_MODE = re.compile(r"numeric|decimal")


@dataclass(frozen=True, slots=True)
class Variant:
    """What kind of text is typed."""

    name: str
    template: str
    """`{}` stands for the marker."""


PLAIN = Variant("plain", "{} thing")
SPECIAL = Variant("special", '{} <i>a&b</i> "q" é漢 007')
BRACES = Variant("braces", "{} {{{{7*7}}}} %s $1 \\n'")
LONG = Variant("long", "{} " + "long words 😀 " * 60)
CODES = ("0x1F", "007", "0b101", "0o17")
"""Texts that look like numbers and are none to a user; `1e3` or `1.50` may well be numbers."""


_DATES = {
    r"\d{4}-\d\d-\d\d": "%Y-%m-%d",
    r"\d{4}/\d\d/\d\d": "%Y/%m/%d",
    r"\d\d\.\d\d\.\d{4}": "%d.%m.%Y",
    # Day and month are told apart by nobody here: the same number for both is right in any case.
    r"\d\d/\d\d/\d{4}": "03/03/%Y",
}
"""How a text field shows that it takes a date."""


def _shape_of_date(text: str) -> str:
    return next((shape for shown, shape in _DATES.items() if re.fullmatch(shown, text)), "")


def takes_time(field: FieldSeen) -> bool:
    """Whether it takes a time of day."""
    shows_one = field.kind == "text" and CLOCK.fullmatch(field.value.strip()) is not None
    return field.kind == "time" or shows_one


class Filler:
    """Chooses values for the fields of one form."""

    def __init__(self, markers: Markers, random_source: random.Random) -> None:
        self._markers = markers
        self._random = random_source
        self._numbers = 0
        self._days = 0
        self._times = -1
        self._turns: dict[str, int] = {}

    def text(self, variant: Variant = PLAIN) -> str:
        """A text with a new marker."""
        return variant.template.format(self._markers.new())

    def value(self, field: FieldSeen, variant: Variant = PLAIN) -> str | None:
        """A value for a field that is not the one it has; None to leave it alone."""
        simple = self._simple(field)
        if simple is not None:
            return simple
        if field.kind in {"select", "multiselect"}:
            return self._option(field)
        if field.kind == "checkbox":
            return "off" if field.is_ticked else "on"
        if field.kind == "radio":
            return None if field.is_ticked else "on"
        if is_texty(field):
            return self._text(field, variant)
        return None

    def _simple(self, field: FieldSeen) -> str | None:
        if field.kind in {"number", "range"} or (
            field.kind == "text" and _NUMERIC_MODE.search(field.input_mode)
        ):
            return self._number(field)
        if field.kind in {"date", "datetime-local", "month"}:
            day = self._day().isoformat()
            return {"month": day[:7], "datetime-local": f"{day}T10:20"}.get(field.kind, day)
        if field.kind == "text" and (shape := _shape_of_date(field.value.strip())):
            return self._day().strftime(shape)
        if takes_time(field):
            self._times += 1
            return TIMES[self._times % len(TIMES)]
        if field.kind == "file":
            marker = self._markers.new()
            return f"{marker.lower()}.txt\nfile of {marker}"
        return _ALWAYS.get(field.kind)

    def _text(self, field: FieldSeen, variant: Variant) -> str:
        marker = self._markers.new()
        if field.kind == "email":
            return f"{marker.lower()}@example.org"
        if field.kind == "url":
            return f"http://example.org/{marker.lower()}"
        if field.kind == "tel":
            return f"+4930{self._random.randint(1000000, 9999999)}"
        text = variant.template.format(marker)
        return text[: field.limit] if field.limit else text

    def _number(self, field: FieldSeen) -> str:
        self._numbers += 1
        number = NUMBERS[self._numbers % len(NUMBERS)]
        return number if number != field.value else NUMBERS[(self._numbers + 1) % len(NUMBERS)]

    def _day(self) -> date:
        self._days += 1
        # Ascending, as a user gives a beginning before an end.
        return LAST_DAY - timedelta(days=25 - self._days * 3 % 25)

    def _option(self, field: FieldSeen) -> str | None:
        real = [
            option
            for option in field.options
            if option.strip(" -–—.…") and option != field.value and not option.startswith("---")
        ]
        if not real:
            return None
        turn = self._turns[field.css] = self._turns.get(field.css, -1) + 1
        return real[turn % len(real)]

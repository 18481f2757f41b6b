"""What a fault is: one stretch of source that is replaced."""

from dataclasses import dataclass
from enum import StrEnum


class Operator(StrEnum):
    """Kinds of faults; the value is what reports call them."""

    DROPPED_CALL = "dropped call"
    LOST_SAVE = "lost save or await"
    INVERTED_CONDITION = "inverted condition"
    WEAKENED_CONDITION = "weakened condition"
    WRONG_VARIABLE = "wrong variable"
    """Another one of the same function that holds the same type, as far as can be told."""
    OFF_BY_ONE = "off by one"
    WRONG_FIELD = "wrong field"
    """Another field that is read of the same object nearby."""
    MISSING_ESCAPE = "missing escape"
    SWAPPED_ARGUMENTS = "swapped arguments"


@dataclass(frozen=True, slots=True)
class Fault:
    """One replacement in one file of a product."""

    operator: Operator
    path: str
    """Relative to the product."""
    line: int
    start: int
    """Offset of the first byte that is replaced."""
    end: int
    before: str
    after: str

    @property
    def summary(self) -> str:
        """In one line."""
        return f"{self.path}:{self.line}: {self.operator}: `{self.before}` → `{self.after}`"


def plant(source: bytes, fault: Fault) -> bytes:
    """The source with the fault in it."""
    return source[: fault.start] + fault.after.encode() + source[fault.end :]


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


SAVING = words(
    "save commit flush add add_all update write writelines writefile persist store put insert "
    "insertmany insertone delete remove append push set setitem refresh sync bulk_create "
    "save_m2m create replace"
)
"""Names of calls, in small letters, that make something last."""

HARMLESS = words(
    "debug info warning warn error exception critical log print trace assert notice emit_log super"
)
"""Names of calls that nobody who uses the app would miss."""

ESCAPING = words(
    "escape htmlescape html_escape escapehtml escape_html conditional_escape clean sanitize "
    "striptags strip_tags quote quote_plus urlencode encodeuri encodeuricomponent "
    "htmlencode"
)
"""Names of functions, in small letters, that make text safe for where it goes."""

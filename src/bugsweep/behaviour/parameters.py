"""The words a step is made of: quoted literals, and elements as a user names them."""

import re
from typing import Final

from cucumber_expressions.parameter_type import ParameterType
from cucumber_expressions.parameter_type_registry import ParameterTypeRegistry

from bugsweep.browser import Kind, Target

QUOTED: Final = r'"((?:[^"\\]|\\.)*)"'
_ORDINALS: Final = {"first": 1, "second": 2, "third": 3, "last": -1}
_ORDINAL: Final = r"(?:(first|second|third|last|\d+(?:st|nd|rd|th)) )?"
_HOLDERS: Final = (
    Kind.DIALOG,
    Kind.SECTION,
    Kind.LIST_BOX,
    Kind.LIST,
    Kind.TABLE,
    Kind.CARD,
    Kind.MENU,
)
_BY_CONTENT: Final = (Kind.ROW, Kind.ITEM, Kind.CARD)
_NAMED: Final = tuple(kind for kind in Kind if kind not in {Kind.SIDEBAR, Kind.CHOOSER})


def _any_of(kinds: tuple[Kind, ...]) -> str:
    # Longest first: `list box` before `list`.
    return "|".join(sorted(map(str, kinds), key=len, reverse=True))


TARGET: Final = rf"the {_ORDINAL}({_any_of(_NAMED)})(?:(?: containing)? {QUOTED})?"
HOLDER: Final = rf"the {_ORDINAL}({_any_of(_HOLDERS)})(?:(?: containing)? {QUOTED})?"
ROW: Final = rf"the {_ORDINAL}({_any_of(_BY_CONTENT)})(?: containing)? {QUOTED}"
SCOPE: Final = (
    rf"the {_ORDINAL}({_any_of((*_HOLDERS, Kind.FRAME, Kind.ROW, Kind.ITEM))})"
    rf"(?:(?: containing)? {QUOTED})?"
)


def unquoted(text: str | None) -> str:
    r"""The literal between quotes; `\"`, `\\`, `\n` and `\t` stand for what they usually do."""
    meaning = {"n": "\n", "t": "\t"}
    return re.sub(r"\\(.)", lambda found: meaning.get(found[1], found[1]), text or "")


def target_of(ordinal: str | None, kind: str, name: str | None) -> Target:
    """The element that the words name."""
    place = 0
    if ordinal:
        place = _ORDINALS.get(ordinal) or int(re.sub(r"\D", "", ordinal))
    return Target(Kind(kind), unquoted(name), place)


def _registry() -> ParameterTypeRegistry:
    registry = ParameterTypeRegistry()
    registry.define_parameter_type(ParameterType("text", QUOTED, str, unquoted))
    for name, pattern in (("target", TARGET), ("holder", HOLDER), ("row", ROW)):
        registry.define_parameter_type(ParameterType(name, pattern, Target, target_of))
    return registry


PARAMETERS: Final = _registry()

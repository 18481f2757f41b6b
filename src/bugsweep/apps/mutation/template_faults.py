"""Faults in templates that write HTML: Jinja, Django and EJS."""

import re
from collections.abc import Iterator
from typing import Final

from bugsweep.apps.mutation.fault import Fault, Operator

_PRINTED: Final = re.compile(r"\{\{-?\s*(?P<value>[^{}|'\"]+?)\s*-?\}\}")
_TEXT: Final = re.compile(r"(?!(?:loop|form|csrf)\b)[a-z_]\w*(?:\.[a-z_]\w*)*")
"""A plain value: what is called or counted seldom holds what somebody typed."""
_ESCAPED: Final = re.compile(r"\s*\|\s*(?:escape|e|forceescape|urlencode)\b")
_CONDITION: Final = re.compile(r"\{%-?\s*(?:el)?if\s+(?P<test>[^%]+?)\s*-?%\}")
_EJS: Final = re.compile(r"<%=")
_JOINED: Final = re.compile(r"^(?P<left>.+?)\s+(?:and|or)\s+(?P<right>.+)$", re.DOTALL)
_EQUAL: Final = re.compile(r"(?<![<>=!])(==|!=)(?!=)")
_FIELD: Final = re.compile(r"\b(?P<owner>[a-z_]\w*)\.(?P<field>[a-z_]\w*)\b(?!\s*\()")


def find_template_faults(source: bytes, path: str) -> list[Fault]:
    """All faults that can be planted in a template; none when it is not UTF-8."""
    try:
        text = source.decode()
    except UnicodeDecodeError:
        return []
    return list(_all(text, path))


def _all(text: str, path: str) -> Iterator[Fault]:
    fields: dict[str, set[str]] = {}
    places = [*_PRINTED.finditer(text), *_CONDITION.finditer(text)]
    for place in places:
        for use in _FIELD.finditer(place[0]):
            fields.setdefault(use["owner"], set()).add(use["field"])
    for place in _PRINTED.finditer(text):
        value = place["value"]
        if _TEXT.fullmatch(value):
            yield _fault(Operator.MISSING_ESCAPE, text, path, place.span("value"), f"{value}|safe")
        yield from _wrong_fields(text, path, place.start("value"), value, fields)
    for place in _ESCAPED.finditer(text):
        yield _fault(Operator.MISSING_ESCAPE, text, path, place.span(), "")
    for place in _EJS.finditer(text):
        yield _fault(Operator.MISSING_ESCAPE, text, path, place.span(), "<%-")
    for place in _CONDITION.finditer(text):
        yield from _of_condition(text, path, place.span("test"), place["test"])
        yield from _wrong_fields(text, path, place.start("test"), place["test"], fields)


def _of_condition(text: str, path: str, span: tuple[int, int], test: str) -> Iterator[Fault]:
    joined = _JOINED.match(test)
    if joined:
        for side in (joined["left"], joined["right"]):
            yield _fault(Operator.WEAKENED_CONDITION, text, path, span, side)
        return
    equal = _EQUAL.search(test)
    if test.startswith("not "):
        opposite = test.removeprefix("not ")
    elif equal:
        other = "!=" if equal[1] == "==" else "=="
        opposite = f"{test[: equal.start()]}{other}{test[equal.end() :]}"
    else:
        opposite = f"not {test}"
    yield _fault(Operator.INVERTED_CONDITION, text, path, span, opposite)


def _wrong_fields(
    text: str, path: str, begin: int, part: str, fields: dict[str, set[str]]
) -> Iterator[Fault]:
    for use in _FIELD.finditer(part):
        others = sorted(fields.get(use["owner"], set()) - {use["field"]})
        if others:
            span = (begin + use.start("field"), begin + use.end("field"))
            yield _fault(Operator.WRONG_FIELD, text, path, span, others[0])


def _fault(operator: Operator, text: str, path: str, span: tuple[int, int], after: str) -> Fault:
    begin, end = span
    # Offsets count bytes, whatever the characters before are.
    start = len(text[:begin].encode())
    before = text[begin:end]
    line = text.count("\n", 0, begin) + 1
    return Fault(operator, path, line, start, start + len(before.encode()), before, after)

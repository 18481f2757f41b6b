"""Writes docs/reference/files.md from the records themselves.

`python -m bugsweep.files.reference > docs/reference/files.md`
"""

import sys
from collections.abc import Iterator
from enum import Enum

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from bugsweep.domain.app import App
from bugsweep.domain.task import Reference, TaskCard
from bugsweep.files.run_folder import RunCard
from bugsweep.files.suite import SuiteCard

_FILES: dict[str, type[BaseModel]] = {
    "task.toml": TaskCard,
    "app/app.toml": App,
    "reference/reference.toml": Reference,
    "suite.toml": SuiteCard,
    "run.json": RunCard,
}


_TYPES: dict[object, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    "str": "string",
    "tuple[str, ...]": "list of strings",
    "tuple[tuple[str, ...], ...]": "list of commands",
    "dict[str, str]": "table of strings",
    "dict[str, tuple[str, ...]]": "table of lists of strings",
}


def render_reference() -> str:
    """The whole page."""
    lines = [
        "# Files",
        "",
        "Unknown keys are errors: a message names file, line and field, and the nearest known key.",
        "",
    ]
    for name, record in _FILES.items():
        lines += [f"## {name}", "", (record.__doc__ or "").strip(), ""]
        lines += _table(record, prefix="")
    return "\n".join(lines).rstrip() + "\n"


def _table(record: type[BaseModel], *, prefix: str) -> list[str]:
    lines = ["| key | type | default | meaning |", "|---|---|---|---|"]
    nested: list[tuple[str, type[BaseModel]]] = []
    for name, field in record.model_fields.items():
        inner = next(_records_in(field.annotation), None)
        if inner:
            nested.append((f"{prefix}{name}", inner))
        meaning = " ".join((field.description or "").split())
        lines.append(
            f"| `{prefix}{name}` | {_type(field.annotation)} | {_default(field)} | {meaning} |"
        )
    lines.append("")
    for name, inner in nested:
        lines += [f"### [{name}]", "", " ".join((inner.__doc__ or "").split()), ""]
        lines += _table(inner, prefix=f"{name}.")
    return lines


def _records_in(annotation: object) -> Iterator[type[BaseModel]]:
    for kind in (annotation, *getattr(annotation, "__args__", ())):
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield kind


def _type(annotation: object) -> str:
    if next(_records_in(annotation), None):
        return "table"
    for kind in (annotation, *getattr(annotation, "__args__", ())):
        if isinstance(kind, type) and issubclass(kind, Enum):
            return " or ".join(f"`{value.value}`" for value in kind)
    text = str(annotation).replace(" | None", "")
    return _TYPES.get(annotation) or _TYPES.get(text, text)


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    value = field.default
    if value is PydanticUndefined or value is None or value in ("", ()):
        return ""
    if isinstance(value, BaseModel):
        return ""
    return f"`{value}`"


if __name__ == "__main__":
    sys.stdout.write(render_reference())

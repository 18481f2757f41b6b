"""Read JSON and JSON Lines into records; what is wrong comes back with file, record and field."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from bugsweep.domain.errors import TaskFileError
from bugsweep.files.toml import read_text

M = TypeVar("M", bound=BaseModel)


def load_json(path: Path, model: type[M]) -> M:
    """Read one JSON document.

    Raises:
        TaskFileError: with the first thing that is wrong and its field.
    """
    return parse_record(read_text(path), model, path)


def load_json_lines(path: Path, model: type[M]) -> Iterator[M]:
    """Read one record a line; empty lines are none. The record's number is the line's.

    Raises:
        TaskFileError: with the first thing that is wrong, its record and its field.
    """
    # Not `splitlines`: JSON strings may hold other characters that end a line for Python.
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if line.strip():
            yield parse_record(line, model, path, record=number)


def parse_record(text: str, model: type[M], path: Path, *, record: int | None = None) -> M:
    """Read one record of the file `path`.

    Raises:
        TaskFileError: with the first thing that is wrong, its record and its field.
    """
    try:
        value = from_json(text)
    except ValueError as error:
        raise TaskFileError(path, f"is not JSON: {error}", line=record) from None
    return to_record(value, model, path, record=record)


def to_record(
    value: object, model: type[M], path: Path, *, record: int | None = None, within: str = ""
) -> M:
    """Take a value read from the file `path` as a record; `within` is the field it stands in.

    Raises:
        TaskFileError: with the first thing that is wrong, its record and its field.
    """
    try:
        return model.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in (*filter(None, [within]), *first["loc"]))
        problem = first["msg"].removeprefix("Value error, ")
        problem = problem[:1].lower() + problem[1:]
        seen = first["input"]
        if isinstance(seen, str | int | float):
            problem = f"{problem}, found `{_short(str(seen))}`"
        raise TaskFileError(path, problem, field=field, line=record) from None


def _short(text: str, limit: int = 60) -> str:
    first = text.strip().split("\n", 1)[0]
    return first if len(first) <= limit else first[:limit] + "…"

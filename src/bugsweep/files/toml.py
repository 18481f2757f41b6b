"""Read a TOML file into a record; what is wrong comes back with file, line and field."""

import difflib
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from bugsweep.domain.errors import TaskFileError
from bugsweep.domain.record import Record

R = TypeVar("R", bound=Record)


def read_text(path: Path) -> str:
    """Read a UTF-8 text file.

    Raises:
        TaskFileError: it is missing, no file, or not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise TaskFileError(path, "is missing", hint="create it") from None
    except IsADirectoryError:
        raise TaskFileError(path, "is a folder, a file was expected") from None
    except UnicodeDecodeError as error:
        raise TaskFileError(path, f"is not UTF-8: {error.reason} at byte {error.start}") from None
    except OSError as error:
        raise TaskFileError(path, f"cannot be read: {error.strerror}") from error


def load_toml(path: Path, record: type[R]) -> R:
    """Read `path` as `record`.

    Raises:
        TaskFileError: with the first thing that is wrong, its line and field.
    """
    text = read_text(path)
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else None
        raise TaskFileError(
            path,
            f"is not TOML: {error}",
            line=line,
            hint="strings stand in quotes, keys are unique",
        ) from None
    try:
        return record.model_validate(values)
    except ValidationError as error:
        problems = error.errors(include_url=False)
        # A misspelt key shows up twice, as missing and as unknown: the latter says more.
        unknown = [it for it in problems if it["type"] == "extra_forbidden"]
        raise _explain(path, text, record, (unknown or problems)[0]) from None


def _explain(path: Path, text: str, record: type[BaseModel], error: ErrorDetails) -> TaskFileError:
    location = error["loc"]
    field = ".".join(str(part) for part in location)
    line = line_of(text, location)
    if error["type"] == "extra_forbidden":
        known = _fields_at(record, location[:-1])
        near = difflib.get_close_matches(str(location[-1]), known, n=1)
        hint = f"did you mean `{near[0]}`?" if near else f"known keys: {', '.join(known)}"
        return TaskFileError(path, "is not a known key", field=field, line=line, hint=hint)
    if error["type"] == "missing":
        return TaskFileError(
            path, "is missing", field=field, line=line_of(text, location[:-1]), hint="add it"
        )
    problem = error["msg"].removeprefix("Value error, ")
    problem = problem[:1].lower() + problem[1:]
    seen = error["input"]
    if isinstance(seen, str | int | float | bool):
        problem = f"{problem}, found `{seen}`"
    return TaskFileError(path, problem, field=field, line=line)


def _fields_at(record: type[BaseModel], location: Sequence[int | str]) -> list[str]:
    """Names of the keys that the table at `location` may hold."""
    current: type[BaseModel] = record
    for part in location:
        field = current.model_fields.get(str(part))
        if field is None:
            continue
        candidates = (field.annotation, *getattr(field.annotation, "__args__", ()))
        nested = [kind for kind in candidates if _is_record(kind)]
        if nested:
            current = nested[0]
    return sorted(current.model_fields)


def _is_record(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def line_of(text: str, location: Sequence[int | str]) -> int | None:
    """The line on which the value at `location` is written, as far as it can be told.

    The deepest part that is found wins: a missing key gives the line of its table.
    """
    names = [str(part) for part in location if not isinstance(part, int)]
    table: list[str] = []
    best: tuple[int, int] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        header = re.match(r"\s*\[{1,2}\s*([^\]]+?)\s*\]", line)
        assignment = re.match(r"\s*([\w.\"'-]+)\s*=", line)
        if header:
            table = [part.strip("\"' ") for part in header[1].split(".")]
            place = table
        elif assignment:
            place = table + [part.strip("\"' ") for part in assignment[1].split(".")]
        else:
            continue
        if place == names[: len(place)] and (best is None or len(place) > best[0]):
            best = (len(place), number)
    return best[1] if best else None

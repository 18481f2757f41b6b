"""JSON that other programs wrote: what does not read is absent, never raised."""

import json
from pathlib import Path
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


def load_json(path: Path) -> Json:
    """The content of a file; None where it is missing or no JSON."""
    try:
        content: Json = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return content


def as_text(value: Json) -> str:
    """Words as they are; parts of a message joined; anything else as JSON."""
    match value:
        case None:
            return ""
        case str():
            return value
        case {"results": list(parts)}:
            return "\n".join(map(as_text, parts))
        case {"content": content} | {"text": str(content)}:
            return as_text(content)
        case list() if all(isinstance(part, str | dict) for part in value):
            return "\n".join(map(as_text, value))
        case _:
            return json.dumps(value, ensure_ascii=False, indent=1)


def as_list(value: Json) -> list[Json]:
    """The items of a list; none of anything else."""
    return value if isinstance(value, list) else []


def as_dicts(value: Json) -> list[dict[str, Json]]:
    """The objects of a list; whatever else stands in it is passed over."""
    return [item for item in as_list(value) if isinstance(item, dict)]

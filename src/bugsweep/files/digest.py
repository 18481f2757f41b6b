"""Content digests of folders."""

import hashlib
import json
from pathlib import Path

from bugsweep.domain.record import Record

_IGNORED = {"__pycache__", ".DS_Store"}


def folder_digest(folder: Path) -> str:
    """SHA-256 over relative paths, executable bits, link targets and contents, hexadecimal.

    Times and owners do not count, so the same checkout gives the same digest everywhere.
    """
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if _IGNORED & set(path.relative_to(folder).parts):
            continue
        if path.is_symlink():
            kind, content = "link", str(path.readlink()).encode()
        elif path.is_file():
            kind = "exec" if path.stat().st_mode & 0o100 else "file"
            content = path.read_bytes()
        else:
            continue
        name = path.relative_to(folder).as_posix()
        total.update(f"{kind}\0{name}\0{hashlib.sha256(content).hexdigest()}\n".encode())
    return total.hexdigest()


def record_digest(record: Record) -> str:
    """SHA-256 over a record's values in a fixed order, hexadecimal."""
    values = json.dumps(record.model_dump(mode="json"), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(values.encode()).hexdigest()


def join_digests(*digests: str) -> str:
    """One digest that changes when any of `digests` does."""
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()

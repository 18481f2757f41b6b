"""Find a Python interpreter by version among those on this machine."""

import asyncio
import contextlib
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import Version
from uv import find_uv_bin

from bugsweep.domain.errors import ImageBuildError, UsageError

_PLACES = ("PATH", "HOME", "PYENV_ROOT", "UV_PYTHON_INSTALL_DIR")


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python on this machine."""

    version: Version
    executable: Path

    @property
    def prefix(self) -> Path:
        """The folder that holds its `bin` and `lib`."""
        return self.executable.parent.parent

    @property
    def is_of_the_system(self) -> bool:
        """Whether a sandbox has it without being given it."""
        return self.prefix == Path("/usr")


async def find_interpreter(wanted: str) -> Interpreter:
    """Find the newest Python that fits `wanted` (PEP 440, such as `>=3.11` or `==3.10.*`).

    Raises:
        UsageError: `wanted` is no version specifier.
        ImageBuildError: there is none, and uv cannot fetch one.
    """
    try:
        specifier = SpecifierSet(wanted)
    except InvalidSpecifier:
        raise UsageError(
            f"`{wanted}` is no Python version", hint="write it like `>=3.11` or `==3.10.*`"
        ) from None
    found = await _choose(specifier)
    if found is None:
        await _fetch(wanted)
        _KNOWN.clear()
        found = await _choose(specifier)
    if found is None:
        raise ImageBuildError(
            f"no Python {wanted} was found on this machine",
            hint="`uv python install` fetches one; pyenv's and the system's are found too",
        )
    return found


_KNOWN: dict[tuple[str, ...], list[Interpreter]] = {}
"""Asking uv takes a second or more; what it found holds as long as the places to look at do."""


async def _choose(specifier: SpecifierSet) -> Interpreter | None:
    places = tuple(os.environ.get(name, "") for name in _PLACES)
    if places not in _KNOWN:
        _KNOWN[places] = await _installed()
    fitting = [it for it in _KNOWN[places] if specifier.contains(it.version)]
    return max(fitting, key=lambda it: it.version, default=None)


async def _installed() -> list[Interpreter]:
    process = await asyncio.create_subprocess_exec(
        find_uv_bin(),
        "python",
        "list",
        "--only-installed",
        "--output-format",
        "json",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    listing, _ = await process.communicate()
    found: dict[Path, Interpreter] = {}
    for row in json.loads(listing or b"[]"):
        if row.get("implementation") != "cpython" or row.get("variant", "default") != "default":
            continue
        _add(found, Path(row["path"]), row["version"])
    # The variable may name the folder of somebody else.
    with contextlib.suppress(PermissionError):
        for folder in (_pyenv_root() / "versions").glob("*"):
            _add(found, folder / "bin" / "python", folder.name)
    return list(found.values())


def _add(found: dict[Path, Interpreter], path: Path, version: str) -> None:
    executable = path.resolve()
    is_python = re.fullmatch(r"python\d+(\.\d+)?", executable.name)
    if is_python and _is_program(executable) and re.fullmatch(r"\d+\.\d+\.\d+", version):
        found.setdefault(executable, Interpreter(Version(version), executable))


def _is_program(path: Path) -> bool:
    """Whether it is no script; a version manager's shim is one, which no sandbox could run."""
    try:
        with path.open("rb") as file:
            return file.read(2) not in {b"", b"#!"}
    except OSError:
        return False


def _pyenv_root() -> Path:
    return Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser()


async def _fetch(wanted: str) -> None:
    process = await asyncio.create_subprocess_exec(
        find_uv_bin(),
        "python",
        "install",
        "--quiet",
        wanted,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    await process.wait()

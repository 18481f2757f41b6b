"""Packages from the registries, brought into bugsweep's home once per machine."""

import json
import os
import shutil
import uuid
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from filelock import AsyncFileLock
from pydantic import Field, ValidationError
from uv import find_uv_bin

from bugsweep.agents.equipment import TOOLS
from bugsweep.apps.installers import run
from bugsweep.apps.interpreters import Interpreter, find_interpreter
from bugsweep.apps.ownership import give_to_sandbox
from bugsweep.apps.store import home
from bugsweep.domain.errors import MissingToolError
from bugsweep.domain.record import Record
from bugsweep.files.digest import join_digests
from bugsweep.sandboxes.api import Bind, Limits, Network, Sandbox, SandboxSpec
from bugsweep.sandboxes.bubblewrap import BubblewrapSandbox

_RECIPE = "1"
"""Raised when the same packages would be laid out differently."""

_CARD = "installed.json"
_LIMITS = Limits(memory_mb=8192, processes=4096, disk_mb=4096)

PYTHON = f"{TOOLS}/python"
"""Where the interpreter of tools and agents appears inside, unless it is the system's."""

NODE = f"{TOOLS}/node"
"""Likewise Node."""


@dataclass(frozen=True, slots=True)
class Runtimes:
    """The interpreters of this machine that tools and agents run on."""

    python: Interpreter
    node: Path | None
    """The folder that holds its `bin`; None when there is none."""

    @property
    def python_inside(self) -> str:
        """The interpreter's path in a sandbox."""
        if self.python.is_of_the_system:
            return str(self.python.executable)
        return f"{PYTHON}/bin/{self.python.executable.name}"

    @property
    def binds(self) -> tuple[Bind, ...]:
        """What the sandbox does not have anyway."""
        binds = []
        if not self.python.is_of_the_system:
            binds.append(Bind(self.python.prefix, PurePosixPath(PYTHON)))
        if self.node and self.node != Path("/usr"):
            binds.append(Bind(self.node, PurePosixPath(NODE)))
        return tuple(binds)

    @property
    def path(self) -> tuple[str, ...]:
        """Where their commands lie inside."""
        return (f"{NODE}/bin",)


async def find_runtimes() -> Runtimes:
    """The newest Python, and the Node that the user has on PATH."""
    return Runtimes(python=await find_interpreter(">=3.11,<3.14"), node=_find_node())


def _find_node() -> Path | None:
    node = shutil.which("node")
    return Path(node).resolve().parent.parent if node else None


class Wanted(Record):
    """Packages, in their registries' own notation."""

    pypi: tuple[str, ...] = ()
    npm: tuple[str, ...] = ()
    beside: str = Field(default="", exclude_if=lambda value: not value)
    """Digest of what is laid out beside them."""


class Installed(Record):
    """What was installed, beside the tree."""

    packages: tuple[str, ...]
    """As `name==version`."""


@dataclass(frozen=True, slots=True)
class Installation:
    """A finished tree of packages on the host."""

    tree: Path
    packages: tuple[str, ...]


Arrange = Callable[[Path], None]
"""Adds to a tree, on the host, before it is closed."""


async def install(
    name: str, wanted: Wanted, *, place: str, runtimes: Runtimes, arrange: Arrange | None = None
) -> Installation:
    """Find or make the tree of `wanted`, laid out to appear at `place` inside.

    Raises:
        MissingToolError: a client of a registry is not on this machine.
        ImageBuildError: a package cannot be installed; nothing half-done is left.
    """
    digest = join_digests(
        _RECIPE, wanted.model_dump_json(), place, str(runtimes.python.version), str(runtimes.node)
    )
    root = home() / "agents"
    root.mkdir(parents=True, exist_ok=True)
    folder = root / f"{name}-{digest[:16]}"
    found = _find(folder)
    if found:
        return found
    async with AsyncFileLock(root / f".{folder.name}.lock"):
        found = _find(folder)
        if found:
            return found
        for stale in root.glob(f".{folder.name}-*"):
            shutil.rmtree(stale)
        workshop = root / f".{folder.name}-{uuid.uuid4().hex[:8]}"
        try:
            (workshop / "tree").mkdir(parents=True)
            packages = await _fill(workshop / "tree", wanted, place, runtimes, arrange)
            card = Installed(packages=packages)
            (workshop / _CARD).write_text(card.model_dump_json(indent=2), encoding="utf-8")
            workshop.rename(folder)
        finally:
            shutil.rmtree(workshop, ignore_errors=True)
    return Installation(folder / "tree", packages)


def _find(folder: Path) -> Installation | None:
    try:
        card = Installed.model_validate_json((folder / _CARD).read_bytes())
    except (OSError, ValidationError):
        return None
    return Installation(folder / "tree", card.packages)


async def _fill(
    tree: Path, wanted: Wanted, place: str, runtimes: Runtimes, arrange: Arrange | None
) -> tuple[str, ...]:
    for mount_point in ("bin", "python", "node", "browser"):
        (tree / mount_point).mkdir()
    cache = home() / "packages"
    cache.mkdir(parents=True, exist_ok=True)
    for path in (tree, cache):
        give_to_sandbox(path)
    spec = SandboxSpec(
        binds=(
            Bind(tree, PurePosixPath(place), is_writable=True),
            Bind(cache, PurePosixPath("/opt/cache"), is_writable=True),
            Bind(Path(find_uv_bin()), PurePosixPath("/opt/uv")),
            *runtimes.binds,
        ),
        limits=_LIMITS,
        network=Network.HOST,
        env={} if runtimes.python.is_of_the_system else {"LD_LIBRARY_PATH": f"{PYTHON}/lib"},
        path=runtimes.path,
    )
    packages: list[str] = []
    async with aclosing(await BubblewrapSandbox.create(spec)) as sandbox:
        if wanted.pypi:
            packages += await _install_pypi(sandbox, wanted.pypi, place, runtimes.python_inside)
        if wanted.npm:
            packages += await _install_npm(sandbox, wanted.npm, place)
    if arrange:
        arrange(tree)
    _open_up(tree)
    return tuple(packages)


def _open_up(tree: Path) -> None:
    """Whatever the caller's umask, the agent inside is somebody else."""
    for root, _, names in os.walk(tree):
        for path in (Path(root), *(Path(root, name) for name in names)):
            if not path.is_symlink():
                mode = path.stat().st_mode
                path.chmod(mode | 0o444 | (0o111 if path.is_dir() or mode & 0o100 else 0))


async def _install_pypi(
    sandbox: Sandbox, requirements: tuple[str, ...], place: str, python: str
) -> list[str]:
    uv = ["/opt/uv", "--cache-dir", "/opt/cache/uv", "--no-config", "--no-progress"]
    venv = f"{place}/venv"
    await run(
        sandbox,
        [*uv, "venv", "--python", python, "--no-python-downloads", venv],
        doing="making the virtual environment",
        cwd=place,
    )
    target = ["--python", f"{venv}/bin/python"]
    await run(
        sandbox,
        [
            *uv,
            "pip",
            "install",
            *target,
            "--link-mode",
            "copy",
            "--compile-bytecode",
            *requirements,
        ],
        doing=f"installing {', '.join(requirements)}",
        cwd=place,
    )
    listing = await run(
        sandbox, [*uv, "pip", "list", *target, "--format", "json"], doing="listing", cwd=place
    )
    return [f"{row['name']}=={row['version']}" for row in json.loads(listing)]


async def _install_npm(sandbox: Sandbox, packages: tuple[str, ...], place: str) -> list[str]:
    if not shutil.which("npm"):
        raise MissingToolError(
            f"{', '.join(packages)} needs Node.js with npm", hint="`apt-get install nodejs npm`"
        )
    await run(
        sandbox,
        [
            *("npm", "install", "--prefix", place, "--cache", "/opt/cache/npm"),
            *("--no-audit", "--no-fund", "--no-package-lock", *packages),
        ],
        doing=f"installing {', '.join(packages)}",
        cwd=place,
    )
    listing = await run(
        sandbox,
        ["npm", "ls", "--prefix", place, "--depth", "0", "--json"],
        doing="listing",
        cwd=place,
    )
    rows = json.loads(listing).get("dependencies", {})
    return [f"{name}=={row['version']}" for name, row in rows.items()]

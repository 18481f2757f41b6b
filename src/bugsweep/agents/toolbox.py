"""The tools that every agent gets: Chromium, and Playwright for Python and for Node.

`chromium.launch()` without arguments works: what Playwright takes for its own browser is a
script that starts the one of this machine. That script stands in the place of the machine's own
browser too, and tells the recorder of every launch.
"""

import hashlib
import json
import re
import shlex
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path, PurePosixPath

from bugsweep.agents.equipment import TOOLS, Equipment
from bugsweep.agents.installing import PYTHON, Runtimes, Wanted, find_runtimes, install
from bugsweep.browser.chromium import find_chromium
from bugsweep.recording import launcher
from bugsweep.sandboxes.api import Bind, Limits

_BROWSERS = f"{TOOLS}/browsers"
CHROMIUM = f"{TOOLS}/bin/chromium"
"""What starts the browser inside, in sight of the recorder."""
_BROWSER = f"{TOOLS}/browser"
_LAUNCHER = Path(launcher.__file__)
_ELF = b"\x7fELF"
_MORE = Limits(memory_mb=4096, processes=1024, disk_mb=1024)

_ENV = {
    "PLAYWRIGHT_BROWSERS_PATH": _BROWSERS,
    "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD": "1",
    "PUPPETEER_EXECUTABLE_PATH": CHROMIUM,
    "CHROME_PATH": CHROMIUM,
}

# Where Playwright's releases look for an executable, by the browser's name in their own table.
_PLACES = {
    "chromium": ("chrome-linux64/chrome", "chrome-linux/chrome"),
    "chromium-headless-shell": (
        "chrome-headless-shell-linux64/chrome-headless-shell",
        "chrome-linux/headless_shell",
    ),
}


async def open_toolbox(runtimes: Runtimes | None = None) -> Equipment:
    """Find or build the toolbox of this machine.

    Raises:
        MissingToolError: there is no Chromium, or no npm.
        ImageBuildError: a package cannot be had.
    """
    runtimes = runtimes or await find_runtimes()
    chromium = _find_program(find_chromium())
    release = version("playwright").rsplit(".", 1)[0]
    start = _start_script(runtimes, chromium.program)
    wanted = Wanted(
        pypi=(f"playwright~={release}.0",),
        npm=(f"playwright@~{release}.0",),
        beside=hashlib.sha256(_launcher() + start.encode()).hexdigest(),
    )

    def arrange(tree: Path) -> None:
        _write_programs(tree, start)
        _write_browsers(tree)

    made = await install("toolbox", wanted, place=TOOLS, runtimes=runtimes, arrange=arrange)
    watched = made.tree / "bin/chromium"
    return Equipment(
        binds=(
            Bind(made.tree, PurePosixPath(TOOLS)),
            # Node looks in every folder above a script, so `import` finds it from anywhere.
            Bind(made.tree / "node_modules", PurePosixPath("/node_modules")),
            *runtimes.binds,
            Bind(chromium.program.parent, PurePosixPath(_BROWSER)),
            *(Bind(watched, PurePosixPath(place)) for place in chromium.places),
            *_system_name(),
        ),
        env=_ENV,
        more=_MORE,
        parts=made.packages,
    )


@dataclass(frozen=True, slots=True)
class _Chromium:
    program: Path
    """What is run in the end, on the host."""
    places: tuple[Path, ...]
    """Where it is found inside, too, because the sandbox shows the system's programs."""


def _find_program(chromium: Path) -> _Chromium:
    """See through the script by which a distribution starts a browser."""
    starter = chromium.resolve()
    program = starter
    if not _is_program(starter):
        _, _, lines = starter.read_text(encoding="utf-8", errors="replace").partition("\n")
        words = re.findall(r"/[\w./+-]+", lines)
        program = next((it for it in map(Path, words) if it.is_file() and _is_program(it)), starter)
    seen = dict.fromkeys((starter, program.resolve()))
    return _Chromium(program.resolve(), tuple(it for it in seen if it.is_relative_to("/usr")))


def _is_program(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_ELF)) == _ELF


def _system_name() -> tuple[Bind, ...]:
    """Inspect puts its own tools only into a system whose name it can read."""
    name = Path("/etc/os-release")
    return (Bind(name.resolve(), PurePosixPath(name)),) if name.exists() else ()


def _launcher() -> bytes:
    return _LAUNCHER.read_bytes()


def _start_script(runtimes: Runtimes, program: Path) -> str:
    """Starts the browser through the launcher, which sets the path of libraries back."""
    return (
        'BUGSWEEP_LIBRARY_PATH="$LD_LIBRARY_PATH" '
        f"LD_LIBRARY_PATH={PYTHON}/lib exec {runtimes.python_inside} -I -S "
        f'{TOOLS}/lib/{_LAUNCHER.name} {shlex.quote(f"{_BROWSER}/{program.name}")} "$@"'
    )


def _write_programs(tree: Path, start: str) -> None:
    library = f"LD_LIBRARY_PATH={PYTHON}/lib"
    _write_script(tree / "bin/python3", f'{library} exec {TOOLS}/venv/bin/python "$@"')
    (tree / "bin/python").symlink_to("python3")
    for name in ("node", "npm", "npx"):
        # A Node that is nowhere on the way is no loss: the system's comes later on the path.
        (tree / "bin" / name).symlink_to(f"{TOOLS}/node/bin/{name}")
    (tree / "lib").mkdir()
    (tree / "lib" / _LAUNCHER.name).write_bytes(_launcher())
    _write_script(tree / "bin/chromium", start)


def _write_browsers(tree: Path) -> None:
    """Stand in for the downloads of both Playwrights, which may want different releases."""
    for table in tree.glob("**/browsers.json"):
        for row in json.loads(table.read_text(encoding="utf-8"))["browsers"]:
            places = _PLACES.get(row["name"])
            if not places:
                continue
            folder = tree / "browsers" / f"{row['name'].replace('-', '_')}-{row['revision']}"
            for place in places:
                link = folder / place
                link.parent.mkdir(parents=True, exist_ok=True)
                if not link.is_symlink():
                    link.symlink_to(CHROMIUM)
            (folder / "INSTALLATION_COMPLETE").touch()


def _write_script(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    path.chmod(0o755)

"""The tools that every agent gets: Chromium, and Playwright for Python and for Node.

`chromium.launch()` without arguments works: what Playwright takes for its own browser is a
script that starts the one of this machine.
"""

import json
from importlib.metadata import version
from pathlib import Path, PurePosixPath

from bugsweep.agents.equipment import TOOLS, Equipment
from bugsweep.agents.installing import PYTHON, Runtimes, Wanted, find_runtimes, install
from bugsweep.browser.chromium import find_chromium
from bugsweep.sandboxes.api import Bind, Limits

_BROWSERS = f"{TOOLS}/browsers"
_CHROMIUM = f"{TOOLS}/bin/chromium"
_MORE = Limits(memory_mb=4096, processes=1024, disk_mb=1024)

_ENV = {
    "PLAYWRIGHT_BROWSERS_PATH": _BROWSERS,
    "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD": "1",
    "PUPPETEER_EXECUTABLE_PATH": _CHROMIUM,
    "CHROME_PATH": _CHROMIUM,
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
    chromium = find_chromium().resolve()
    release = version("playwright").rsplit(".", 1)[0]
    wanted = Wanted(pypi=(f"playwright~={release}.0",), npm=(f"playwright@~{release}.0",))

    made = await install("toolbox", wanted, place=TOOLS, runtimes=runtimes, arrange=_arrange)
    return Equipment(
        binds=(
            Bind(made.tree, PurePosixPath(TOOLS)),
            # Node looks in every folder above a script, so `import` finds it from anywhere.
            Bind(made.tree / "node_modules", PurePosixPath("/node_modules")),
            *runtimes.binds,
            *_browser_bind(chromium),
            *_system_name(),
        ),
        env={**_ENV, "BUGSWEEP_BROWSER": _inside(chromium)},
        more=_MORE,
        parts=made.packages,
    )


def _arrange(tree: Path) -> None:
    _write_programs(tree)
    _write_browsers(tree)


def _browser_bind(chromium: Path) -> tuple[Bind, ...]:
    if chromium.is_relative_to("/usr"):
        return ()
    return (Bind(chromium.parent, PurePosixPath(TOOLS, "browser")),)


def _system_name() -> tuple[Bind, ...]:
    """Inspect puts its own tools only into a system whose name it can read."""
    name = Path("/etc/os-release")
    return (Bind(name.resolve(), PurePosixPath(name)),) if name.exists() else ()


def _inside(chromium: Path) -> str:
    return str(chromium) if chromium.is_relative_to("/usr") else f"{TOOLS}/browser/{chromium.name}"


def _write_programs(tree: Path) -> None:
    library = f"LD_LIBRARY_PATH={PYTHON}/lib"
    _write_script(tree / "bin/python3", f'{library} exec {TOOLS}/venv/bin/python "$@"')
    (tree / "bin/python").symlink_to("python3")
    for name in ("node", "npm", "npx"):
        # A Node that is nowhere on the way is no loss: the system's comes later on the path.
        (tree / "bin" / name).symlink_to(f"{TOOLS}/node/bin/{name}")
    # The sandbox is the browser's sandbox: inside, it could not make another.
    _write_script(tree / "bin/chromium", 'exec "$BUGSWEEP_BROWSER" --no-sandbox "$@"')


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
                    link.symlink_to(_CHROMIUM)
            (folder / "INSTALLATION_COMPLETE").touch()


def _write_script(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    path.chmod(0o755)

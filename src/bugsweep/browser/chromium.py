"""Where a Chromium is, and how it is started."""

import os
import shutil
from pathlib import Path

from bugsweep.domain.errors import MissingToolError

_NAMES = ("chromium-headless-shell", "chrome-headless-shell", "headless_shell")
_FULL_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_PLAYWRIGHT_SHELLS = "chromium_headless_shell-*/*/*headless*shell"
_PLAYWRIGHT_FULL = "chromium-*/chrome-linux*/chrome"

ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
    "--font-render-hinting=none",
)

ENVIRONMENT = {
    "HOME": "/tmp/home",  # noqa: S108 - a path inside the walls
    "LANG": "C.UTF-8",
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "TZ": "UTC",
}
"""Nothing of whoever starts it."""


def find_chromium() -> Path:
    """The headless shell if there is one (a third of the CPU), else a full Chromium.

    Raises:
        MissingToolError: there is none; `BUGSWEEP_CHROMIUM` may name one.
    """
    named = os.environ.get("BUGSWEEP_CHROMIUM")
    if named:
        found = shutil.which(named)
        if found is None:
            raise MissingToolError(f"`BUGSWEEP_CHROMIUM` names `{named}`, which cannot be run")
        return Path(found)
    for found in (
        *map(shutil.which, _NAMES),
        *_of_playwright(_PLAYWRIGHT_SHELLS),
        *map(shutil.which, _FULL_NAMES),
    ):
        if found:
            return Path(found)
    raise MissingToolError(
        "there is no Chromium on this machine",
        hint="install `chromium-headless-shell`, or run `playwright install --only-shell chromium`",
    )


def find_full_chromium() -> Path | None:
    """A Chromium that can show a window."""
    # One from a snap cannot run behind walls.
    found = [Path(it) for it in map(shutil.which, _FULL_NAMES) if it and not _is_snap(Path(it))]
    return next(iter((*found, *map(Path, _of_playwright(_PLAYWRIGHT_FULL)))), None)


def _is_snap(path: Path) -> bool:
    with path.open("rb") as program:
        return path.resolve().name == "snap" or b"/snap/bin/" in program.read(4096)


def _of_playwright(pattern: str) -> list[str]:
    root = os.environ.get("PLAYWRIGHT_BROWSERS_PATH", "~/.cache/ms-playwright")
    return [str(path) for path in sorted(Path(root).expanduser().glob(pattern))][::-1]

"""`bugsweep doctor`: what this machine has, and how to get what it lacks."""

import shutil
import subprocess
from collections.abc import Callable
from contextlib import aclosing

import typer

from bugsweep.apps.interpreters import find_interpreter
from bugsweep.apps.store import home
from bugsweep.browser import find_chromium, open_browser
from bugsweep.cli.output import AsJson, print_json, print_table, run_async
from bugsweep.domain.errors import BugsweepError
from bugsweep.domain.record import Record
from bugsweep.sandboxes.api import Command, SandboxSpec
from bugsweep.sandboxes.bubblewrap import BubblewrapSandbox


class Check(Record):
    """One thing that bugsweep stands on."""

    name: str
    is_good: bool
    seen: str
    hint: str = ""


def doctor_command(
    as_json: AsJson = False,
) -> None:
    """Try everything that bugsweep stands on; exit 3 when something is missing."""
    checks = [
        *(_program(name, package) for name, package in _PROGRAMS.items()),
        _try("sandbox", _sandbox),
        _try("browser", _browser),
        _try("Python for apps", _python),
        _try("Image folder", _image_folder),
    ]
    if as_json:
        print_json(checks)
    else:
        rows = [["ok" if it.is_good else "missing", it.name, it.seen, it.hint] for it in checks]
        print_table("What bugsweep stands on", ["", "what", "seen", "to do"], rows)
    raise typer.Exit(0 if all(check.is_good for check in checks) else 3)


_PROGRAMS = {
    "bwrap": "bubblewrap",
    "nsenter": "util-linux",
    "setpriv": "util-linux",
    "git": "git",
    "node": "nodejs",
    "npm": "npm",
}


def _program(name: str, package: str) -> Check:
    path = shutil.which(name)
    if not path:
        return Check(name=name, is_good=False, seen="not found", hint=f"apt-get install {package}")
    version = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    seen = version.stdout.strip().splitlines()
    return Check(name=name, is_good=True, seen=seen[0] if seen else path)


def _try(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name=name, is_good=True, seen=look())
    except BugsweepError as error:
        return Check(name=name, is_good=False, seen=error.message, hint=error.hint)


def _sandbox() -> str:
    async def look() -> str:
        async with aclosing(await BubblewrapSandbox.create(SandboxSpec())) as sandbox:
            done = await sandbox.exec(Command(["id", "-un"]))
            return f"works; commands run as {done.text.strip()}"

    return run_async(look())


def _browser() -> str:
    async def look() -> str:
        async with open_browser() as browser, browser.open_session():
            return f"works; {find_chromium()}"

    return run_async(look())


def _python() -> str:
    found = run_async(find_interpreter(">=3.11"))
    return f"{found.version} at {found.prefix}"


def _image_folder() -> str:
    folder = home()
    folder.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(folder).free
    return f"{folder}, {free / 1024**3:.0f} GiB free"

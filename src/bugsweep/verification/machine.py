"""On what something was measured."""

import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

from bugsweep import __version__
from bugsweep.browser import find_chromium
from bugsweep.domain.record import Record

_PACKAGES = ("playwright", "inspect-ai")


class Machine(Record):
    """A machine and what runs on it."""

    processor: str
    cores: int
    memory_gb: float
    system: str
    versions: dict[str, str]
    """Of bugsweep and what it stands on."""

    @property
    def text(self) -> str:
        """In one sentence."""
        programs = ", ".join(f"{name} {number}" for name, number in self.versions.items())
        return (
            f"{self.processor}, {self.cores} cores, {self.memory_gb:.0f} GB; {self.system};"
            f" {programs}"
        )


def measure_machine() -> Machine:
    """This machine.

    Raises:
        MissingToolError: there is no Chromium.
    """
    return Machine(
        processor=_processor(),
        cores=os.cpu_count() or 1,
        memory_gb=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9,
        system=f"{platform.system()} {platform.release()}",
        versions={
            "bugsweep": __version__,
            "Python": platform.python_version(),
            "Chromium": _chromium(),
            **{name: version(name) for name in _PACKAGES},
        },
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def _chromium() -> str:
    done = subprocess.run(
        [find_chromium(), "--version"], capture_output=True, text=True, check=False, timeout=30
    )
    # It may say `Chromium 156.0.1 built on Debian …`, and its name may be of several words.
    numbers = [word for word in done.stdout.split() if word[:1].isdecimal()]
    return numbers[0] if numbers else "of unknown version"

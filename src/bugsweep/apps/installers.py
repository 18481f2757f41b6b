"""Bring packages in from their registries, inside a sandbox that may reach them.

Each installer leaves the packages below /opt/app and the product below /workspace/product.
"""

import json
import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Protocol

from uv import find_uv_bin

from bugsweep.apps.image import PRODUCT
from bugsweep.apps.interpreters import Interpreter
from bugsweep.domain.app import Source
from bugsweep.domain.errors import ImageBuildError
from bugsweep.sandboxes.api import Bind, Command, Sandbox, User

_INSTALL_TIMEOUT_S = 1800

_CLIENT_SETTINGS = ("UV_", "NPM_CONFIG_", "npm_config_")
_CLIENT_NAMES = {
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "SSL_CERT_FILE",
    "NODE_EXTRA_CA_CERTS",
}


def client_environment() -> Mapping[str, str]:
    """How this user's package clients reach their registries. Only building Images sees it."""
    return {
        name: value
        for name, value in os.environ.items()
        if name.startswith(_CLIENT_SETTINGS) or name in _CLIENT_NAMES
    }


@dataclass(frozen=True, slots=True)
class Installed:
    """What an installer found itself to have done."""

    packages: tuple[str, ...]
    """Everything installed, as `name==version`."""


class Installer(Protocol):
    """How packages of one registry come in."""

    def binds(self, cache: Path) -> tuple[Bind, ...]:
        """What it needs inside beside the toolchain."""
        ...

    async def install(self, source: Source, sandbox: Sandbox, tree: Path) -> Installed:
        """Install `source` into the tree that is mounted in `sandbox`."""
        ...


async def run(sandbox: Sandbox, argv: list[str], *, doing: str, cwd: str = "/opt/app") -> str:
    """Run one step of a build as root inside; its output.

    Raises:
        ImageBuildError: with the end of what it printed.
    """
    done = await sandbox.exec(
        Command(argv, user=User.ROOT, cwd=cwd, env=client_environment()),
        timeout_s=_INSTALL_TIMEOUT_S,
    )
    if done.exit_code:
        tail = "\n".join(done.output.strip().splitlines()[-15:])
        raise ImageBuildError(
            f"{doing} failed with exit code {done.exit_code}:\n{tail}",
            hint="check the package, its version and that its registry can be reached",
        )
    return done.text


class PypiInstaller:
    """A virtual environment made by uv; the package's own modules move to the product."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def binds(self, cache: Path) -> tuple[Bind, ...]:
        """Uv itself and its cache."""
        return (
            Bind(Path(find_uv_bin()), PurePosixPath("/opt/tools/uv")),
            Bind(cache, PurePosixPath("/opt/cache"), is_writable=True),
        )

    async def install(self, source: Source, sandbox: Sandbox, tree: Path) -> Installed:
        """Install the package and what it needs; precompile; part the product off."""
        python = self.interpreter.executable
        inside = (
            python if self.interpreter.is_of_the_system else Path("/opt/python/bin", python.name)
        )
        uv = ["/opt/tools/uv", "--cache-dir", "/opt/cache/uv", "--no-config", "--no-progress"]
        venv = "/opt/app/venv"
        await run(
            sandbox,
            [*uv, "venv", "--python", str(inside), "--no-python-downloads", venv],
            doing="making the virtual environment",
        )
        requirements = [f"{source.package}=={source.version}"] if source.package else []
        requirements += source.also
        newest = ["--exclude-newer", source.exclude_newer] if source.exclude_newer else []
        target = ["--python", f"{venv}/bin/python", "--link-mode", "copy", "--compile-bytecode"]
        if requirements:
            await run(
                sandbox,
                [*uv, "pip", "install", *target, *newest, *requirements],
                doing=f"installing {', '.join(requirements)}",
            )
        listing = await run(
            sandbox,
            [*uv, "pip", "list", "--python", f"{venv}/bin/python", "--format", "json"],
            doing="listing the installed packages",
        )
        if source.package:
            self._part_off(source, _site_packages(tree), tree / PRODUCT.lstrip("/"))
        return Installed(tuple(f"{row['name']}=={row['version']}" for row in json.loads(listing)))

    def _part_off(self, source: Source, site: Path, product: Path) -> None:
        for module in source.modules or _own_modules(source.package, site):
            origin = site / module
            if not origin.exists():
                origin = site / f"{module}.py"
            if not origin.exists():
                raise ImageBuildError(
                    f"`{source.package}` {source.version} installs no module `{module}`",
                    hint="name its import packages in `source.modules`",
                )
            shutil.move(origin, product / origin.name)
        (site / "_product.pth").write_text(f"{PRODUCT}\n", encoding="utf-8")


def _site_packages(tree: Path) -> Path:
    return next((tree / "opt/app/venv/lib").glob("python*/site-packages"))


def _own_modules(package: str, site: Path) -> list[str]:
    """Top-level folders and modules that the package's own record lists."""
    wanted = re.sub(r"[-_.]+", "_", package).lower()
    for info in site.glob("*.dist-info"):
        name = re.sub(r"[-_.]+", "_", info.name.removesuffix(".dist-info").rpartition("-")[0])
        if name.lower() == wanted:
            break
    else:
        raise ImageBuildError(f"`{package}` left no record of what it installed")
    names: set[str] = set()
    for row in (info / "RECORD").read_text(encoding="utf-8").splitlines():
        parts = PurePosixPath(row.split(",")[0].strip('"')).parts
        is_module = len(parts) == 1 and parts[0].endswith(".py")
        is_package = len(parts) > 1 and not parts[0].endswith((".dist-info", "..", "__pycache__"))
        if is_module or is_package:
            names.add(parts[0].removesuffix(".py"))
    return sorted(names - {"tests", "test", "docs", "examples"})


class NpmInstaller:
    """node_modules made by npm; the package's own folder moves to the product."""

    def binds(self, cache: Path) -> tuple[Bind, ...]:
        """Npm's cache."""
        return (Bind(cache, PurePosixPath("/opt/cache"), is_writable=True),)

    async def install(self, source: Source, sandbox: Sandbox, tree: Path) -> Installed:
        """Install the package and what it needs; part the product off."""
        wanted = [f"{source.package}@{source.version}"] if source.package else []
        newest = ["--before", source.exclude_newer] if source.exclude_newer else []
        # Any package of the tree could run what it likes here, with network.
        scripts = [] if source.install_scripts else ["--ignore-scripts"]
        await run(
            sandbox,
            [
                "npm",
                "install",
                *scripts,
                "--prefix",
                "/opt/app",
                "--cache",
                "/opt/cache/npm",
                "--no-audit",
                "--no-fund",
                "--no-package-lock",
                *newest,
                *wanted,
                *source.also,
            ],
            doing=f"installing {', '.join((*wanted, *source.also))}",
        )
        listing = await run(
            sandbox,
            ["npm", "ls", "--prefix", "/opt/app", "--all", "--parseable", "--long"],
            doing="listing the installed packages",
        )
        if source.package:
            self._part_off(source.package, tree)
        rows = (line.split(":") for line in listing.splitlines())
        names = {row[1] for row in rows if len(row) > 1 and "@" in row[1][1:]}
        return Installed(tuple(sorted(_as_pin(name) for name in names)))

    def _part_off(self, package: str, tree: Path) -> None:
        modules = tree / "opt/app/node_modules"
        origin = modules / package
        product = tree / PRODUCT.lstrip("/")
        shutil.rmtree(product)
        shutil.move(origin, product)
        origin.symlink_to(PRODUCT)
        # Node resolves a link before it looks for neighbours, so they must be near the product.
        (product.parent / "node_modules").symlink_to("/opt/app/node_modules")


def _as_pin(name: str) -> str:
    package, _, version = name.rpartition("@")
    return f"{package}=={version}"

"""Programs of agents: the user's own where there is one on PATH, else a registry's package."""

import re
import shutil
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from bugsweep.agents.equipment import AGENT, Equipment
from bugsweep.agents.installing import (
    PYTHON,
    Installation,
    Runtimes,
    Wanted,
    find_runtimes,
    install,
)
from bugsweep.agents.toolbox import open_toolbox
from bugsweep.domain.app import Registry
from bugsweep.domain.errors import SetupError, UsageError
from bugsweep.sandboxes.api import Bind, Command, SandboxSpec
from bugsweep.sandboxes.bubblewrap import BubblewrapSandbox

_VERSION_TIMEOUT_S = 60
_ELF = b"\x7fELF"


@dataclass(frozen=True, slots=True)
class Program:
    """The command of an agent, and the package that brings it."""

    command: str
    package: str
    registry: Registry
    versions: str = ""
    """Which ones fit, in the registry's notation, when the user names none."""
    asks: str = "--version"
    """The option that makes it tell its version."""
    beside: tuple[str, ...] = ()
    """Further packages that it needs, of the same registry."""
    links: tuple[tuple[str, str], ...] = ()
    """Commands of theirs that have to be found by name, and where they lie in the tree."""

    async def equip(self, version: str = "") -> Equipment:
        """The toolbox with this program beside it.

        Args:
            version: of the package; without, a program on PATH is taken, else the newest.

        Raises:
            SetupError: it cannot be installed, or does not run in a sandbox.
        """
        if version and not re.fullmatch(r"[\w.+-]+", version):
            raise UsageError(f"`{version}` is no version of {self.package}")
        runtimes = await find_runtimes()
        toolbox = await open_toolbox(runtimes)
        own = None if version else self._on_path()
        if own:
            equipment = replace(toolbox, binds=(*toolbox.binds, own))
        else:
            made = await self._install(version, runtimes)
            equipment = replace(
                toolbox,
                binds=(*toolbox.binds, Bind(made.tree, PurePosixPath(AGENT))),
                parts=(*toolbox.parts, *made.packages),
            )
        return replace(equipment, version=await self._ask_version(equipment))

    def _on_path(self) -> Bind | None:
        """A single self-contained file; a script would need what lies around it."""
        found = shutil.which(self.command)
        if not found:
            return None
        path = Path(found).resolve()
        with path.open("rb") as file:
            if file.read(len(_ELF)) != _ELF:
                return None
        return Bind(path, PurePosixPath(AGENT, "bin", self.command))

    async def _install(self, version: str, runtimes: Runtimes) -> Installation:
        if self.registry is Registry.NPM:
            package = f"{self.package}@{version or self.versions or 'latest'}"
            wanted = Wanted(npm=(package, *self.beside))
        else:
            package = f"{self.package}{f'=={version}' if version else self.versions}"
            wanted = Wanted(pypi=(package, *self.beside))
        return await install(
            self.command, wanted, place=AGENT, runtimes=runtimes, arrange=self._arrange
        )

    def _arrange(self, tree: Path) -> None:
        for name, pattern in self.links:
            for found in tree.glob(pattern):
                (tree / "bin" / name).symlink_to(f"../{found.relative_to(tree)}")
        place = tree / "bin" / self.command
        if self.registry is Registry.NPM:
            place.symlink_to(f"../node_modules/.bin/{self.command}")
            return
        place.write_text(
            f'#!/bin/sh\nLD_LIBRARY_PATH={PYTHON}/lib exec {AGENT}/venv/bin/{self.command} "$@"\n',
            encoding="utf-8",
        )
        place.chmod(0o755)

    async def _ask_version(self, equipment: Equipment) -> str:
        """What the program says, inside; so that one that cannot run there is found out early."""
        spec = equipment.added_to(SandboxSpec())
        async with aclosing(await BubblewrapSandbox.create(spec)) as sandbox:
            command = Command([self.command, self.asks], env=equipment.agent_env)
            try:
                done = await sandbox.exec(command, timeout_s=_VERSION_TIMEOUT_S)
            except TimeoutError as error:
                raise SetupError(f"the agent's program `{self.command}` hangs: {error}") from error
        found = re.search(r"\d+(\.\d+)+([-+]\w[\w.]*)?", done.output)
        if done.exit_code or not found:
            raise SetupError(
                f"the agent's program `{self.command}` does not run in a sandbox:\n"
                f"{done.output.strip()[-1000:]}"
            )
        return found.group()

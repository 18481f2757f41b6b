"""`bugsweep mcp`: the explorer as tools for any coding agent, over stdio or HTTP."""

import asyncio
import importlib
import inspect
import secrets
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from bugsweep.browser import Driver
from bugsweep.cli.exploring import open_target, start_of
from bugsweep.domain.errors import UsageError
from bugsweep.exploration.login import Account
from bugsweep.exploration.planned import PlannedStep
from bugsweep.exploration.target import Target
from bugsweep.exploration.workbench import INSTRUCTIONS, TOOLS, Access, Workbench

_LOOPBACK = "127.0.0.1"
_SEEDS = 2**32
_ENTRY = """

`app` is where it runs, such as http://127.0.0.1:8000, or the id or folder of a task, whose app is
then started afresh. `login` is USER:PASSWORD; `start` is the path to begin at."""


def mcp_command(
    http: Annotated[
        int, typer.Option(help="Serve HTTP at this port of 127.0.0.1, at `/mcp`; 0 is stdio.")
    ] = 0,
    allow_destructive: Annotated[
        bool, typer.Option(help="Also edit and delete what the explorer did not make.")
    ] = False,
) -> None:
    """Serve the explorer's tools over MCP, such as `survey`, `probe`, `play` and `verify`."""
    with tempfile.TemporaryDirectory(prefix="bugsweep-mcp-") as folder:
        server = _new_server(_Apps(Path(folder), may_destroy=allow_destructive))
        if http:
            asyncio.run(server.run_streamable_http_async(host=_LOOPBACK, port=http))
        else:
            asyncio.run(server.run_stdio_async())


def _new_server(apps: "_Apps") -> Any:  # noqa: ANN401 - the SDK is an extra
    try:
        module = importlib.import_module("mcp.server.mcpserver")
    except ModuleNotFoundError:
        raise UsageError(
            "`bugsweep mcp` needs the MCP SDK, version 2", hint="install `bugsweep[mcp]`"
        ) from None
    server = module.MCPServer("bugsweep", instructions=INSTRUCTIONS)
    for name in TOOLS:
        told = inspect.getdoc(getattr(Workbench, name)) or ""
        tool = getattr(apps, name)
        entry = _ENTRY if "app" in inspect.signature(tool).parameters else ""
        # Many clients show a model the structure instead of the text, with its lines escaped.
        server.add_tool(tool, name=name, description=told + entry, structured_output=False)
    return server


class _Apps:
    """One workbench for each app that is asked for; what it learnt is kept until the end."""

    def __init__(self, folder: Path, *, may_destroy: bool) -> None:
        self._folder = folder
        self._may_destroy = may_destroy
        self._known: dict[tuple[str, str, str], Workbench] = {}

    def _of(self, app: str, login: str, start: str) -> Workbench:
        start = start or start_of(app)
        key = (app, login, start)
        if key not in self._known:
            accounts = (Account.parse(login),) if login else ()
            access = Access(accounts, start, may_destroy=self._may_destroy)

            async def make_target(driver: Driver) -> Target:
                return await open_target(app, driver, folder=self._folder)

            # An app that runs on may keep what an earlier server typed.
            seed = secrets.randbelow(_SEEDS)
            self._known[key] = Workbench(make_target, access, seed=seed)
        return self._known[key]

    async def survey(self, app: str, seconds: float = 30, login: str = "", start: str = "") -> str:
        return await self._of(app, login, start).survey(seconds)

    async def explore(
        self, app: str, minutes: float = 2, area: str = "", login: str = "", start: str = ""
    ) -> str:
        return await self._of(app, login, start).explore(minutes, area)

    async def probe(
        self, app: str, what: str, minutes: float = 2, login: str = "", start: str = ""
    ) -> str:
        return await self._of(app, login, start).probe(what, minutes)

    async def play(
        self,
        app: str,
        steps: list[PlannedStep],
        title: str = "As planned",
        expect: list[str] | None = None,
        login: str = "",
        start: str = "",
    ) -> str:
        return await self._of(app, login, start).play(steps, title, expect)

    async def replay(
        self, app: str, name: str, seconds: float = 60, login: str = "", start: str = ""
    ) -> str:
        return await self._of(app, login, start).replay(name, seconds)

    async def verify(self, app: str, feature: str, login: str = "", start: str = "") -> str:
        return await self._of(app, login, start).verify(feature)

    vocabulary = staticmethod(Workbench.vocabulary)
    properties = staticmethod(Workbench.properties)

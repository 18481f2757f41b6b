"""`bugsweep mcp`: the explorer as tools for any coding agent, over stdio or HTTP."""

import asyncio
import importlib
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from bugsweep.behaviour import parse_feature, run_behaviour
from bugsweep.behaviour.reference import render_steps
from bugsweep.browser import open_browser, open_driver
from bugsweep.domain.errors import BugsweepError, UsageError
from bugsweep.exploration.exploring import Explorer, Plan
from bugsweep.exploration.finding import Exploration
from bugsweep.exploration.login import Account
from bugsweep.exploration.oracles import ORACLES
from bugsweep.exploration.target import LiveTarget
from bugsweep.exploration.writing import property_of

_INSTRUCTIONS = (
    "Find bugs in a running web app as its users would meet them. `survey` shows what there is, "
    "`explore` looks for broken properties and gives each as a behaviour test that fails now, "
    "`verify` says whether a behaviour test holds after a change."
)
_LOOPBACK = "127.0.0.1"


def mcp_command(
    http: Annotated[
        int, typer.Option(help="Serve HTTP at this port of 127.0.0.1, at `/mcp`; 0 is stdio.")
    ] = 0,
) -> None:
    """Serve the explorer as MCP tools: survey, explore, verify, vocabulary, properties."""
    server = _new_server()
    if http:
        asyncio.run(server.run_streamable_http_async(host=_LOOPBACK, port=http))
    else:
        asyncio.run(server.run_stdio_async())


def _new_server() -> Any:  # noqa: ANN401 - the SDK is an extra, looked for when it is needed
    try:
        module = importlib.import_module("mcp.server.mcpserver")
    except ModuleNotFoundError:
        raise UsageError(
            "`bugsweep mcp` needs the MCP SDK, version 2", hint="install `bugsweep[mcp]`"
        ) from None
    server = module.MCPServer("bugsweep", instructions=_INSTRUCTIONS)
    for tool in (survey, explore, verify, vocabulary, properties):
        server.tool()(tool)
    return server


async def survey(url: str, login: str = "", start: str = "/", seconds: float = 30) -> str:
    """The pages and forms of the app at `url`, by following links and opening what opens.

    `login` is USER:PASSWORD; `start` is the path to begin at.
    """
    plan = Plan(
        minutes=seconds / 60,
        starts=(start,),
        accounts=_accounts(login),
        is_survey=True,
    )
    done = await _explored(url, plan)
    pages = "\n".join(f"- {view}" for view in done.views)
    forms = "\n".join(f"- {form}" for form in done.forms)
    return f"Pages:\n{pages}\n\nForms:\n{forms}\n\n({done.ended})"


async def explore(
    url: str, minutes: float = 2, area: str = "", login: str = "", start: str = "/"
) -> str:
    """Look for bugs in the app at `url`; each finding comes with a behaviour test that fails now.

    `area` says in words what to look at first. Deletes and edits only what it made itself.
    """
    plan = Plan(minutes=minutes, area=area, starts=(start,), accounts=_accounts(login))
    done = await _explored(url, plan)
    told = [
        f"## {finding.title}\nExpected: {finding.expected}\nSeen: {finding.seen}\n\n"
        f"{finding.feature}"
        for finding in done.findings
    ]
    suspects = [f"- {suspect.title}: {suspect.why}" for suspect in done.unconfirmed]
    head = f"{len(told)} findings after {done.actions} actions on {len(done.views)} pages."
    return "\n\n".join([head, *told, "Not confirmed:\n" + "\n".join(suspects)])


async def verify(url: str, feature: str) -> str:
    """Execute a behaviour test in Gherkin on the app at `url`; see `vocabulary` for its steps."""
    try:
        behaviour = parse_feature(feature, source="given.feature")
    except BugsweepError as error:
        return f"{error.message}\n{error.hint}"
    async with open_browser() as browser:
        with tempfile.TemporaryDirectory(prefix="bugsweep-") as work:
            verdict = await run_behaviour(
                behaviour, base_url=url, browser=browser, evidence_dir=Path(work)
            )
    return f"{verdict.kind}: {verdict.reason}"


def vocabulary() -> str:
    """The steps a behaviour test may be written in."""
    return render_steps()


def properties() -> str:
    """The properties that `explore` holds an app to."""
    return "\n".join(f"- {name}: {property_of(name)}" for name in ORACLES)


def _accounts(login: str) -> tuple[Account, ...]:
    return (Account.parse(login),) if login else ()


async def _explored(url: str, plan: Plan) -> Exploration:
    with tempfile.TemporaryDirectory(prefix="bugsweep-") as work:
        async with open_driver() as driver:
            return await Explorer(LiveTarget(url, driver), plan, folder=Path(work)).explore()

"""Schemathesis, where an app has a schema of its interface at one of the usual places."""

import asyncio
import json
import os
import re
import signal
from contextlib import suppress
from pathlib import Path

from rival_visits import Told, Visit, signed_in
from uv import find_uv_bin

from bugsweep.browser.failures import PageMovedError, translated
from bugsweep.domain.errors import SetupError
from bugsweep.exploration.action import Action, Op
from bugsweep.exploration.ground import Ground

PACKAGE = "schemathesis>=4.32,<5"
TRIES = 5
MORE_S = 60
"""How much longer than asked for it may take to begin and to write down what it found."""

USUAL_PATHS = (
    "/openapi.json",
    "/openapi.yaml",
    "/openapi",
    "/swagger.json",
    "/swagger.yaml",
    "/swagger/v1/swagger.json",
    "/v2/api-docs",
    "/v3/api-docs",
    "/api-docs",
    "/api-docs.json",
    "/apispec.json",
    "/apispec_1.json",
    "/schema/",
    "/api/openapi.json",
    "/api/openapi.yaml",
    "/api/swagger.json",
    "/api/schema",
    "/api/schema/",
    "/api/docs/openapi.json",
    "/api/v1/openapi.json",
    "/api/v1/openapi.yaml",
    "/api/v1/swagger.json",
    "/api/v1/schema/",
    "/api/v1/full-spec",
    "/api/v1/_openapi",
    "/api/v2/openapi.json",
    "/api/v2/schema/",
    "/docs/openapi.json",
    "/static/openapi.json",
    "/static/openapi.yaml",
    "/-/openapi.json",
)
FIND = r"""
async paths => {
  for (const path of paths) {
    const answer = await fetch(path).catch(() => null);
    if (!answer || !answer.ok) continue;
    const text = await answer.text();
    const isSchema = text.trimStart().startsWith("{")
      ? /"(openapi|swagger)"\s*:\s*"[23]/.test(text)
      : /^(openapi|swagger)\s*:\s*["']?[23]/m.test(text);
    if (isSchema) return [path, text];
  }
  return null;
}
"""
LETS_IN = re.compile(r"auth|token|csrf|xsrf|api-?key|session", re.IGNORECASE)
SERVER_FAULT = "ServerError"


async def schemathesis(visit: Visit) -> Told:
    """Test the interface that the app says it has, as the account that is signed in."""
    schema, headers = None, {}
    async with signed_in(visit) as ground:
        page = ground.scout.session.tab.page
        page.on("request", lambda request: headers.update(_credentials(request.headers)))
        walker = ground.begin("schema")
        for start in visit.starts:
            await ground.follow(walker, (Action(op=Op.OPEN, value=start),))
        schema = await _found(ground, _places(visit.starts))
        cookies = {it["name"]: it["value"] for it in await page.context.cookies()}
    if schema is None:
        return Told(note="no schema")
    path, text = schema
    file = visit.folder / ("schema.json" if text.lstrip().startswith("{") else "schema.yaml")
    file.write_text(text)
    if cookies:
        headers["cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
    for name, value in cookies.items():
        if "csrf" in name.lower():
            headers["x-csrftoken"] = value
    report = await _run(visit, file, headers)
    return _told(path, report)


async def _found(ground: Ground, places: list[str]) -> tuple[str, str] | None:
    """The first schema at one of these places, asked for by the page that is open."""
    for _ in range(TRIES):
        try:
            with translated("a schema was looked for"):
                return await ground.scout.session.tab.page.evaluate(FIND, places)
        except PageMovedError:
            await ground.scout.settle()
    raise SetupError("the page never held still to ask for a schema")


def _places(starts: tuple[str, ...]) -> list[str]:
    """The usual paths, from the root and from where each start seems to have its own."""
    roots = dict.fromkeys(["", *(f"/{start.strip('/').split('/')[0]}" for start in starts)])
    return [root.rstrip("/") + path for root in roots for path in USUAL_PATHS]


def _credentials(headers: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if LETS_IN.search(name)}


async def _run(visit: Visit, schema: Path, headers: dict[str, str]) -> dict:
    tool = [find_uv_bin(), "tool", "run", "--quiet", "--from", PACKAGE]
    # Within the app's network nothing can be fetched any more.
    await _end_of([*tool, "schemathesis", "--version"], visit.folder, 300)
    out = visit.folder / "schemathesis.json"
    # Without going on, an answer unlike the schema hides what else is wrong with an operation.
    await _end_of(
        [*visit.door, *tool[:3], "--offline", *tool[3:], "schemathesis", "run", str(schema)]
        + ["--origin", visit.place.base_url, "--seed", str(visit.seed), "--no-color"]
        + ["--max-time", f"{visit.seconds:.0f}", "--generation-database", "none"]
        + ["--continue-on-failure", "--report", "json", "--report-json-path", str(out)]
        + [word for name, value in headers.items() for word in ("-H", f"{name}: {value}")],
        visit.folder,
        visit.seconds + MORE_S,
    )
    return json.loads(out.read_text()) if out.exists() else {}


async def _end_of(argv: list[str], folder: Path, timeout_s: float) -> None:
    """Run a program to its end or to that of its time; nothing of it is left running."""
    with (folder / "schemathesis.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *argv, cwd=folder, stdout=log, stderr=log, start_new_session=True
        )
        try:
            async with asyncio.timeout(timeout_s):
                await process.wait()
        except TimeoutError:
            pass
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()


def _told(path: str, report: dict) -> Told:
    told = Told(note=f"schema at {path}")
    if not report:
        told.note += "; it left no report"
        return told
    told.actions = report["test_cases"]["generated"]
    tested = report["operations"]
    told.note += f"; {tested['tested']} of {tested['total']} operations"
    for failure in report["failures"]:
        kind = told.faults if failure["type"] == SERVER_FAULT else told.unlike_the_schema
        for operation in failure["operations"]:
            kind[f"{failure['code']}|{operation}"] = f"{failure['title']}: {operation}"
    return told

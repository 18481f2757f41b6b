"""Two sites and a browser: one of a made-up run, one of a run whose texts attack the page."""

import functools
import json
import shutil
import subprocess
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import async_playwright

from bugsweep.domain.outcome import Outcome
from bugsweep.domain.verdict import VerdictKind
from bugsweep.reports.reading import load_results
from bugsweep.reports.site import Site
from bugsweep.reports.synthetic import SyntheticSize, write_synthetic_run
from requiring import skip_or_fail
from unit.reports.runs import result, verdict, write_run

SHELL = "/usr/bin/chromium-headless-shell"
EVIL = (
    "</script></pre><script>window.attacked = 1</script><img src=x onerror='window.attacked=1'>"
    "<a href='javascript:window.attacked=1'>x</a><style>body{display:none}</style>"
    "<img src='http://192.0.2.1/spy.png'>{{ 7 * 7 }} \u202e"
)


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """A made-up run of two repeats, in which the browser hint was given and not given."""
    folder = tmp_path_factory.mktemp("made-up")
    runs = []
    for hint in (True, False):
        size = SyntheticSize(tasks=12, agents=3, epochs=2, browser_hint=hint)
        runs.append(write_synthetic_run(folder / f"run-{hint}", size=size).path)
    Site(folder / "site", has_png=False).build(load_results(runs))
    return folder / "site"


@pytest.fixture(scope="session")
def attacked_site(tmp_path_factory):
    """A run in which every text that an agent, app or explorer can write attacks the page."""
    folder = tmp_path_factory.mktemp("attack")
    run = write_run(
        folder / "run",
        {EVIL.replace("/", "_"): ["F"], "b": ["P"]},
        context={
            "agents": {EVIL.replace("/", "_"): {"model": EVIL, "harness": EVIL}},
            "tasks": {"task-1": {"app": EVIL, "domain": EVIL, "area": EVIL}},
        },
    )
    agent = EVIL.replace("/", "_")
    texts = {"expected": EVIL, "seen": EVIL, "note": EVIL, "snapshot": EVIL, "url": EVIL}
    run.write_result(
        result(
            "task-1",
            agent,
            Outcome.FAIL,
            reason=EVIL,
            target=verdict(VerdictKind.FAIL, screenshot="../../../../../run.json", **texts),
        ),
        epoch=1,
    )
    trial = run.trial(agent=agent, task="task-1", epoch=1)
    (trial / "candidate.patch").write_text(f"--- a/{EVIL}\n+++ b/{EVIL}\n@@ -1 +1 @@\n+{EVIL}\n")
    step = {
        "source": EVIL,
        "message": EVIL,
        "tool_calls": [{"name": EVIL, "arguments": {EVIL: EVIL}}],
        "observation": EVIL,
        "time": EVIL,
    }
    (trial / "trajectory.json").write_text(json.dumps([step]))
    (trial / "browser.jsonl").write_text(json.dumps({"action": EVIL, "target": EVIL}))
    judged = {"stages": {"feature found": {"met": True, "reason": EVIL}}}
    (trial / "stages.json").write_text(json.dumps(judged))
    words = dict.fromkeys(("oracle", "title", "expected", "seen", "evidence"), EVIL)
    finding = words | {"steps": [EVIL]}
    (trial / "findings.json").write_text(json.dumps([finding]))
    Site(folder / "site", title=EVIL, has_png=False).build(load_results([run.path]))
    return folder / "site"


@pytest.fixture(scope="session")
def served(site):
    """The address at which a plain file server shows the site."""

    class QuietHandler(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = functools.partial(QuietHandler, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def axe(tmp_path_factory):
    """The source of axe-core, from npm."""
    if shutil.which("npm") is None:
        skip_or_fail("npm is not installed")
    folder = tmp_path_factory.mktemp("axe")
    command = ["npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", "axe-core@4"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        skip_or_fail(f"npm cannot install axe-core: {done.stderr.strip()[-200:]}")
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def chromium():
    async with async_playwright() as playwright:
        path = SHELL if Path(SHELL).exists() else None
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        await browser.close()


class Visit:
    """A page, and everything that went wrong or went elsewhere on it."""

    def __init__(self, page):
        self.page = page
        self.complaints = []
        self.requests = []
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    def _on_console(self, message):
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    async def open(self, site, path):
        root = site.as_uri() if isinstance(site, Path) else site
        await self.page.goto(f"{root}/{path}")
        status = self.page.locator("[role=status]")
        if await status.count():
            await status.filter(has_not_text="Loading").wait_for(state="attached")
        return self.page

    async def enliven_charts(self):
        """Scroll every chart into view and wait for its live drawing."""
        for place in await self.page.locator("[data-chart]").all():
            await place.scroll_into_view_if_needed()
            await self.page.wait_for_function(
                "place => place.dataset.live", arg=await place.element_handle()
            )
            assert await place.get_attribute("data-live") == "yes"


@pytest_asyncio.fixture(loop_scope="session")
async def visit(chromium):
    """A function that opens a new window."""
    opened = []

    async def start(**options):
        context = await chromium.new_context(**options)
        opened.append(context)
        return Visit(await context.new_page())

    yield start
    for context in opened:
        await context.close()

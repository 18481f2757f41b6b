"""What watching an agent's browser costs: the same script with and without the recorder.

Run on a quiet machine:
`.venv/bin/python benchmarks/recorder_overhead.py > docs/results/recorder.md`
"""

import asyncio
import json
import os
import platform
import resource
import statistics
import tempfile
import time
from contextlib import AsyncExitStack, aclosing
from datetime import UTC, datetime
from pathlib import Path

from bugsweep.agents.toolbox import open_toolbox
from bugsweep.apps.references import build_buggy
from bugsweep.apps.running import AppProcess
from bugsweep.files.suite import select_tasks
from bugsweep.recording.notes import Recording
from bugsweep.recording.recorder import open_recorder
from bugsweep.sandboxes.api import Command
from bugsweep.sandboxes.bubblewrap import BubblewrapSandbox

TASK = "ihatemoney-bill-list"
ROUNDS = 8

# Two people: 7 clicks, 6 fills, 1 key, 3 addresses opened, 1 reload.
SCRIPT = """\
import json, time
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    began = time.monotonic()
    browser = playwright.chromium.launch()
    launched = time.monotonic()
    place = "http://127.0.0.1:13200"
    for name in ("Milk", "Rent"):
        page = browser.new_context().new_page()
        page.goto(place + "/lisbon/")
        page.get_by_label("Private code").fill("lisbon-code")
        page.locator("[type=submit]").first.click()
        page.get_by_role("link", name="Add a new bill").first.click()
        page.locator("[name=what]:focus").wait_for()
        page.get_by_label("What?").fill(name)
        page.get_by_label("How much?").fill("12")
        page.get_by_role("button", name="Submit").first.click()
        page.get_by_text(name).first.wait_for()
    page.reload()
    page.goto(place + "/lisbon/statistics")
    page.keyboard.press("End")
    page.get_by_role("link", name="Bills").first.click()
    browser.close()
    ended = time.monotonic()
    print(json.dumps({"launch": launched - began, "script": ended - launched}))
"""


async def main():
    (task,) = select_tasks([TASK])
    image, tools = await build_buggy(task), await open_toolbox()
    rows = {False: [], True: []}
    noted = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(ROUNDS):
            for is_watched in (False, True):
                place = Path(folder, f"{number}-{is_watched}")
                place.mkdir()
                rows[is_watched].append(await play(image, tools, place, is_watched=is_watched))
                if is_watched:
                    noted = measure(place)
    show(rows, noted)


async def play(image, tools, place, *, is_watched):
    async with AsyncExitStack() as stack:
        spec = tools.added_to(image.sandbox_spec())
        sandbox = await stack.enter_async_context(aclosing(await BubblewrapSandbox.create(spec)))
        app = AppProcess(image.app, sandbox, place / "app.log")
        await app.start()
        stack.push_async_callback(app.stop)
        await sandbox.write_file("/tmp/script.py", SCRIPT.encode())
        began = time.monotonic()
        if is_watched:
            recorder = open_recorder(sandbox, place, own_path=image.app.ready.path)
            await stack.enter_async_context(recorder)
        opened = time.monotonic() - began
        used = cpu()
        done = await sandbox.exec(
            Command(["python3", "/tmp/script.py"], env=tools.agent_env), timeout_s=120
        )
        assert done.exit_code == 0, done.output
        return {**json.loads(done.text), "opened": opened, "cpu": cpu() - used}


def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def measure(place):
    recording = Recording(place)
    kinds = [action.action for action in recording.actions()]
    files = [path for path in place.rglob("*") if path.is_file() and path.name != "app.log"]
    return {
        "actions": ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)),
        "states": len(recording.states()),
        "requests": len(recording.requests()),
        "kB": sum(path.stat().st_size for path in files) // 1000,
    }


def show(rows, noted):
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}"
    print("# What watching an agent's browser costs\n")
    print(f"{datetime.now(UTC).date()}, {machine}, load {load} at the end. Made by")
    print(f"`benchmarks/recorder_overhead.py`: one Playwright script on `{TASK}`, {ROUNDS} rounds")
    print("with and without the recorder in turn. Seconds, minimum / median.\n")
    print("| | plain | recorded | more, by the minima |\n|---|---|---|---|")
    for name, what in (("launch", "launching the browser"), ("script", "the script after it")):
        plain, watched = ([row[name] for row in rows[it]] for it in (False, True))
        more = min(watched) - min(plain)
        print(f"| {what} | {pair(plain)} | {pair(watched)} | {more:.2f} |")
    opened = [row["opened"] for row in rows[True]]
    print(f"| opening the recorder, once a trial | | {pair(opened)} | {min(opened):.2f} |")
    plain, watched = ([row["cpu"] for row in rows[it]] for it in (False, True))
    more = statistics.median(watched) - statistics.median(plain)
    print(f"| CPU of bugsweep itself | {pair(plain)} | {pair(watched)} | {more:.2f} |")
    print(f"\nNoted of one script: {noted['actions']}; {noted['states']} states, ", end="")
    print(f"{noted['requests']} requests, {noted['kB']} kB on disk.")


def pair(values):
    return f"{min(values):.2f} / {statistics.median(values):.2f}"


if __name__ == "__main__":
    asyncio.run(main())

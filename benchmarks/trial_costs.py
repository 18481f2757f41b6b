"""What a trial costs beside the app and its test: reset, engine, parallel verification.

Run on a quiet machine: `.venv/bin/python benchmarks/trial_costs.py > docs/results/trial-costs.md`
"""

import asyncio
import contextlib
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import aclosing
from datetime import UTC, datetime
from pathlib import Path

from bugsweep.apps.instance import open_instance
from bugsweep.apps.references import build_buggy
from bugsweep.apps.running import AppProcess
from bugsweep.domain.verdict import BehaviourRole, VerdictKind
from bugsweep.files.suite import select_tasks
from bugsweep.sandboxes.bubblewrap import BubblewrapSandbox
from bugsweep.verification.executors import open_executor
from bugsweep.verification.judging import Subject, behaviour_of, judge_behaviour

ROUNDS = 7
BATCHES = (1, 2, 4)


def main() -> None:
    tasks = select_tasks(["starter"])
    with tempfile.TemporaryDirectory() as folder:
        rows = asyncio.run(measure_resets(tasks, Path(folder)))
        scaling = asyncio.run(measure_scaling(tasks, Path(folder)))
        overhead = measure_engine(Path(folder))
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    now = datetime.now(UTC).date()
    print("# What a trial costs beside the app and its test\n")
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"{now}, {machine}, load {load} at the end.")
    print("Medians; made by `benchmarks/trial_costs.py`.\n")
    print("## Reset and ready (goal: the app's own start + 0.3 s)\n")
    print("| app | own start, s | fresh Instance, s | more, s |\n|---|---|---|---|")
    for name, own, whole in rows:
        print(f"| {name} | {own:.2f} | {whole:.2f} | {whole - own:.2f} |")
    print("\n## Verifications in parallel (goal: ≥ 0.85 × min(N, cores), ≤ app + 150 MB each)\n")
    print("| at a time | per second | of perfect | peak memory, MB |\n|---|---|---|---|")
    single = scaling[0][1]
    for number, rate, peak in scaling:
        perfect = single * min(number, os.cpu_count() or 1)
        print(f"| {number} | {rate:.2f} | {rate / perfect:.2f} | {peak:.0f} |")
    print("\n## Engine (goal: ≤ 1.5 s a trial over start and test)\n")
    print("| trials | seconds a trial | start and test | engine |\n|---|---|---|---|")
    print("| {} | {:.2f} | {:.2f} | {:.2f} |".format(*overhead))


async def measure_resets(tasks, folder):
    rows = []
    for task in tasks:
        image = await build_buggy(task)
        own, whole = [], []
        for _ in range(ROUNDS):
            async with aclosing(await BubblewrapSandbox.create(image.sandbox_spec())) as sandbox:
                process = AppProcess(image.app, sandbox, folder / "own.log")
                began = time.monotonic()
                await process.start()
                own.append(time.monotonic() - began)
                await process.stop()
            began = time.monotonic()
            async with open_instance(image, log=folder / "whole.log"):
                whole.append(time.monotonic() - began)
        rows.append((task.app.name, statistics.median(own), statistics.median(whole)))
    return rows


async def measure_scaling(tasks, folder):
    task = next(task for task in tasks if task.id == "tiddlywiki-import")
    behaviour = behaviour_of(task, BehaviourRole.PRESERVATION)
    subject = Subject(await build_buggy(task))
    rows = []
    async with open_executor("scripted") as executor:
        for number in BATCHES:
            peak = Peak()
            total = max(BATCHES) * 2
            free = asyncio.Semaphore(number)

            async def one(index, free=free):
                async with free:
                    verdict = await judge_behaviour(
                        behaviour, subject, executor, evidence_dir=folder / str(index), reruns=False
                    )
                    assert verdict.kind is VerdictKind.PASS, verdict.reason

            async with peak:
                began = time.monotonic()
                await asyncio.gather(*(one(index) for index in range(total)))
                elapsed = time.monotonic() - began
            rows.append((number, total / elapsed, peak.mb))
    return rows


class Peak:
    """The largest proportional set size of this process and all it started."""

    mb = 0.0

    async def __aenter__(self):
        self._watch = asyncio.create_task(self._look())
        return self

    async def __aexit__(self, *_):
        self._watch.cancel()

    async def _look(self):
        while True:
            self.mb = max(self.mb, await asyncio.to_thread(_family_mb))
            await asyncio.sleep(0.2)


def _family_mb():
    waiting, total = [os.getpid()], 0
    while waiting:
        pid = waiting.pop()
        with contextlib.suppress(OSError):
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
            total += int(re.search(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)[1])
            for task in Path(f"/proc/{pid}/task").iterdir():
                waiting += map(int, (task / "children").read_text().split())
    return total / 1024


def measure_engine(folder):
    """The slope between a short and a long run leaves out imports and preparation."""
    short, long = 2, 8
    seconds, clocks = {}, []
    program = Path(sys.executable).with_name("bugsweep")
    for number in (short, long):
        began = time.monotonic()
        done = subprocess.run(
            [
                program,
                "eval",
                "tiddlywiki-import",
                "--agent",
                "noop",
                "-j",
                "1",
                "--no-report",
                "--epochs",
                str(number),
                "--json",
            ],
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
        seconds[number] = time.monotonic() - began
        clocks += re.findall(r'"(?:start_s|verify_s)": ([\d.]+)', done.stdout)
    inside = sum(map(float, clocks)) / (short + long)
    each = (seconds[long] - seconds[short]) / (long - short)
    return long, each, inside, each - inside


if __name__ == "__main__":
    main()

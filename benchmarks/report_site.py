"""How long a report of 200 tasks by 15 agents takes to build, and its pages to open.

The run is made up and says so on every page. Usage: `python benchmarks/report_site.py [FOLDER]`;
without a folder everything is made in a temporary one and thrown away.
"""

import asyncio
import json
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from playwright.async_api import Browser, async_playwright

from bugsweep.reports.reading import load_results
from bugsweep.reports.site import Site
from bugsweep.reports.synthetic import SyntheticSize, write_synthetic_run

SHELL = shutil.which("chromium-headless-shell")
SIZE = SyntheticSize(tasks=200, agents=15)
TRIALS = SIZE.tasks * SIZE.agents
BUDGET_S = 2.0
REPEATS = 5


class Opening(NamedTuple):
    """A page, and how many of which elements stand on it when it is ready."""

    url: str
    selector: str
    least: int


def main(folder: Path) -> None:
    """Measure, print JSON, and fail where a page is wrong or above the budget."""
    began = time.perf_counter()
    run = write_synthetic_run(folder / "run", size=SIZE)
    written = time.perf_counter()
    Site(folder / "site").build(load_results([run.path]))
    built = time.perf_counter()
    opened = asyncio.run(_open_all(_pages(folder / "site")))
    files = [path for path in (folder / "site").rglob("*") if path.is_file()]
    report = {
        "trials": TRIALS,
        "write_run_s": round(written - began, 2),
        "build_site_s": round(built - written, 2),
        "site_mb": round(sum(path.stat().st_size for path in files) / 1e6, 1),
        "open_s": {name: round(seconds, 3) for name, seconds in opened.items()},
        "budget_s": BUDGET_S,
    }
    sys.stdout.write(json.dumps(report, indent=2) + "\n")
    assert max(opened.values()) < BUDGET_S, "a page takes longer to open than it may"


def _pages(site: Path) -> dict[str, Opening]:
    """Every kind of page, and what stands on it when it is ready."""
    trial = min(site.glob("trials/*/*/*/*/index.html")).relative_to(site).as_posix()
    agent = min(site.glob("agents/*.html")).relative_to(site).as_posix()
    expected = {
        "index.html": ("#leaderboard tbody tr", SIZE.agents),
        "trials.html": ("#trials tbody tr", 200),
        "compare.html": ("#verdict dl", 1),
        "tables.html": ("#per-task tbody tr", SIZE.tasks),
        "charts.html": ("[data-live=yes]", 1),
        agent: ("#own tbody tr", SIZE.tasks),
        trial: (".steps > li", 1),
    }
    return {name: Opening((site / name).as_uri(), *ready) for name, ready in expected.items()}


async def _open_all(pages: dict[str, Opening]) -> dict[str, float]:
    """The median time until the content of a page stands."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=SHELL, args=["--no-sandbox"])
        try:
            return {
                name: statistics.median([await _open(browser, page) for _ in range(REPEATS)])
                for name, page in pages.items()
            }
        finally:
            await browser.close()


async def _open(browser: Browser, opening: Opening) -> float:
    page = await browser.new_page()
    try:
        began = time.perf_counter()
        await page.goto(opening.url)
        await page.wait_for_function(
            "([selector, least]) => document.querySelectorAll(selector).length >= least",
            arg=[opening.selector, opening.least],
        )
        elapsed_s = time.perf_counter() - began
        assert await page.get_by_text("Synthetic data.").is_visible()
        return elapsed_s
    finally:
        await page.close()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as folder:
            main(Path(folder))

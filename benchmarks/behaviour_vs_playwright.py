"""Ten scenarios as behaviour tests and as plain Playwright, paired: CPU seconds of all processes.

Goal: a behaviour test costs at most 1.25 times the same steps in plain Playwright.
Run: `python benchmarks/behaviour_vs_playwright.py [ROUNDS]`; the table it prints belongs into
`docs/results/behaviour-cost.md`.
"""

import asyncio
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from playwright.async_api import Browser as PlaywrightBrowser
from playwright.async_api import BrowserContext, Page, async_playwright, expect

from bugsweep.behaviour import Behaviour, Manner, Pictures, parse_feature, run_behaviour
from bugsweep.browser import Browser, find_chromium, open_browser
from bugsweep.browser.chromium import ARGUMENTS
from toy_apps import playground
from toy_apps.serving import serve

TEXTS = (
    """Given I open "/counter"
When I click the button "Add"
And I click the button "Add"
Then I see "You have 5 things"
When I reload the page
Then I see "You have 3 things" """,
    """Given I open "/form"
When I type "Ann" into the field "Name"
And I type "Annie" into the field "Nickname"
And I click the button "Send"
Then I see "is required"
When I type "a@b.c" into the field "Mail"
And I click the button "Send"
Then I do not see "is required" """,
    """Given I open "/form"
When I choose "Green" from the list "Colour"
And I choose "Large" from the list "Size"
Then I see "size Large"
And the field "Colour" has the value "Green" """,
    """Given I open "/form"
When I tick the checkbox "I agree"
And I turn off the switch "Public"
And I set the slider "Volume" to "40"
Then the checkbox "I agree" is ticked
And I see "volume 40" """,
    """Given I open "/form"
When I upload the file "a.csv" with the content "x,y" into the field "Data"
Then I see "a.csv: x,y"
When I type "7" into the field "Quick"
And I press "Enter"
Then I see "entered 7" """,
    """Given I open "/toasts"
When I click the button "Delete" and accept the browser question "Really"
Then I see "deleted"
When I click the button "Later"
Then I see "late" """,
    """Given I open "/lists"
Then the list "Tasks" has 3 items
And the row containing "Power" shows "$45"
And I see the button "Pay" in the section "Draft"
When I click the button "Go" in the card "Beta"
Then I see "ok Beta" """,
    """Given I open "/moves"
When I drag the item containing "Milk" onto the list "Ready"
Then the list "Ready" contains "Milk"
And the list "Todo" does not contain "Milk" """,
    """Given I open "/tabs"
When I click the link "Export"
Then the file "items.csv" was downloaded containing "Milk,2"
When I click the link "Next"
Then I see "You have 3 things"
When I go back
Then I see the link "Export" """,
    """Given I open "/who?user=Ann"
Then I see "You are Ann"
When I switch to the browser of "Bob"
And I open "/who"
Then I see "You are nobody" """,
)


async def counter(page: Page) -> None:
    await page.goto("/counter")
    await page.get_by_role("button", name="Add").click()
    await page.get_by_role("button", name="Add").click()
    await expect(page.get_by_role("region", name="Cart")).to_contain_text("You have 5 things")
    await page.reload()
    await expect(page.get_by_role("region", name="Cart")).to_contain_text("You have 3 things")


async def errors(page: Page) -> None:
    await page.goto("/form")
    await page.get_by_role("textbox", name="Name", exact=True).fill("Ann")
    await page.get_by_role("textbox", name="Nickname").fill("Annie")
    await page.get_by_role("button", name="Send").click()
    await expect(page.get_by_text("is required")).to_be_visible()
    await page.get_by_role("textbox", name="Mail").fill("a@b.c")
    await page.get_by_role("button", name="Send").click()
    await expect(page.get_by_text("is required")).to_be_hidden()


async def choosing(page: Page) -> None:
    await page.goto("/form")
    await page.get_by_role("combobox", name="Colour").select_option(label="Green")
    await page.get_by_role("combobox", name="Size").click()
    await page.get_by_role("option", name="Large").click()
    await expect(page.get_by_text("size Large")).to_be_visible()
    await expect(page.get_by_role("combobox", name="Colour")).to_have_value("Green")


async def ticking(page: Page) -> None:
    await page.goto("/form")
    await page.get_by_text("I agree").click()
    await page.get_by_role("switch", name="Public").uncheck()
    await page.get_by_role("slider", name="Volume").fill("40")
    await expect(page.get_by_role("checkbox", name="I agree")).to_be_checked()
    await expect(page.get_by_text("volume 40")).to_be_visible()


async def uploading(page: Page) -> None:
    await page.goto("/form")
    await page.get_by_label("Data").set_input_files(
        {"name": "a.csv", "mimeType": "text/csv", "buffer": b"x,y"}
    )
    await expect(page.get_by_text("a.csv: x,y")).to_be_visible()
    await page.get_by_role("textbox", name="Quick").fill("7")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("entered 7")).to_be_visible()


async def asking(page: Page) -> None:
    await page.goto("/toasts")
    page.once("dialog", lambda dialog: dialog.accept())
    await page.get_by_role("button", name="Delete").click()
    await expect(page.get_by_text("deleted")).to_be_visible()
    await page.get_by_role("button", name="Later").click()
    await expect(page.get_by_text("late", exact=True)).to_be_visible()


async def listing(page: Page) -> None:
    await page.goto("/lists")
    await expect(page.locator("ul").first.get_by_role("listitem")).to_have_count(3)
    await expect(page.get_by_role("row").filter(has_text="Power")).to_contain_text("$45")
    draft = page.get_by_role("region", name="Draft")
    await expect(draft.get_by_role("button", name="Pay")).to_be_visible()
    await page.locator(".tile").filter(has_text="Beta").get_by_role("button", name="Go").click()
    await expect(page.get_by_text("ok Beta")).to_be_visible()


async def dragging(page: Page) -> None:
    await page.goto("/moves")
    ready = page.get_by_role("list", name="Ready")
    await page.get_by_role("listitem").filter(has_text="Milk").drag_to(ready)
    await expect(ready).to_contain_text("Milk")
    await expect(page.get_by_role("list", name="Todo")).not_to_contain_text("Milk")


async def downloading(page: Page) -> None:
    await page.goto("/tabs")
    async with page.expect_download() as started:
        await page.get_by_role("link", name="Export").click()
    path = await (await started.value).path()
    assert "Milk,2" in path.read_text()
    await page.get_by_role("link", name="Next").click()
    await expect(page.get_by_role("region", name="Cart")).to_contain_text("You have 3 things")
    await page.go_back()
    await expect(page.get_by_role("link", name="Export")).to_be_visible()


async def people(page: Page) -> None:
    await page.goto("/who?user=Ann")
    await expect(page.get_by_text("You are Ann")).to_be_visible()
    browser = page.context.browser
    assert browser is not None
    other = await browser.new_context(base_url=re.sub(r"/who.*", "", page.url))
    second = await other.new_page()
    await second.goto("/who")
    await expect(second.get_by_text("You are nobody")).to_be_visible()
    await other.close()


PLAIN = (
    counter, errors, choosing, ticking, uploading, asking, listing, dragging, downloading, people,
)  # fmt: skip


def cpu_s() -> float:
    """CPU seconds that this process and everything below it has used, the ended ones included."""
    ticks = os.sysconf("SC_CLK_TCK")
    total = 0
    pending = [os.getpid()]
    while pending:
        pid = pending.pop()
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += sum(map(int, fields[11:15]))
            for task in Path(f"/proc/{pid}/task").iterdir():
                pending += map(int, (task / "children").read_text().split())
        except (FileNotFoundError, ProcessLookupError):
            continue
    return total / ticks


async def run_plain(browser: PlaywrightBrowser, url: str) -> None:
    for scenario in PLAIN:
        context: BrowserContext = await browser.new_context(base_url=url)
        await scenario(await context.new_page())
        await context.close()


async def run_ours(
    browser: Browser, url: str, features: list[Behaviour], folder: Path, pictures: Pictures
) -> None:
    for number, behaviour in enumerate(features):
        verdict = await run_behaviour(
            behaviour,
            base_url=url,
            browser=browser,
            evidence_dir=folder / str(number),
            manner=Manner(pictures),
        )
        assert verdict.kind == "PASS", verdict.reason  # a fast wrong answer is no answer


PLAINLY = "the same steps in plain Playwright"
OURS = {
    "behaviour tests": Pictures.JUDGING,
    "with a picture of the last step alone": Pictures.ENDING,
}


async def measure(rounds: int) -> dict[str, list[tuple[float, float]]]:
    """CPU and wall seconds of every round, the ways taking turns."""
    features = [
        parse_feature(f"Feature: f\nScenario: s\n{text}", source="benchmark") for text in TEXTS
    ]
    spent: dict[str, list[tuple[float, float]]] = {name: [] for name in (PLAINLY, *OURS)}
    with serve(playground.pages()) as url, tempfile.TemporaryDirectory() as folder:
        async with async_playwright() as playwright, open_browser() as ours:
            plain = await playwright.chromium.launch(
                executable_path=find_chromium(),
                args=[*ARGUMENTS, *(["--no-sandbox"] if os.geteuid() == 0 else [])],
            )
            # The first round of each warms up and does not count.
            for number in range(rounds + 1):
                for name, pairs in spent.items():
                    began, cpu = time.monotonic(), cpu_s()
                    if name in OURS:
                        await run_ours(ours, url, features, Path(folder), OURS[name])
                    else:
                        await run_plain(plain, url)
                    if number:
                        pairs.append((cpu_s() - cpu, time.monotonic() - began))
            await plain.close()
    return spent


def table(spent: dict[str, list[tuple[float, float]]]) -> str:
    """The rounds as Markdown: medians, and the ratio of each pair of rounds."""
    lines = [
        "| ten scenarios, one round | CPU s | wall s | CPU, paired ratio |",
        "|---|---|---|---|",
    ]
    for name, pairs in spent.items():
        cpu, wall = (statistics.median(column) for column in zip(*pairs, strict=True))
        ratios = sorted(
            mine[0] / theirs[0] for mine, theirs in zip(pairs, spent[PLAINLY], strict=True)
        )
        told = f"{statistics.median(ratios):.2f}× ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        lines.append(f"| {name} | {cpu:.2f} | {wall:.2f} | {told} |")
    return "\n".join(lines)


def circumstances(rounds: int, load: float) -> str:
    """When and on what it was measured."""
    shell = subprocess.run(
        [find_chromium(), "--version"], capture_output=True, text=True, check=True
    )
    return (
        f"Medians of {rounds} rounds after one to warm up, {datetime.now(UTC):%d %B %Y}, "
        f"{os.cpu_count()} cores, load {load:.1f} before and {os.getloadavg()[0]:.1f} after; "
        f"Python {platform.python_version()}, Playwright {version('playwright')}, "
        f"{shell.stdout.strip()}."
    )


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    load_before = os.getloadavg()[0]
    print(table(asyncio.run(measure(wanted))))
    print(f"\n{circumstances(wanted, load_before)}")

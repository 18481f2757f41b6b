import json
import re

import pytest

from browser.reports.pages import pages_of
from bugsweep.reports.reading import load_results
from bugsweep.reports.site import Site
from unit.reports.runs import result, write_run

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_every_page_opens_from_disk_without_a_complaint(site, visit):
    window = await visit()

    for path in pages_of(site):
        await window.open(site, path)
        await window.enliven_charts()

    assert window.complaints == []
    assert [url for url in window.requests if not url.startswith(site.as_uri())] == []


async def test_every_page_opens_from_a_server_without_a_complaint(site, served, visit):
    window = await visit()

    for path in pages_of(site):
        await window.open(served, path)
        await window.enliven_charts()

    elsewhere = [url for url in window.requests if not url.startswith(served)]
    assert (window.complaints, elsewhere) == ([], [])


async def test_every_page_of_a_made_up_run_says_so(site, visit):
    window = await visit()

    for path in pages_of(site):
        page = await window.open(site, path)
        assert await page.get_by_text("Synthetic data.").is_visible(), path


async def test_from_the_leaderboard_to_the_evidence_of_a_trial(site, visit):
    window = await visit()
    page = await window.open(site, "index.html")

    await page.locator("#leaderboard tbody a").first.click()
    await page.locator("#own tbody tr", has_text="fail").first.get_by_role("link").first.click()
    card = page.locator(".card.fail")
    assert await card.get_by_text("Is the bug gone?").is_visible()
    assert await card.get_by_text("nine rows").is_visible()
    await card.get_by_role("link", name="Step 2").click()
    step = page.locator("#target .steps > li:target")
    assert await step.get_by_text("nine rows").is_visible()
    await step.locator("a.evidence").click()

    assert page.url.endswith("target/step-2.png")
    assert window.complaints == []


async def test_what_was_reported_before_goes_with_its_pages(tmp_path, visit):
    run = write_run(tmp_path / "run", {"a": ["PF"], "gone": ["PF"]})
    Site(tmp_path / "site", has_png=False).build(load_results([run.path]))
    old = set((tmp_path / "site").rglob("*gone*"))
    other = write_run(tmp_path / "other", {"a": ["P"]})

    Site(tmp_path / "site", has_png=False).build(load_results([other.path]))

    assert old
    assert not any(path.exists() for path in old)
    window = await visit()
    page = await window.open(tmp_path / "site", "index.html")
    assert await page.get_by_role("link", name="Compare").count() == 0
    assert window.complaints == []


async def test_an_exploration_alone_is_a_report(tmp_path, visit):
    finding = {"title": "gone", "oracle": "survives-reload", "expected": "kept", "seen": "lost"}
    found = {"target": "Desk", "findings": [finding | {"feature": "Feature: it"}]}
    (tmp_path / "findings.json").write_text(json.dumps(found))

    Site(tmp_path / "site", has_png=False).build(load_results([tmp_path]))

    window = await visit()
    page = await window.open(tmp_path / "site", "index.html")
    assert await page.get_by_text("Feature: it").is_visible()
    assert await page.locator("header nav a").all_inner_texts() == ["bugsweep report", "Findings"]
    assert window.complaints == []


async def test_a_trial_shows_its_patch_its_turns_and_its_neighbours(site, visit):
    window = await visit()
    trial = sorted(site.glob("trials/*/*/*/1/index.html"))[1]
    page = await window.open(site, trial.relative_to(site))

    assert await page.locator("#patch .gi").last.inner_text() == "+    rows = rows[:limit]"
    assert await page.locator("#timeline li.agent").count() >= 4
    await page.keyboard.press("n")
    await page.wait_for_url(re.compile(r"/2/index\.html"))
    await page.keyboard.press("p")
    await page.wait_for_url(re.compile(r"/1/index\.html"))


async def test_a_filter_narrows_the_trials_and_its_link_shows_the_same(site, visit):
    window = await visit()
    page = await window.open(site, "trials.html")
    everything = await page.locator("#trials tbody tr").count()

    await page.get_by_label("Outcome").select_option("pass")
    await page.get_by_label("Search").fill("task-003")

    rows = page.locator("#trials tbody tr")
    shown = await rows.count()
    assert 0 < shown < everything
    assert {await row.locator(".badge").inner_text() for row in await rows.all()} == {"pass"}
    again = await visit()
    other = await again.open(site, f"trials.html#{page.url.split('#')[1]}")
    assert await other.locator("#trials tbody tr").count() == shown
    assert await other.get_by_label("Search").input_value() == "task-003"


async def test_a_long_list_is_shown_piece_by_piece(tmp_path, visit):
    write_run(tmp_path / "run", {"a": ["P" * 205]})
    Site(tmp_path / "site", has_png=False).build(load_results([tmp_path / "run"]))
    window = await visit()
    page = await window.open(tmp_path / "site", "trials.html")

    assert await page.locator("#trials tbody tr").count() == 200
    await page.get_by_role("button", name="Show more").click()
    assert await page.locator("#trials tbody tr").count() == 205
    assert not await page.get_by_role("button", name="Show more").is_visible()


async def test_a_table_is_sorted_by_its_heads(site, visit):
    window = await visit()
    page = await window.open(site, "index.html")
    costs = page.locator("#leaderboard tbody td:nth-child(10)")

    button = page.locator("#leaderboard th", has_text="cost per trial").get_by_role("button")
    await button.click()
    falling = [float(text.strip("$")) for text in await costs.all_inner_texts()]
    await button.click()
    rising = [float(text.strip("$")) for text in await costs.all_inner_texts()]

    assert falling == sorted(falling, reverse=True)
    assert rising == sorted(rising)


async def test_two_agents_are_compared_side_by_side(site, visit):
    window = await visit()
    page = await window.open(site, "compare.html")
    first, second = (page.get_by_label(name) for name in ("First", "Second"))
    names = await first.locator("option").all_inner_texts()

    await first.select_option(names[0])
    await second.select_option(names[-1])
    there = await page.locator("#verdict").inner_text()
    await first.select_option(names[-1])
    await second.select_option(names[0])
    back = await page.locator("#verdict").inner_text()

    gap = [
        re.search(r"([+-]\d+\.\d) \(([+-]?\d+\.\d) to ([+-]?\d+\.\d)\)", it) for it in (there, back)
    ]
    one, other = ([float(number) for number in found.groups()] for found in gap)
    assert one == [-other[0], -other[2], -other[1]]
    assert one[1] < one[0] < one[2]
    await page.locator("#side tbody td a").first.click()
    await page.wait_for_url(re.compile("/trials/"))


@pytest.mark.parametrize("name", ["index.html", "charts.html"])
async def test_charts_stay_as_drawings_without_scripts(site, visit, name):
    window = await visit(java_script_enabled=False)
    await window.page.goto((site / name).as_uri())

    sizes = await window.page.locator("[data-chart] img").evaluate_all(
        """images => Promise.all(images.map(async (image) => {
            image.loading = "eager";
            await image.decode();
            return image.naturalWidth;
        }))"""
    )

    assert sizes
    assert all(size > 100 for size in sizes)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_no_page_is_wider_than_a_small_phone(site, visit, scheme):
    window = await visit(viewport={"width": 360, "height": 740}, color_scheme=scheme)

    for path in pages_of(site):
        page = await window.open(site, path)
        width = await page.evaluate("document.documentElement.scrollWidth")
        assert width <= 360, path


async def test_the_whole_way_can_be_walked_by_keyboard(site, visit):
    window = await visit()
    page = await window.open(site, "index.html")

    await page.keyboard.press("Tab")
    assert await page.evaluate("document.activeElement.textContent") == "Skip to content"
    await page.keyboard.press("Enter")
    assert await page.evaluate("document.activeElement.id") == "content"
    await page.keyboard.press("/")
    await page.keyboard.type("agent-03")
    visible = await page.locator("#leaderboard tbody tr:visible").all_inner_texts()
    assert visible
    assert all("agent-03" in text for text in visible)
    # From the filter over the region and its heads to the first link.
    for _ in range(30):
        await page.keyboard.press("Tab")
        if "agents/" in await page.evaluate("document.activeElement.href ?? ''"):
            break
    await page.keyboard.press("Enter")
    await page.wait_for_url(re.compile("/agents/"))


async def test_print_shows_the_content_and_not_the_controls(site, visit):
    window = await visit()
    trial = min(site.glob("trials/*/*/*/1/index.html"))
    page = await window.open(site, trial.relative_to(site))

    await page.emulate_media(media="print")

    assert await page.get_by_text("Synthetic data.").is_visible()
    assert await page.locator("#patch pre").is_visible()
    assert not await page.locator("header nav").is_visible()
    assert not await page.locator(".around").is_visible()
    overflow = await page.locator("#patch pre").evaluate("it => getComputedStyle(it).overflowX")
    assert overflow == "visible"
    assert (await page.pdf()).startswith(b"%PDF")


async def test_print_fits_the_width_of_the_paper(site, visit):
    # A4 across, less its margins, in pixels of 1/96 inch.
    window = await visit(viewport={"width": 1031, "height": 700})
    await window.page.emulate_media(media="print")

    for path in pages_of(site):
        page = await window.open(site, path)
        width = await page.evaluate("document.documentElement.scrollWidth")
        assert width <= 1031, path


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_no_page_shuts_anyone_out(site, visit, axe, scheme):
    window = await visit(color_scheme=scheme, bypass_csp=True)
    found = {}

    for path in pages_of(site):
        page = await window.open(site, path)
        await window.enliven_charts()
        await page.evaluate(axe)
        serious = await page.evaluate(
            """async () => (await axe.run()).violations
                .filter(it => ["serious", "critical"].includes(it.impact))
                .map(it => `${it.id}: ${it.nodes[0].html.slice(0, 120)}`)"""
        )
        found |= {path: serious} if serious else {}

    assert found == {}


async def test_the_page_of_a_run_in_progress_shows_what_has_ended_since(tmp_path, visit):
    run = write_run(tmp_path / "run", {"a": ["P."]})
    report = Site(tmp_path / "site", has_png=False)
    report.build(load_results([run.path]), live_s=5)
    window = await visit()
    await window.page.clock.install()
    page = await window.open(tmp_path / "site", "index.html")
    assert await page.get_by_text("1/2 trials").is_visible()
    assert await page.get_by_text("Run in progress").is_visible()

    run.write_result(result("task-2", "a", "pass"), epoch=1)
    report.build(load_results([run.path]))
    await page.clock.fast_forward(5000)

    await page.get_by_text("2/2 trials").wait_for()
    assert await page.get_by_text("Run in progress").count() == 0
    await page.goto((tmp_path / "site/trials/run/a/task-1/1/index.html").as_uri())
    assert await page.locator("a[rel=next]").inner_text() == "task-2 1 →"

"""The explorer on a shop with one planted bug, and on its healthy twin."""

import pytest

from bugsweep.exploration.exploring import Explorer, Plan
from bugsweep.exploration.writing import write_exploration
from toy_apps.exploration import desk, shop
from toy_apps.exploration.fresh import ToyTarget

pytestmark = pytest.mark.asyncio(loop_scope="session")

FOUND = {
    "reset_urgent": "edit-leaves-others",
    "shifted_day": "values-come-back",
    "stuck_widget": "deleted-is-gone",
}


AT_THE_DESK = {
    "hidden_too": ("bulk-touches-the-chosen", "select all tickets"),
    "filter_stays": ("search-finds", "filter of loans"),
    "new_rows_first": ("rows-keep-order", "order of rows of a walk"),
    "no_longer_unassigned": ("values-come-back", "status of a shift"),
    "stop_moves_start": ("typing-leaves-others", "create a shift"),
}


async def explored(driver, folder, bugs, *oracles, minutes=3.0):
    target = ToyTarget(lambda: shop.pages(*bugs), driver)
    plan = Plan(minutes=minutes, seed=3, oracles=oracles, max_findings=1)
    return await Explorer(target, plan, folder=folder).explore()


@pytest.mark.parametrize("bug", FOUND)
async def test_finds_the_planted_bug(driver, tmp_path, bug):
    done = await explored(driver, tmp_path, [bug], FOUND[bug])

    assert {finding.oracle for finding in done.findings} == {FOUND[bug]}
    assert "Then" in done.findings[0].feature


async def test_leaves_the_healthy_twin_alone(driver, tmp_path):
    done = await explored(driver, tmp_path, [], minutes=0.6)

    assert done.findings == ()
    assert done.actions > 0


async def test_writes_everything_a_person_or_a_machine_reads(driver, tmp_path):
    done = await explored(driver, tmp_path, ["shifted_day"], "values-come-back")

    write_exploration(done, tmp_path)

    page = (tmp_path / "findings.html").read_text()
    assert done.findings[0].title in page.replace("&#34;", '"')
    assert "http://" not in page.replace("http://example.org", "").replace(done.target, "")
    assert {path.suffix for path in tmp_path.iterdir() if path.is_file()} >= {
        ".json",
        ".html",
        ".sarif",
        ".xml",
        ".feature",
    }


@pytest.mark.parametrize("bug", AT_THE_DESK)
async def test_finds_what_takes_several_operations(driver, tmp_path, bug):
    oracle, area = AT_THE_DESK[bug]
    target = ToyTarget(lambda: desk.pages(bug), driver)
    plan = Plan(minutes=2, seed=3, area=area, oracles=(oracle,), max_findings=1)

    done = await Explorer(target, plan, folder=tmp_path).explore()

    assert {finding.oracle for finding in done.findings} == {oracle}


async def test_has_nothing_against_a_healthy_desk(driver, tmp_path):
    target = ToyTarget(desk.pages, driver)

    done = await Explorer(target, Plan(minutes=0.5, seed=3), folder=tmp_path).explore()

    assert [finding.title for finding in done.findings] == []

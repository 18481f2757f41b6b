"""The explorer on a shop with one planted bug, and on its healthy twin."""

import random

import pytest

from bugsweep.browser.looking import EMPTY_LOOK
from bugsweep.exploration.action import Action, Op, Spot
from bugsweep.exploration.crawling import crawl
from bugsweep.exploration.exploring import Explorer, Plan
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.inquiry import Inquiry
from bugsweep.exploration.markers import Markers
from bugsweep.exploration.oracles import ORACLES
from bugsweep.exploration.probes import jobs_for
from bugsweep.exploration.safety import Safety
from bugsweep.exploration.suspicion import Claim, Suspicion
from bugsweep.exploration.target import LiveTarget
from bugsweep.exploration.trail import Step, Trail
from bugsweep.exploration.walker import Budget
from bugsweep.exploration.writing import write_exploration
from toy_apps.exploration import archive, desk, shop
from toy_apps.exploration.fresh import ToyTarget
from toy_apps.serving import serve

pytestmark = pytest.mark.asyncio(loop_scope="session")

FOUND = {
    "reset_urgent": "edit-leaves-others",
    "shifted_day": "values-come-back",
    "stuck_widget": "deleted-is-gone",
    "settings_clobber": "edit-leaves-others",
    "covered_link": "controls-reachable",
}


AT_THE_DESK = {
    "hidden_too": ("bulk", "bulk-touches-the-chosen"),
    "filter_stays": ("searching", "search-finds"),
    "new_rows_first": ("growing", "rows-keep-order"),
    "no_longer_unassigned": ("options", "values-come-back"),
    "stop_moves_start": ("life", "typing-leaves-others"),
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
    done = await explored(driver, tmp_path, [], minutes=2.0)

    assert done.findings == ()
    assert done.faults == ()
    assert done.actions > 0


async def test_reports_only_what_another_build_passes(driver, tmp_path):
    target = ToyTarget(lambda: {"/": "<title>Old</title><h1>Shop</h1>"}, driver)
    other = ToyTarget(lambda: {"/": "<title>New</title><h1>Shop of tools</h1>"}, driver)
    opened = Step(0, Action(op=Op.OPEN, value="/"), EMPTY_LOOK, EMPTY_LOOK)
    inquiry = Inquiry(
        target, Budget(120), folder=tmp_path, seed=0, tell=lambda _: None, against=other
    )

    for text in ("Shop of tools", "Shop of toys"):
        claims = (Claim(sentence=f'I see "{text}"'),)
        seen = Suspicion(
            oracle="no-faults",
            title=text,
            expected=text,
            seen="",
            at=1,
            subject=text,
            claims=claims,
        )
        inquiry.suspect(Trail("planned", steps=[opened]), seen)
    await inquiry.work_off()

    assert [finding.title for finding in inquiry.findings] == ["Shop of tools"]
    (doubt,) = inquiry.suspects
    assert doubt.why.startswith("the other build does not pass it either: FAIL")


async def test_what_its_words_do_not_find_again_is_told_by_its_place(driver, tmp_path):
    page = (
        "<title>Desk</title><button id=go onclick=\"out.textContent='Sent'\">Go</button><p id=out>"
    )
    target = ToyTarget(lambda: {"/": page}, driver)
    spot = Spot(kind="button", name="Go", row="no such row", path="#go")
    actions = (Action(op=Op.OPEN, value="/"), Action(op=Op.CLICK, spot=spot))
    steps = [Step(place, action, EMPTY_LOOK, EMPTY_LOOK) for place, action in enumerate(actions)]
    suspicion = Suspicion(
        oracle="no-faults",
        title="Sent",
        expected="Kept",
        seen="Sent",
        at=2,
        subject="sent",
        claims=(Claim(sentence='I see "Kept"'),),
    )
    inquiry = Inquiry(target, Budget(120), folder=tmp_path, seed=0, tell=lambda _: None)

    inquiry.suspect(Trail("planned", steps=steps), suspicion)
    await inquiry.work_off()

    (finding,) = inquiry.findings
    assert "| Go (1) | #go |" in finding.feature


async def test_finds_what_stands_on_another_page_at_each_replay(driver, tmp_path):
    plan = Plan(minutes=3, oracles=("resave-changes-nothing",), max_findings=1)

    with serve(shop.pages("shifted_day")) as url:
        done = await Explorer(LiveTarget(url, driver), plan, folder=tmp_path).explore()

    assert [finding.oracle for finding in done.findings] == ["resave-changes-nothing"]


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


async def suspected(driver, *bugs, probe, app=desk):
    """What the oracles have against an app after the jobs of one probe."""
    async with (
        ToyTarget(lambda: app.pages(*bugs), driver).fresh() as place,
        place.open_scout() as scout,
    ):
        source = random.Random(0)
        safety = Safety(place.base_url, may_destroy=True)
        ground = Ground(scout, safety, Budget(300), source, Markers(source))
        await crawl(ground, starts=("/",))
        ground.trails.clear()
        for job in [job for job in jobs_for(ground) if job.probe == probe]:
            await job.offer.run(ground)
        return {
            suspicion.oracle
            for trail in ground.trails
            for oracle in ORACLES.values()
            for suspicion in oracle().judge(trail)
        }


@pytest.mark.parametrize("bug", AT_THE_DESK)
async def test_suspects_what_takes_several_operations(driver, bug):
    probe, oracle = AT_THE_DESK[bug]

    assert oracle in await suspected(driver, bug, probe=probe)


@pytest.mark.parametrize("probe", sorted({probe for probe, _ in AT_THE_DESK.values()}))
async def test_suspects_nothing_at_a_healthy_desk(driver, probe):
    assert await suspected(driver, probe=probe) == set()


@pytest.mark.parametrize(("bugs", "found"), [(["narrowed_print"], {"no-faults"}), ([], set())])
async def test_tries_what_is_opened_from_a_narrowed_list(driver, bugs, found):
    assert await suspected(driver, *bugs, probe="narrowing", app=archive) == found

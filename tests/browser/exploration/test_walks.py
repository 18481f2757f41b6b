"""An exploration that is interrupted tells what is known; the same seed walks the same way."""

import asyncio
import json
import random
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bugsweep.browser import ActionRefusedError
from bugsweep.exploration import exploring, scheduling
from bugsweep.exploration.action import Action, Op
from bugsweep.exploration.crawling import crawl
from bugsweep.exploration.exploring import Explorer, Plan
from bugsweep.exploration.ground import Ground, SignedOutError
from bugsweep.exploration.login import Account
from bugsweep.exploration.markers import Markers
from bugsweep.exploration.probes import Job, jobs_for
from bugsweep.exploration.probes.job import Offer
from bugsweep.exploration.safety import Safety
from bugsweep.exploration.target import LiveTarget
from bugsweep.exploration.trail import Sense
from bugsweep.exploration.walker import Budget
from toy_apps.exploration import club, shop
from toy_apps.exploration.fresh import ToyTarget
from toy_apps.serving import Answer, serve

PROGRAM = Path(sys.executable).with_name("bugsweep")


@asynccontextmanager
async def ground_of(driver, pages, **facts):
    """What a probe stands on in a toy app; the window is open for the length of the block."""
    with serve(pages) as url:
        target = LiveTarget(url, driver)
        async with target.fresh() as place, place.open_scout() as scout:
            source = random.Random(0)
            safety = Safety(url, may_destroy=False)
            yield Ground(scout, safety, Budget(60), source, Markers(source), **facts)


def test_an_interrupt_ends_with_what_is_known(tmp_path):
    with serve(shop.pages()) as url:
        argv = [PROGRAM, "explore", url, "--minutes", "3", "-o", tmp_path]
        process = subprocess.Popen(argv, stderr=subprocess.PIPE, text=True)
        told = next(line for line in process.stderr if "pages" in line and " 0 pages" not in line)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)

    known = json.loads((tmp_path / "findings.json").read_text())
    assert process.returncode in {0, 1}
    assert known["ended"] == "stopped"
    assert known["views"], told


async def walked(driver, seed):
    """The paths of the walk, one by one: the beginning of an exploration."""
    async with (
        ToyTarget(shop.pages, driver).fresh() as place,
        place.open_scout() as scout,
    ):
        source = random.Random(seed)
        safety = Safety(place.base_url, may_destroy=True)
        ground = Ground(scout, safety, Budget(120), source, Markers(source))
        await crawl(ground, starts=("/",))
        await next(iter(jobs_for(ground))).offer.run(ground)
        return [str(action) for trail in ground.trails for action in trail.actions]


@pytest.mark.asyncio(loop_scope="session")
async def test_the_same_seed_walks_the_same_way(driver):
    first, second = [await walked(driver, 5) for _ in range(2)]

    assert first == second != []


@pytest.mark.asyncio(loop_scope="session")
async def test_a_walk_begins_with_what_the_browser_kept_at_the_sign_in(driver):
    async with ToyTarget(shop.pages, driver).fresh() as place, place.open_scout() as scout:
        page = scout.session.tab.page
        await scout.open("/")
        await page.evaluate("() => { localStorage.tab = 'a'; sessionStorage.token = 'b'; }")
        kept = await scout.stored()

        await page.evaluate("() => { localStorage.tab = 'c'; localStorage.more = 'd'; }")
        await page.evaluate("() => sessionStorage.clear()")
        await scout.restore(kept)

        assert await scout.stored() == kept != {}


COVERED = """<title>List</title><style>.none { pointer-events: none }</style>
<nav><a href="/?page=2" class="none">Next</a> <li class="disabled"><a href="#">Last</a></li></nav>
<button style="position:fixed; bottom:0">Under</button><button>Free</button>
<div style="position:fixed; inset:50% 0 0 0"></div>"""


@pytest.mark.asyncio(loop_scope="session")
async def test_what_takes_no_clicks_is_seen_without_waiting(driver):
    target = ToyTarget(lambda: {"/": COVERED}, driver)
    async with target.fresh() as place, place.open_scout() as scout:
        await scout.open("/")
        controls = {control.name: control for control in (await scout.look()).controls}

        assert [controls[name].is_enabled for name in ("Next", "Last")] == [False, False]
        await scout.click(controls["Free"].ref)
        with pytest.raises(ActionRefusedError, match="<div> covers it"):
            await scout.click(controls["Under"].ref)
        with pytest.raises(ActionRefusedError, match="takes no clicks"):
            await scout.click(controls["Next"].ref)


DRAWN = """<title>Chart</title><svg width=200 height=50><a href="/bars" target="_blank">
<text y=20>Bars</text></a></svg><button>Free</button>"""


@pytest.mark.asyncio(loop_scope="session")
async def test_links_within_a_drawing_are_seen(driver):
    target = ToyTarget(lambda: {"/": DRAWN}, driver)
    async with target.fresh() as place, place.open_scout() as scout:
        await scout.open("/")
        controls = {control.name: control for control in (await scout.look()).controls}

    assert controls["Bars"].target == "_blank"


@pytest.mark.asyncio(loop_scope="session")
async def test_a_fault_of_a_probe_is_told_and_nothing_is_lost(driver, tmp_path, monkeypatch):
    async def fails(_):
        raise IndexError("no such row")

    async def looks(ground):
        walker = ground.begin("looking")
        await walker.open("/")

    jobs = [Job("life", Offer("bad", "", fails), 1.0), Job("life", Offer("good", "", looks), 0.5)]
    monkeypatch.setattr(scheduling, "jobs_for", lambda _: jobs)
    plan = Plan(minutes=1, instances=1)
    done = await Explorer(ToyTarget(shop.pages, driver), plan, folder=tmp_path).explore()

    assert done.faults == ("life|bad: IndexError('no such row')",)
    assert done.probes == 2
    assert done.ended == "done"


class CountingTarget(ToyTarget):
    """Counts how many places are open at once."""

    open = most = 0

    @asynccontextmanager
    async def fresh(self):
        async with super().fresh() as place:
            self.open += 1
            self.most = max(self.most, self.open)
            try:
                yield place
            finally:
                self.open -= 1


@pytest.mark.asyncio(loop_scope="session")
async def test_several_instances_are_explored_side_by_side(driver, tmp_path):
    target = CountingTarget(shop.pages, driver)
    told = []
    plan = Plan(minutes=1, instances=3, oracles=("no-faults",))
    done = await Explorer(
        target, plan, folder=tmp_path, tell=lambda now: told.append(now.phase)
    ).explore()

    jobs = [phase for phase in told if ": " in phase and not phase.startswith("confirming")]
    assert target.most >= 3
    assert done.probes == len(jobs) > 3


class SlowTarget(ToyTarget):
    """Its first place takes longer than the others."""

    count = 0

    @asynccontextmanager
    async def fresh(self):
        self.count += 1
        await asyncio.sleep(3 if self.count == 1 else 0)
        async with super().fresh() as place:
            yield place


@pytest.mark.asyncio(loop_scope="session")
async def test_the_app_is_looked_at_though_others_were_quicker(driver, tmp_path, monkeypatch):
    async def nothing(_):
        return

    jobs = [Job("life", Offer("early", "", nothing), 1.0)]
    monkeypatch.setattr(scheduling, "jobs_for", lambda _: jobs)
    target = SlowTarget(shop.pages, driver)
    done = await Explorer(target, Plan(minutes=1, instances=2), folder=tmp_path).explore()

    assert done.probes == 1
    assert len(done.views) > 2


@asynccontextmanager
async def on_ground(driver, page):
    """The ground of an exploration of one page."""
    async with (
        ToyTarget(lambda: {"/": page}, driver).fresh() as place,
        place.open_scout() as scout,
    ):
        source = random.Random(0)
        safety = Safety(place.base_url, may_destroy=True)
        yield Ground(scout, safety, Budget(60), source, Markers(source))


async def probe(ground, name):
    """Look around, then do all jobs of one probe; only its trails are left."""
    await crawl(ground, starts=("/",))
    ground.trails.clear()
    for job in [job for job in jobs_for(ground) if job.probe == name]:
        await job.offer.run(ground)


TABS = """<title>Desk</title><ul aria-label="Parts"><li class=item>
<button onclick="show('Open')">Open</button><button onclick="show('Old')">Recent</button>
<button onclick="show('<label>Give a file <input type=file hidden></label>')">Tools</button></ul>
<div id=part></div><script>function show(it) { part.innerHTML = `<p>${it}</p>`; }</script>"""


@pytest.mark.asyncio(loop_scope="session")
async def test_every_control_of_a_row_is_opened_and_hidden_fields_for_files_are_seen(driver):
    async with on_ground(driver, TABS) as ground:
        await crawl(ground, starts=("/",))

        kinds = {field.kind for view in ground.model.views.values() for field in view.look.fields}
        assert "file" in kinds


CHOICES = """<title>Tickets</title><select multiple aria-label=Status>
<option selected>Open</option><option>Shut</option></select>"""


@pytest.mark.asyncio(loop_scope="session")
async def test_a_choice_is_no_text_to_be_written_over(driver):
    async with on_ground(driver, CHOICES) as ground:
        await probe(ground, "editing")

        assert [m for trail in ground.trails for m in trail.of(Sense.TYPED)] == []


FILTERS = """<title>Journal</title>
<form onsubmit="location.search = 'of=' + of.value; return false">
<label>Account <input id=of></label>
<label>Kind <select><option>All<option>Open</select></label>
<button>Go</button></form><p>Nothing is kept here</p>"""


@pytest.mark.asyncio(loop_scope="session")
async def test_what_only_asks_for_a_page_makes_nothing(driver):
    async with on_ground(driver, FILTERS) as ground:
        await probe(ground, "life")

        assert ground.trails
        assert [m for trail in ground.trails for m in trail.of(Sense.CREATED)] == []


def test_an_address_with_a_path_is_where_it_begins(tmp_path):
    pages = {"/": "<title>Other</title><p>Other</p>", "/desk/": "<title>Desk</title><h1>Desk</h1>"}
    with serve(pages) as url:
        argv = [PROGRAM, "explore", f"{url}/desk/", "--minutes", "0.3", "-o", tmp_path]
        subprocess.run(argv, capture_output=True, timeout=120, check=False)

    assert json.loads((tmp_path / "findings.json").read_text())["views"] == ["/desk/"]


TIPS = """<title>Desk</title><form>
<label>Rate <input id=rate value=64 data-tip="per minute, at most"></label>
<label>Shade <input id=shade value=000 data-tip="dark or light, as you like"></label>
<button type=button>Keep</button></form><p id=tip></p><script>
for (const field of document.querySelectorAll('input')) {
  field.onfocus = () => { tip.textContent = field.dataset.tip; };
  field.onblur = () => { tip.textContent = ''; };
}</script>"""


@pytest.mark.asyncio(loop_scope="session")
async def test_what_the_next_field_says_is_no_trace_of_the_one_before(driver):
    async with on_ground(driver, TIPS) as ground:
        await probe(ground, "undoing")

        returned = [m for trail in ground.trails for m in trail.of(Sense.RETURNED)]
        assert returned
        assert all(set(m.look.lines) <= set(m.others) for m in returned)


HOME = (Action(op=Op.OPEN, value="/"),)


async def shuts_out(ground):
    """Close the account that the exploration is signed in with, and go on."""
    walker = ground.begin("life")
    await ground.follow(walker, HOME)
    (button,) = (it for it in walker.look.controls if it.name == "Close account")
    await walker.click(button)
    await ground.follow(walker, HOME)


@pytest.mark.asyncio(loop_scope="session")
async def test_who_is_shut_out_begins_again_on_a_fresh_app(driver, tmp_path, monkeypatch):
    seen = []

    async def looks(ground):
        walker = ground.begin("looking")
        await ground.follow(walker, HOME)
        seen.extend(walker.look.headings)

    jobs = [
        Job("life", Offer("bad", "", shuts_out), 1.0),
        Job("life", Offer("good", "", looks), 0.5),
    ]
    monkeypatch.setattr(scheduling, "jobs_for", lambda _: jobs)
    plan = Plan(minutes=1, instances=1, accounts=(Account("ann", "pw"),))
    done = await Explorer(ToyTarget(club.pages, driver), plan, folder=tmp_path).explore()

    assert seen == ["Inside"]
    assert (done.probes, done.ended, done.faults) == (2, "done", ())


@pytest.mark.asyncio(loop_scope="session")
async def test_who_is_shut_out_of_a_live_app_is_told(driver, tmp_path, monkeypatch):
    monkeypatch.setattr(
        scheduling, "jobs_for", lambda _: [Job("life", Offer("bad", "", shuts_out), 1.0)]
    )
    plan = Plan(minutes=1, windows=1, accounts=(Account("ann", "pw"),))

    with serve(club.pages()) as url:
        done = await Explorer(LiveTarget(url, driver), plan, folder=tmp_path).explore()

    assert done.ended == "the account `ann` is not let in any more"
    assert done.probes == 1


@pytest.mark.asyncio(loop_scope="session")
async def test_an_app_that_lets_one_in_at_a_time_is_explored_by_one(driver, tmp_path, monkeypatch):
    left, seen_then = [], []
    leave = Explorer._leave
    monkeypatch.setattr(Explorer, "_leave", lambda *facts: (leave(*facts), left.append(facts)))

    async def looks(ground):
        walker = ground.begin("looking")
        await ground.follow(walker, HOME)
        if left:
            seen_then.extend(walker.look.headings)

    jobs = [Job("life", Offer(f"look {number}", "", looks), 1.0) for number in range(500)]
    monkeypatch.setattr(scheduling, "jobs_for", lambda _: jobs if len(seen_then) < 3 else [])
    plan = Plan(minutes=1, windows=2, accounts=(Account("ann", "pw"),))

    with serve(club.pages(one_at_a_time=True)) as url:
        done = await Explorer(LiveTarget(url, driver), plan, folder=tmp_path).explore()

    (note,) = done.notes
    assert note.endswith("ended: the app lets one window in at a time")
    assert (done.ended, done.faults) == ("done", ())
    assert seen_then == ["Inside"] * 3


@pytest.mark.asyncio(loop_scope="session")
async def test_nobody_else_is_at_work_in_a_live_app_while_something_is_confirmed(
    driver, tmp_path, monkeypatch
):
    at_work, most, seen_beside = 0, 0, []

    async def works(ground):
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        await ground.follow(ground.begin("looking"), HOME)
        await asyncio.sleep(0.2)
        at_work -= 1

    async def confirms(_):
        for _ in range(3):
            seen_beside.append(at_work)
            await asyncio.sleep(0.05)

    jobs = [Job("life", Offer(f"look {number}", "", works), 1.0) for number in range(12)]
    monkeypatch.setattr(scheduling, "jobs_for", lambda _: jobs)
    monkeypatch.setattr(exploring.Inquiry, "is_waited_for", True)
    monkeypatch.setattr(exploring.Inquiry, "work_off", confirms)

    with serve(shop.pages()) as url:
        plan = Plan(minutes=1, windows=2)
        await Explorer(LiveTarget(url, driver), plan, folder=tmp_path).explore()

    assert most == 2
    assert set(seen_beside) == {0}


@pytest.mark.asyncio(loop_scope="session")
async def test_an_app_that_starts_anew_is_gone_on_with(driver, tmp_path, monkeypatch):
    monkeypatch.setattr(exploring, "_PAUSE_S", 0.1)
    recovers, seen = Explorer._recovers, []
    state = {"is_up": True}

    async def comes_up(*facts):
        state["is_up"] = True
        return await recovers(*facts)

    def home(_):
        page = "<!doctype html><link rel=icon href=data:,><title>x</title><h1>Up</h1>"
        return Answer(page) if state["is_up"] else None

    async def looks(ground):
        walker = ground.begin("looking")
        await ground.follow(walker, HOME)
        seen.extend(walker.look.headings)
        if len(seen) == 1:
            state["is_up"] = False

    jobs = [Job("life", Offer(f"look {number}", "", looks), 1.0) for number in range(3)]
    monkeypatch.setattr(scheduling, "jobs_for", lambda _: jobs)
    monkeypatch.setattr(Explorer, "_recovers", comes_up)

    with serve({"/": home}) as url:
        plan = Plan(minutes=1, windows=1)
        done = await Explorer(LiveTarget(url, driver), plan, folder=tmp_path).explore()

    assert (done.probes, done.ended, done.faults) == (3, "done", ())
    assert seen == ["Up"] * 3
    assert state["is_up"]


def test_an_app_that_does_not_answer_is_no_clean_app(tmp_path):
    argv = [PROGRAM, "explore", "http://127.0.0.1:9/", "--minutes", "1", "-o", tmp_path]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=60, check=False)

    assert done.returncode == 3
    assert "http://127.0.0.1:9/ does not answer" in done.stderr


@pytest.mark.asyncio(loop_scope="session")
async def test_a_sign_in_of_two_pages_is_gone_through(driver):
    def start(request):
        if "in=1" in request.cookie:
            return Answer("<h1>Inside</h1>")
        return Answer("<a href=/who>Sign in</a>")

    def who(request):
        if b"ann" in request.body:
            return Answer("", 303, headers={"Location": "/word"})
        return Answer("<form method=post><label>E-mail <input name=x></label><button>Next</button>")

    def word(request):
        if b"pw" in request.body:
            return Answer("", 303, headers={"Location": "/", "Set-Cookie": "in=1"})
        return Answer(
            "<form method=post><label>Password <input name=y type=password></label>"
            "<button>Go</button>"
        )

    pages = {"/": start, "/who": who, "/word": word}
    async with ground_of(driver, pages, account=Account("ann", "pw")) as ground:
        assert await ground.sign_in()
        assert (await ground.scout.look()).headings == ("Inside",)


FORGETFUL = """<!doctype html><link rel=icon href=data:,><title>Desk</title><main>
<form><label>Name <input id=user></label><label>Password <input type=password id=word></label>
<button>Log in</button></form></main><script>
const form=document.querySelector('form');form.onsubmit=event=>{event.preventDefault();
  if(user.value==='ann'&&word.value==='pw')
    document.querySelector('main').innerHTML='<h1>Inside</h1><a href=#>Log out</a>'};
</script>"""


@pytest.mark.asyncio(loop_scope="session")
async def test_an_app_that_forgets_who_signed_in_is_entered_at_each_page(driver):
    account = Account("ann", "pw")
    async with ground_of(driver, {"/": FORGETFUL}, account=account) as ground:
        assert await ground.sign_in()
        walker = ground.begin("looking")
        assert await ground.follow(walker, HOME)
        await walker.do(Action(op=Op.RELOAD))

    assert walker.look.headings == ("Inside",)
    assert [step.action.op for step in walker.trail.steps].count(Op.SET) == 4
    assert [action.op for action in walker.way] == [Op.OPEN, Op.RELOAD]
    assert ground.returns == 0


@pytest.mark.asyncio(loop_scope="session")
async def test_a_page_to_sign_in_at_that_anybody_may_see_forgets_nobody(driver):
    inside = club.pages()["/"]

    def home(request):
        return Answer(club.LOGIN) if request.path == "/login" else inside(request)

    pages = {**club.pages(), "/": home, "/login": home}
    account = Account("ann", "pw")
    async with ground_of(driver, pages, account=account, start="/login") as ground:
        assert await ground.sign_in()
        walker = ground.begin("looking")

    assert not ground.forgets
    assert walker.trail.setup > 0


@pytest.mark.asyncio(loop_scope="session")
async def test_a_letter_to_subscribe_to_is_no_sign_in(driver):
    start = """<!doctype html><link rel=icon href=data:,><title>Start</title>
    <form><label>E-mail <input name=mail></label><button>Subscribe</button></form>
    <form><label>Find a user <input type=search name=user></label></form>
    <a href=/club>Log in</a>"""
    pages = club.pages()
    pages["/club"] = pages["/"]
    pages["/"] = start

    async with ground_of(driver, pages, account=Account("ann", "pw")) as ground:
        assert await ground.sign_in()


@pytest.mark.asyncio(loop_scope="session")
async def test_who_is_shut_out_while_looking_around_keeps_nobody_waiting(
    driver, tmp_path, monkeypatch
):
    async def crawls(*_, **__):
        raise SignedOutError("the account `ann` is not let in any more")

    monkeypatch.setattr(exploring, "crawl", crawls)
    plan = Plan(minutes=1, windows=2)

    with serve(shop.pages()) as url:
        explorer = Explorer(LiveTarget(url, driver), plan, folder=tmp_path)
        done = await asyncio.wait_for(explorer.explore(), 40)

    assert done.ended == "the account `ann` is not let in any more"


@pytest.mark.asyncio(loop_scope="session")
async def test_one_page_that_never_comes_is_no_app_that_is_gone(driver, tmp_path, monkeypatch):
    async def opens(ground):
        walker = ground.begin("looking")
        await ground.follow(walker, (Action(op=Op.OPEN, value="/bad"),))
        assert walker.trail.steps[-1].is_unanswered

    jobs = [Job("life", Offer(f"open {number}", "", opens), 1.0) for number in range(5)]
    monkeypatch.setattr(scheduling, "jobs_for", lambda _: jobs)

    with serve({**shop.pages(), "/bad": lambda _: None}) as url:
        plan = Plan(minutes=1, windows=1)
        done = await Explorer(LiveTarget(url, driver), plan, folder=tmp_path).explore()

    assert (done.probes, done.ended, done.faults) == (5, "done", ())

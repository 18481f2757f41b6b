"""One exploration: get to know the app, probe it, confirm what seems broken."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from aiorwlock import RWLock

from bugsweep.browser import BrowserGoneError
from bugsweep.browser.scouting import Scout
from bugsweep.domain.errors import BugsweepError, SetupError
from bugsweep.exploration.action import Op
from bugsweep.exploration.crawling import crawl, nearness
from bugsweep.exploration.finding import Clocks, Exploration
from bugsweep.exploration.ground import Ground, SignedOutError
from bugsweep.exploration.inquiry import Inquiry
from bugsweep.exploration.login import Account
from bugsweep.exploration.markers import Markers
from bugsweep.exploration.oracles import ORACLES, Oracle
from bugsweep.exploration.probes import Job
from bugsweep.exploration.safety import Safety
from bugsweep.exploration.scheduling import Board
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.target import Place, Target
from bugsweep.exploration.trail import Trail
from bugsweep.exploration.views import Model
from bugsweep.exploration.walker import Budget, BudgetSpentError, Share

_CRAWL_SHARE = 0.25
_JOB_SHARE = 0.25
_JOB_LEAST_S, _JOB_MOST_S = 25.0, 60.0
_RETRIES = 3
_FRESH = 20
"""How often an Instance is made afresh because it lets nobody in or answers nothing any more."""
_RETURNS = 2
"""How often one of several windows signs in again before it leaves the app to the others."""
_PAUSE_S = 3.0
"""How long a live app that answers nothing is given before it is tried again: it may start anew."""
_CONFIRMING = 2
"""Suspicions confirmed at a time, beside the exploration, where the app can be had afresh."""


class AppSilentError(SetupError):
    """The app answered before, and does not now."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the user wants explored."""

    minutes: float = 5
    seed: int = 0
    area: str = ""
    starts: tuple[str, ...] = ("/",)
    accounts: tuple[Account, ...] = ()
    oracles: tuple[str, ...] = ()
    """All when empty."""
    may_destroy: bool = False
    instances: int = 3
    """How many Instances are explored side by side, where the app can be had afresh."""
    windows: int = 2
    """How many windows explore an app at once that cannot be had afresh."""
    is_survey: bool = False
    """Only look around; probe nothing."""
    max_findings: int = 0
    """Stop after so many; 0 goes on."""


@dataclass(slots=True)
class Progress:
    """What is known so far, for whoever waits."""

    phase: str = "starting"
    views: int = 0
    forms: int = 0
    entities: int = 0
    probes: int = 0
    findings: int = 0
    actions: int = 0
    elapsed_s: float = 0

    @property
    def actions_per_s(self) -> float:
        """How fast it goes."""
        return self.actions / self.elapsed_s if self.elapsed_s else 0.0


class Explorer:
    """Explores one target."""

    def __init__(
        self,
        target: Target,
        plan: Plan,
        *,
        folder: Path,
        tell: Callable[[Progress], None] = lambda _: None,
        against: Target | None = None,
    ) -> None:
        self._target = target
        self._plan = plan
        self._folder = folder
        self._tell = tell
        self._budget = Budget(plan.minutes * 60)
        self._ground: Ground | None = None
        self._model = Model()
        self._board = Board(self._budget)
        self._seconds: dict[str, float] = {}
        self._ended = "done"
        self._faults: list[str] = []
        self._notes: list[str] = []
        # On an app that cannot be had afresh, nobody else is at work while something is confirmed.
        self._place = RWLock()
        self._crawled = asyncio.Event()
        names = plan.oracles or tuple(ORACLES)
        self._oracles: list[Oracle] = [ORACLES[name]() for name in names]
        self._inquiry = Inquiry(
            target,
            self._budget,
            folder=folder,
            seed=plan.seed,
            tell=self._report,
            against=against,
        )

    async def explore(self) -> Exploration:
        """Go on until nothing is left to do, the time is over, or it is interrupted."""
        count = _CONFIRMING if self._target.is_apart else 0
        attending = [asyncio.create_task(self._inquiry.attend()) for _ in range(count)]
        try:
            await self._until_over()
            await self._inquiry.finish()
        except (asyncio.CancelledError, KeyboardInterrupt):
            self._ended = "stopped"
        finally:
            for one in attending:
                one.cancel()
            await asyncio.gather(*attending, return_exceptions=True)
        return self._told()

    async def _until_over(self) -> None:
        try:
            await self._go_on()
        except BudgetSpentError:
            self._ended = "budget"
        except BugsweepError as error:
            self._ended = error.message

    async def _go_on(self) -> None:
        """Explore in several lanes; the first one gets to know the app for all.

        Each has an Instance of its own, or a window of the same app.
        """
        plan = self._plan
        count = plan.instances if self._target.is_apart else plan.windows
        count = 1 if plan.is_survey else count
        lanes = [asyncio.create_task(self._lane(number)) for number in range(count)]
        self._board.open(count)
        try:
            ended, _ = await asyncio.wait(lanes, return_when=asyncio.FIRST_EXCEPTION)
            for lane in ended:
                lane.result()
        finally:
            for lane in lanes:
                lane.cancel()
            await asyncio.gather(*lanes, return_exceptions=True)

    async def _lane(self, number: int) -> None:
        if number and not self._target.is_apart:
            # Whoever comes in may put the first one out: it is let finish its look around.
            await self._crawled.wait()
        times: Counter[type[BugsweepError]] = Counter()
        while True:
            try:
                async with self._target.fresh() as place:
                    await self._explore_at(place, number)
            except (BrowserGoneError, AppSilentError, SignedOutError) as error:
                times[type(error)] += 1
                if not await self._recovers(error, number, times[type(error)]):
                    return
            else:
                return

    async def _recovers(self, error: BugsweepError, number: int, times: int) -> bool:
        """Whether a lane goes on at a fresh place after it failed so often in this way.

        Raises:
            BugsweepError: `error`, when all there is to be tried was tried.
        """
        is_apart = self._target.is_apart
        if isinstance(error, SignedOutError) and not is_apart:
            # The others wait for the first one to have looked around.
            if self._board.workers == 1 or not self._crawled.is_set():
                raise error
            self._leave(number, error.message)
            return False
        most = _FRESH if is_apart and not isinstance(error, BrowserGoneError) else _RETRIES
        if times == most:
            raise error
        if isinstance(error, AppSilentError) and not is_apart:
            await asyncio.sleep(_PAUSE_S)
        return True

    def _leave(self, number: int, why: str) -> None:
        """One of several windows cannot go on: the others do."""
        self._board.leave()
        self._notes.append(f"window {number + 1} ended: {why}")

    async def _explore_at(self, place: Place, number: int) -> None:
        plan = self._plan
        may_destroy = plan.may_destroy or self._target.is_ours
        share = Share(self._budget)
        source = random.Random(plan.seed)  # noqa: S311 - a walk to be repeated
        async with AsyncExitStack() as stack:

            async def open_window(person: str) -> Scout:
                return await stack.enter_async_context(place.open_scout(person))

            scout = await stack.enter_async_context(place.open_scout())
            ground = Ground(
                scout,
                Safety(place.base_url, may_destroy=may_destroy),
                share,
                source,
                Markers(source),
                start=plan.starts[0],
                account=plan.accounts[0] if plan.accounts else None,
                area=plan.area,
                further=plan.accounts[1:],
                model=self._model,
                open_window=open_window,
                grows=not self._target.is_apart,
            )
            self._ground = ground
            await self._arrive(ground)
            if not await ground.sign_in():
                raise SetupError(
                    "no form took the account",
                    hint="name the page that holds the sign-in form with --start",
                )
            if number == 0 and not self._crawled.is_set():
                await self._crawl(ground, share)
                self._crawled.set()
            if not plan.is_survey:
                await self._probe(ground, share, number)

    async def _arrive(self, ground: Ground) -> None:
        """Make sure that somebody answers.

        Raises:
            SetupError: nobody does.
        """
        step = await ground.begin("arriving").open(ground.start)
        ground.trails.clear()
        if step.is_unanswered:
            kind = AppSilentError if self._crawled.is_set() else SetupError
            raise kind(
                f"{self._target.name} does not answer: {step.refusal}",
                hint="see whether the app runs, and at this address",
            )

    @property
    def _crawl_s(self) -> float:
        return self._budget.seconds * (1 if self._plan.is_survey else _CRAWL_SHARE)

    async def _crawl(self, ground: Ground, share: Share) -> None:
        began = time.monotonic()
        self._report("crawling")
        try:
            with share.of(self._crawl_s):
                await crawl(ground, starts=self._plan.starts)
        finally:
            self._spent("crawling", began)
        await self._judge(ground)

    @property
    def _job_s(self) -> float:
        """One probe may take a share of the time, and no more."""
        return min(_JOB_MOST_S, max(_JOB_LEAST_S, self._budget.seconds * _JOB_SHARE))

    async def _probe(self, ground: Ground, share: Share, number: int) -> None:
        while job := await self._board.take(ground):
            await self._work(job, ground, share)
            is_alone = self._target.is_apart or self._board.workers == 1
            if ground.returns > _RETURNS and not is_alone:
                self._leave(number, "the app lets one window in at a time")
                return

    async def _work(self, job: Job, ground: Ground, share: Share) -> None:
        """Do one job and judge what it left.

        Raises:
            SignedOutError: the account is not let in any more.
            AppSilentError: the app does not answer any more.
        """
        self._report(f"{job.probe}: {job.offer.about.split('|')[0][:50]}")
        # The same job does the same, whoever comes to it and when.
        ground.random.seed(f"{self._plan.seed} {job.key}")
        shut_out = await self._try(job, ground, share)
        is_cause = any(_sends(trail) for trail in ground.trails)
        is_silent = _got_no_answer(ground.trails)
        await self._judge(ground)
        try:
            if shut_out is not None:
                raise shut_out
            if is_silent:
                # One page that does not come is no app that is gone.
                await self._arrive(ground)
        except (SignedOutError, AppSilentError):
            if not is_cause:
                self._board.put_back(job)
            raise

    async def _try(self, job: Job, ground: Ground, share: Share) -> SignedOutError | None:
        began = time.monotonic()
        try:
            async with self._place.reader_lock:
                with share.of(self._job_s):
                    await job.offer.run(ground)
        except BrowserGoneError:
            raise
        except SignedOutError as error:
            return error
        except SetupError:
            # A page that cannot be looked at ends one probe, not the exploration.
            pass
        except (BugsweepError, BudgetSpentError):
            raise
        except Exception as error:  # noqa: BLE001 - one probe, not all that was found
            self._faults.append(f"{job.key}: {error!r}")
        finally:
            self._spent("probing", began)
        return None

    async def _judge(self, ground: Ground) -> None:
        trails, ground.trails = ground.trails, []
        for trail in trails:
            for oracle in self._oracles:
                try:
                    for suspicion in oracle.judge(trail):
                        self._suspect(trail, suspicion)
                except Exception as error:  # noqa: BLE001 - one trail, not all that was found
                    self._faults.append(f"{oracle.name} on {trail.probe} {trail.form}: {error!r}")
        if not self._target.is_apart and self._inquiry.is_waited_for:
            async with self._place.writer_lock:
                await self._inquiry.work_off()
        most = self._plan.max_findings
        if most and len(self._inquiry.findings) >= most:
            raise BudgetSpentError

    def _suspect(self, trail: Trail, suspicion: Suspicion) -> None:
        near = nearness(self._plan.area, f"{suspicion.title} {suspicion.subject}")
        self._inquiry.suspect(trail, suspicion, nearness=near)

    def _spent(self, what: str, began: float) -> None:
        self._seconds[what] = self._seconds.get(what, 0.0) + time.monotonic() - began

    def _report(self, phase: str) -> None:
        self._tell(
            Progress(
                phase=phase,
                views=len(self._model.views),
                forms=len(self._model.forms),
                entities=self._model.entities,
                probes=len(self._board.done),
                findings=len(self._inquiry.findings),
                actions=self._budget.actions,
                elapsed_s=self._budget.elapsed_s,
            )
        )

    def _told(self) -> Exploration:
        model, inquiry = self._model, self._inquiry
        return Exploration(
            target=self._target.name,
            area=self._plan.area,
            seed=self._plan.seed,
            minutes=self._plan.minutes,
            findings=inquiry.findings,
            unconfirmed=tuple(inquiry.suspects),
            faults=(*self._faults, *inquiry.faults),
            notes=tuple(self._notes),
            views=tuple(view.url for view in model.views.values()),
            forms=tuple(f"{form.role}: {form.title}" for form in model.forms.values()),
            entities=model.entities,
            probes=len(self._board.done),
            actions=self._budget.actions,
            elapsed_s=round(self._budget.elapsed_s, 2),
            clocks=Clocks(
                crawling_s=round(self._seconds.get("crawling", 0.0), 2),
                probing_s=round(self._seconds.get("probing", 0.0), 2),
                confirming_s=round(inquiry.confirming_s, 2),
                minimising_s=round(inquiry.minimising_s, 2),
            ),
            ended=self._ended,
        )


def _got_no_answer(trails: list[Trail]) -> bool:
    """Whether the last page that was asked for did not come because nobody was there."""
    opened = [step for trail in trails for step in trail.steps if step.action.op is Op.OPEN]
    return bool(opened) and opened[-1].is_unanswered


def _sends(trail: Trail) -> bool:
    """Whether a trail sent something of its own."""
    return any(step.writes for step in trail.steps[trail.setup :])

"""One exploration: get to know the app, probe it, confirm what seems broken."""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from bugsweep.browser import BrowserGoneError
from bugsweep.browser.scouting import Scout
from bugsweep.domain.errors import BugsweepError, SetupError
from bugsweep.exploration.confirming import Confirmed, Confirmer
from bugsweep.exploration.crawling import crawl, nearness
from bugsweep.exploration.finding import Clocks, Exploration, Finding, Suspect
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.login import Account
from bugsweep.exploration.markers import Markers
from bugsweep.exploration.oracles import ORACLES, Oracle
from bugsweep.exploration.probes import Job, jobs_for
from bugsweep.exploration.safety import Safety
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.target import Place, Target
from bugsweep.exploration.trail import Trail
from bugsweep.exploration.walker import Budget, BudgetSpentError, JobOverError

_CRAWL_SHARE = 0.25
_JOB_S = 60.0
_MINIMISE_S = 20.0
_GRACE_S = 20.0
"""What was suspected at the very end may still be confirmed."""
_PER_SUBJECT = 3
"""Confirmed breaches of one form and oracle; further ones only stand beside them."""
_RETRIES = 3


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


@dataclass(slots=True)
class _State:
    """What an exploration gathers; it outlives a browser that died."""

    findings: list[Finding] = field(default_factory=list)
    suspects: list[Suspect] = field(default_factory=list)
    seen: dict[str, int] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    seconds: dict[str, float] = field(default_factory=dict)
    ended: str = "done"


class Explorer:
    """Explores one target."""

    def __init__(
        self,
        target: Target,
        plan: Plan,
        *,
        folder: Path,
        tell: Callable[[Progress], None] = lambda _: None,
    ) -> None:
        self._target = target
        self._plan = plan
        self._folder = folder
        self._tell = tell
        self._random = random.Random(plan.seed)  # noqa: S311 - a walk to be repeated
        self._markers = Markers(self._random)
        self._budget = Budget(plan.minutes * 60)
        self._state = _State()
        self._ground: Ground | None = None
        self._probes = 0
        names = plan.oracles or tuple(ORACLES)
        self._oracles: list[Oracle] = [ORACLES[name]() for name in names]

    async def explore(self) -> Exploration:
        """Go on until nothing is left to do, the time is over, or it is interrupted."""
        try:
            await self._go_on()
        except BudgetSpentError:
            self._state.ended = "budget"
        except (asyncio.CancelledError, KeyboardInterrupt):
            self._state.ended = "stopped"
        except BugsweepError as error:
            self._state.ended = error.message
        return self._told()

    async def _go_on(self) -> None:
        for number in range(_RETRIES):
            try:
                async with self._target.fresh() as place:
                    await self._explore_at(place)
            except BrowserGoneError:
                if number == _RETRIES - 1:
                    raise
            else:
                return

    async def _explore_at(self, place: Place) -> None:
        plan = self._plan
        may_destroy = plan.may_destroy or self._target.is_ours
        async with place.browser.open_session(base_url=place.base_url) as session:
            scout = Scout(session)
            await scout.prepare()
            ground = Ground(
                scout,
                Safety(place.base_url, may_destroy=may_destroy),
                self._budget,
                self._random,
                self._markers,
                start=plan.starts[0],
                account=plan.accounts[0] if plan.accounts else None,
                area=plan.area,
            )
            self._ground = ground
            if not await ground.sign_in():
                raise SetupError(
                    "no form took the account",
                    hint="name the page that holds the sign-in form with --start",
                )
            await self._crawl(ground)
            await self._probe(ground)

    async def _crawl(self, ground: Ground) -> None:
        began = time.monotonic()
        self._report("crawling")
        self._budget.job_ends_s = self._budget.elapsed_s + self._budget.seconds * _CRAWL_SHARE
        try:
            await crawl(ground, starts=self._plan.starts)
        except JobOverError:
            pass
        finally:
            self._budget.job_ends_s = float("inf")
            self._spent("crawling", began)
        await self._judge(ground)

    async def _probe(self, ground: Ground) -> None:
        while True:
            job = self._next_job(ground)
            if job is None:
                return
            self._state.done.add(job.key)
            self._report(f"{job.probe}: {job.offer.about.split('|')[0][:50]}")
            began = time.monotonic()
            self._budget.job_ends_s = self._budget.elapsed_s + _JOB_S
            try:
                await job.offer.run(ground)
            except JobOverError:
                pass
            except BrowserGoneError:
                raise
            except SetupError:
                # A page that cannot be looked at ends one probe, not the exploration.
                pass
            finally:
                self._probes += 1
                self._budget.job_ends_s = float("inf")
                self._spent("probing", began)
            await self._judge(ground)

    def _next_job(self, ground: Ground) -> Job | None:
        waiting = [job for job in jobs_for(ground) if job.key not in self._state.done]
        if not waiting:
            return None
        done_of = {job.probe: 0 for job in waiting}
        for key in self._state.done:
            probe = key.partition("|")[0]
            done_of[probe] = done_of.get(probe, 0) + 1

        def worth(job: Job) -> float:
            near = nearness(ground.area, job.offer.words)
            return (
                job.value
                * job.offer.value
                * (1 + 3 * near)
                / (1 + 0.15 * done_of.get(job.probe, 0))
            )

        return max(waiting, key=worth)

    async def _judge(self, ground: Ground) -> None:
        trails, ground.trails = ground.trails, []
        found: list[tuple[Trail, Suspicion]] = []
        for trail in trails:
            for oracle in self._oracles:
                found += [(trail, suspicion) for suspicion in oracle.judge(trail)]
        found.sort(key=lambda pair: -pair[1].weight * pair[1].severity)
        for trail, suspicion in found:
            await self._consider(trail, suspicion)

    async def _consider(self, trail: Trail, suspicion: Suspicion) -> None:
        state = self._state
        form = f"{suspicion.oracle}|{suspicion.subject.partition('|')[0]}"
        if state.seen.get(suspicion.key, 0) or state.seen.get(form, 0) >= _PER_SUBJECT:
            return
        state.seen[suspicion.key] = 1
        if suspicion.weight <= 0:
            # No behaviour test can say it: for a person to look at.
            state.suspects.append(
                Suspect(oracle=suspicion.oracle, title=suspicion.title, why="not to be replayed")
            )
            return
        state.seen[form] = state.seen.get(form, 0) + 1
        self._budget.count()
        self._report(f"confirming: {suspicion.title[:60]}")
        began = time.monotonic()
        number = len(state.findings) + 1
        folder = self._folder / f"finding-{number:02d}"
        confirmer = Confirmer(self._target, self._markers, evidence_dir=folder)
        try:
            async with asyncio.timeout(self._budget.left_s + _GRACE_S):
                result = await confirmer.confirm(trail, suspicion, minimise_s=_MINIMISE_S)
        except TimeoutError:
            why = "the time was over before it could be confirmed"
            state.suspects.append(Suspect(oracle=suspicion.oracle, title=suspicion.title, why=why))
            return
        except SetupError as error:
            state.suspects.append(
                Suspect(oracle=suspicion.oracle, title=suspicion.title, why=error.message)
            )
            return
        finally:
            self._spent("confirming", began)
        if not isinstance(result, Confirmed):
            state.suspects.append(
                Suspect(
                    oracle=suspicion.oracle,
                    title=suspicion.title,
                    why=result.why,
                    feature=result.feature,
                )
            )
            return
        self._state.seconds["minimising"] = (
            self._state.seconds.get("minimising", 0) + result.minimising_s
        )
        self._add(trail, suspicion, result, number)
        if number == self._plan.max_findings:
            raise BudgetSpentError

    def _add(self, trail: Trail, suspicion: Suspicion, result: Confirmed, number: int) -> None:
        last = result.verdict.steps[-1]
        shots = [step.screenshot for step in result.verdict.steps if step.screenshot]
        folder = f"finding-{number:02d}"
        self._state.findings.append(
            Finding(
                id=f"{number:02d}-{suspicion.oracle}",
                oracle=suspicion.oracle,
                title=suspicion.title,
                expected=suspicion.expected,
                seen=last.seen or suspicion.seen,
                feature=result.feature,
                certainty=min(1.0, 0.25 + 0.75 * suspicion.weight),
                severity=suspicion.severity,
                layer=_layer(trail, suspicion),
                before=f"{folder}/{shots[-2]}" if len(shots) > 1 else "",
                after=f"{folder}/{shots[-1]}" if shots else "",
                found_after_s=round(self._budget.elapsed_s, 1),
            )
        )

    def _spent(self, what: str, began: float) -> None:
        seconds = self._state.seconds
        seconds[what] = seconds.get(what, 0.0) + time.monotonic() - began

    def _report(self, phase: str) -> None:
        model = self._ground.model if self._ground else None
        self._tell(
            Progress(
                phase=phase,
                views=len(model.views) if model else 0,
                forms=len(model.forms) if model else 0,
                entities=model.entities if model else 0,
                probes=self._probes,
                findings=len(self._state.findings),
                actions=self._budget.actions,
                elapsed_s=self._budget.elapsed_s,
            )
        )

    def _told(self) -> Exploration:
        model = self._ground.model if self._ground else None
        spent = self._state.seconds
        minimising_s = spent.get("minimising", 0.0)
        return Exploration(
            target=self._target.name,
            area=self._plan.area,
            seed=self._plan.seed,
            minutes=self._plan.minutes,
            findings=tuple(sorted(self._state.findings, key=lambda one: -one.rank)),
            unconfirmed=tuple(self._state.suspects),
            views=tuple(view.url for view in model.views.values()) if model else (),
            forms=tuple(f"{form.role}: {form.title}" for form in model.forms.values())
            if model
            else (),
            entities=model.entities if model else 0,
            probes=self._probes,
            actions=self._budget.actions,
            elapsed_s=round(self._budget.elapsed_s, 2),
            clocks=Clocks(
                crawling_s=round(spent.get("crawling", 0.0), 2),
                probing_s=round(spent.get("probing", 0.0), 2),
                confirming_s=round(spent.get("confirming", 0.0) - minimising_s, 2),
                minimising_s=round(minimising_s, 2),
            ),
            ended=self._state.ended,
        )


def _layer(trail: Trail, suspicion: Suspicion) -> str:
    """Where it may be lost, by what was sent."""
    writes = [call for step in trail.steps[: suspicion.at] for call in step.calls if call.writes]
    if not writes:
        return "nothing was sent"
    refused = [call for call in writes if call.status >= 400]  # noqa: PLR2004 - HTTP refusals
    if refused:
        return f"refused: {refused[-1].method} answered {refused[-1].status}"
    return "sent and accepted: stored wrongly or not shown"

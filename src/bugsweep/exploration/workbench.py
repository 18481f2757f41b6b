"""The explorer as single tools on one app, for whoever plans what to try: answers are texts."""

import asyncio
import functools
import itertools
import random
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec

from bugsweep.behaviour import Behaviour, parse_feature, run_behaviour
from bugsweep.behaviour.reference import render_steps
from bugsweep.browser import Driver, open_driver
from bugsweep.domain.errors import BugsweepError, SetupError
from bugsweep.domain.verdict import Verdict
from bugsweep.exploration.action import Op
from bugsweep.exploration.choosing import KEPT, ChoosingExplorer
from bugsweep.exploration.composing import compose
from bugsweep.exploration.crawling import nearness
from bugsweep.exploration.exploring import Plan
from bugsweep.exploration.finding import Exploration, Finding, Suspect
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.inquiry import Inquiry
from bugsweep.exploration.login import Account
from bugsweep.exploration.markers import Markers, exchanged, fresh_markers
from bugsweep.exploration.oracles import ORACLES
from bugsweep.exploration.planned import Names, PlannedStep, PlannedWalk
from bugsweep.exploration.probes import PROBES, SPEAKS_OF, Job
from bugsweep.exploration.safety import Safety
from bugsweep.exploration.suspicion import Claim, Suspicion
from bugsweep.exploration.target import Target
from bugsweep.exploration.telling import (
    tell_findings,
    tell_jobs,
    tell_page,
    tell_step,
    tell_survey,
)
from bugsweep.exploration.trail import Trail
from bugsweep.exploration.views import Model
from bugsweep.exploration.walker import Budget, BudgetSpentError
from bugsweep.exploration.writing import property_of

INSTRUCTIONS = (
    "Find bugs in a running web app as its users would meet them. `survey` shows its pages, forms "
    "and what can be probed; `probe` does some of that and `explore` all of it, and both give what "
    "is broken as a behaviour test that fails now. `play` does a scenario of yours and judges it. "
    "`verify` says whether a behaviour test holds after a change."
)
TOOLS = ("survey", "explore", "probe", "play", "replay", "verify", "vocabulary", "properties")
"""The methods of `Workbench` that are tools."""

MakeTarget = Callable[[Driver], Awaitable[Target]]

_SURVEY_S = 30.0
_PLAY_S = 180.0
_NEAR = 0.6
"""Of the best that an area's words fit to."""
_MOVES = {Op.OPEN, Op.RELOAD, Op.BACK, Op.FORWARD}
_PLANNED = "planned"
_TRIES = 3

P = ParamSpec("P")


def _answering(
    tool: Callable[P, Coroutine[Any, Any, str]],
) -> Callable[P, Coroutine[Any, Any, str]]:
    """What went wrong is an answer too: whoever plans can go on."""

    @functools.wraps(tool)
    async def answer(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return await tool(*args, **kwargs)
        except BugsweepError as error:
            return f"{error.message}\n{error.hint}".rstrip()

    return answer


@dataclass(frozen=True, slots=True)
class Access:
    """How an app is entered, and what may be done to it."""

    accounts: tuple[Account, ...] = ()
    start: str = "/"
    may_destroy: bool = False


class Workbench:
    """One app and what has been learnt of it; one tool works at a time."""

    def __init__(
        self,
        make_target: MakeTarget,
        access: Access | None = None,
        *,
        folder: Path | None = None,
        seed: int = 0,
    ) -> None:
        """Nothing starts before the first tool is used.

        Args:
            make_target: gives the app, with browsers of the driver.
            access: how it is entered.
            folder: keeps pictures of findings, by use; without it they go.
            seed: same seed and same uses, same walks.
        """
        self._make_target = make_target
        self._access = access or Access()
        self._folder = folder
        # Each use has names of its own: the app may keep those of the use before.
        self._seeds = itertools.count(seed)
        self._random = random.Random(f"{seed} playing")  # noqa: S311 - no secret
        self._markers = Markers(self._random)
        self._model = Model()
        self._jobs: dict[str, Job] = {}
        self._heard: dict[tuple[str, str], tuple[Trail, Suspicion]] = {}
        self._ids: dict[tuple[str, str], str] = {}
        self._uses = 0
        self._lock = asyncio.Lock()

    @_answering
    async def survey(self, seconds: float = _SURVEY_S) -> str:
        """The pages and forms of the app, by following links and opening what opens.

        It also lists what `probe` can do with them.

        Args:
            seconds: for how long at most.
        """
        async with self._lock, self._target() as target:
            done = await self._look_around(target, seconds)
        return tell_survey(done, tuple(self._jobs.values()), self._model)

    @_answering
    async def explore(self, minutes: float = 2, area: str = "") -> str:
        """Look for bugs everywhere; each finding comes with a behaviour test that fails now.

        Args:
            minutes: for how long.
            area: words for what to look at first.
        """
        plan = self._plan(minutes=minutes, area=area)
        async with self._lock, self._target() as target:
            done = await self._explored(target, plan)
        return self._told(done)

    @_answering
    async def probe(self, what: str, minutes: float = 2) -> str:
        """Probe one operation or all that is near some words, and nothing else.

        Each finding comes with a behaviour test that fails now.

        Args:
            what: a number of the survey, the name of a probe such as `life`, or words of an area
                such as `search of items`.
            minutes: for how long at most.
        """
        async with self._lock, self._target() as target:
            if not self._jobs:
                await self._look_around(target, min(_SURVEY_S, minutes * 30))
            chosen = self._chosen(what)
            if not chosen:
                known = tell_jobs(tuple(self._jobs.values()), self._model)
                return f"Nothing to probe is near “{what}”.\n\n{known}"
            only = tuple(job.key for job in chosen)
            done = await self._explored(target, self._plan(minutes=minutes, area=what), only)
        return self._told(done)

    @_answering
    async def play(
        self, steps: list[PlannedStep], title: str = "As planned", expect: list[str] | None = None
    ) -> str:
        """Do a scenario of yours from a fresh window, and judge it by the properties and by you.

        What is broken is replayed from the beginning under other names and made smaller. The
        answer ends with the whole scenario as a behaviour test.

        Args:
            steps: what a user does; say what it means where the properties shall judge.
            title: what it is about.
            expect: sentences of the vocabulary that must hold at the end, such as
                `I see "{name}"`, with the names used in the steps.
        """
        names, budget = Names(self._markers), Budget(_PLAY_S)
        async with self._lock, self._target() as target:
            trail, stopped = await self._walked(target, budget, steps, names)
            claims = [] if stopped else [names.put_into(sentence) for sentence in expect or ()]
            planned = [_planned(trail, claim, title) for claim in claims]
            inquiry = await self._inquire(target, budget, trail, [*planned, *_judged(trail)])
        done = [step for step in trail.steps[trail.setup :] if not step.refusal]
        said = ["\n".join(map(tell_step, done))]
        said += [f"Stopped: {stopped}"] if stopped else []
        said += [tell_page(trail.steps[-1].after)] if trail.steps else []
        held = {doubt.title for doubt in inquiry.suspects if doubt.why.startswith("PASS")}
        said += [f"Holds: {claim}" for claim in claims if _title(title, claim) in held]
        doubts = [doubt for doubt in inquiry.suspects if doubt.title not in held]
        said += self._results(inquiry.findings, doubts)
        said.append(f"As a behaviour test:\n\n{self._as_test(trail, title, claims)}")
        return "\n\n".join(said)

    @_answering
    async def replay(self, name: str, seconds: float = 60) -> str:
        """Try a finding or a suspicion again from a fresh window, and make its test smaller.

        Args:
            name: as the tools named it, such as `F1`.
            seconds: for how long to make it smaller.
        """
        cases = {given: self._heard[key] for key, given in self._ids.items() if key in self._heard}
        case = cases.get(name)
        if case is None:
            return f"There is no `{name}`; known are: {', '.join(cases) or 'none'}."
        trail, suspicion = case
        async with self._lock, self._target() as target:
            inquiry = await self._inquire(target, Budget(seconds), trail, [suspicion])
        for finding in inquiry.findings:
            return f"It is broken again: {finding.seen}\n\n{finding.feature}"
        doubt = inquiry.suspects[0]
        return f"It does not fail now: {doubt.why}\n\n{doubt.feature}"

    @_answering
    async def verify(self, feature: str) -> str:
        """Execute a behaviour test in Gherkin on the app as it is now.

        Args:
            feature: the text of one scenario; `vocabulary` tells its steps.
        """
        # An app that keeps what is done to it may know the old names by now.
        text = exchanged(feature, fresh_markers([feature], self._markers))
        behaviour = parse_feature(text, source="given.feature")
        async with self._lock, self._target() as target:
            for _ in range(_TRIES):
                verdict = await self._run(target, behaviour)
                if verdict.kind.is_decided:
                    break
        return f"{verdict.kind}: {verdict.reason}"

    @staticmethod
    async def vocabulary() -> str:
        """The steps a behaviour test may be written in."""
        return render_steps()

    @staticmethod
    async def properties() -> str:
        """The properties that an app is held to."""
        return "\n".join(f"- {name}: {property_of(name)}" for name in ORACLES)

    @asynccontextmanager
    async def _target(self) -> AsyncIterator[Target]:
        async with open_driver() as driver:
            yield await self._make_target(driver)

    @contextmanager
    def _evidence(self) -> Iterator[Path]:
        if self._folder is not None:
            self._uses += 1
            yield self._folder / f"{self._uses:02d}"
            return
        with tempfile.TemporaryDirectory(prefix="bugsweep-") as folder:
            yield Path(folder)

    def _plan(
        self,
        *,
        minutes: float,
        area: str = "",
        is_survey: bool = False,
    ) -> Plan:
        return Plan(
            minutes=minutes,
            seed=next(self._seeds),
            area="" if area.isdigit() else area,
            starts=(self._access.start,),
            accounts=self._access.accounts,
            may_destroy=self._access.may_destroy,
            is_survey=is_survey,
            # One job at a time is asked for; a second app would only have to be waited for.
            instances=1,
            windows=1,
        )

    @staticmethod
    async def _run(target: Target, behaviour: Behaviour) -> Verdict:
        async with target.fresh() as place:
            with tempfile.TemporaryDirectory(prefix="bugsweep-") as work:
                return await run_behaviour(
                    behaviour,
                    base_url=place.base_url,
                    browser=place.browser,
                    evidence_dir=Path(work),
                )

    async def _inquire(
        self, target: Target, budget: Budget, trail: Trail, suspicions: Sequence[Suspicion]
    ) -> Inquiry:
        """Confirm what is suspected of a trail, and make it smaller."""
        seed = next(self._seeds)
        with self._evidence() as folder:
            inquiry = Inquiry(target, budget, folder=folder, seed=seed, tell=lambda _: None)
            for suspicion in suspicions:
                self._hear(trail, suspicion)
                inquiry.suspect(trail, suspicion)
            await inquiry.work_off()
            await inquiry.finish()
        return inquiry

    async def _look_around(self, target: Target, seconds: float) -> Exploration:
        self._model = Model()
        return await self._explored(target, self._plan(minutes=seconds / 60, is_survey=True))

    async def _explored(
        self, target: Target, plan: Plan, only: tuple[str, ...] = ()
    ) -> Exploration:
        with self._evidence() as folder:
            explorer = ChoosingExplorer(target, plan, folder=folder, model=self._model, only=only)
            done = await explorer.explore()
        for trail, suspicion in explorer.suspected:
            self._hear(trail, suspicion)
        for job in explorer.jobs:
            self._jobs.setdefault(job.key, job)
        return done

    def _hear(self, trail: Trail, suspicion: Suspicion) -> None:
        key = (suspicion.oracle, suspicion.title)
        self._heard.setdefault(key, (trail, suspicion))
        while len(self._heard) > KEPT:
            self._heard.pop(next(iter(self._heard)))

    def _chosen(self, what: str) -> list[Job]:
        jobs = list(self._jobs.values())
        if what.strip().isdigit():
            return jobs[int(what) - 1 : int(what)] if int(what) else []
        if what in PROBES or what in self._jobs:
            return [job for job in jobs if what in {job.probe, job.key}]
        near = [nearness(what, f"{job.offer.words} {SPEAKS_OF[job.probe]}") for job in jobs]
        best = max(near, default=0)
        return [job for job, by in zip(jobs, near, strict=True) if best and by >= _NEAR * best]

    async def _walked(
        self, target: Target, budget: Budget, steps: Sequence[PlannedStep], names: Names
    ) -> tuple[Trail, str]:
        """Do the steps in a fresh window; the trail, and why it ended before the last."""
        access = self._access
        async with target.fresh() as place, place.open_scout() as scout:
            ground = Ground(
                scout,
                Safety(place.base_url, may_destroy=access.may_destroy or target.is_ours),
                budget,
                self._random,
                self._markers,
                start=access.start,
                account=access.accounts[0] if access.accounts else None,
            )
            if not await ground.sign_in():
                raise SetupError("no form took the account", hint="name the page that holds it")
            walker = ground.begin(_PLANNED, _PLANNED)
            walk = PlannedWalk(walker, names)
            try:
                if steps and steps[0].do != "open":
                    await walker.open(access.start)
                for number, step in enumerate(steps, 1):
                    refusal = await walk.do(step)
                    if refusal:
                        return walker.trail, f"step {number}: {refusal}"
            except BudgetSpentError:
                return walker.trail, "the time was over"
        return walker.trail, ""

    def _told(self, done: Exploration) -> str:
        head = (
            f"{len(done.findings)} findings after {done.actions} actions on {len(done.views)} pages"
            f" ({done.ended})."
        )
        return "\n\n".join([head, *self._results(done.findings, done.unconfirmed)])

    def _results(self, findings: Sequence[Finding], doubts: Sequence[Suspect]) -> list[str]:
        for letter, found in (("F", findings), ("S", doubts)):
            for one in found:
                self._name(letter, (one.oracle, one.title))
        return tell_findings(findings, doubts, self._ids)

    def _name(self, letter: str, key: tuple[str, str]) -> None:
        """A name for a finding or suspicion, the same as long as it stays one."""
        if not self._ids.get(key, "").startswith(letter):
            given = sum(name.startswith(letter) for name in self._ids.values())
            self._ids[key] = f"{letter}{given + 1}"

    def _as_test(self, trail: Trail, title: str, claims: Sequence[str]) -> str:
        sentences = claims or ("the page has no script error",)
        suspicion = _planned(trail, sentences[-1], title)
        suspicion = suspicion.model_copy(
            update={"title": title, "claims": tuple(Claim(sentence=it) for it in sentences)}
        )
        done = [step for step in trail.steps if not step.refusal]
        return compose(done, suspicion, markers=self._markers).render()


def _title(title: str, claim: str) -> str:
    return f"{title}: {claim}"


def _planned(trail: Trail, claim: str, title: str) -> Suspicion:
    """What whoever planned it expects, as if it were broken: confirming says whether it is."""
    return Suspicion(
        oracle=_PLANNED,
        title=_title(title, claim),
        expected=claim,
        seen="it does not hold",
        at=len(trail.steps),
        subject=claim,
        claims=(Claim(sentence=claim),),
        # Nobody but the planner knows what the claim follows from.
        needs=tuple(step.index for step in trail.steps if step.action.op not in _MOVES),
    )


def _judged(trail: Trail) -> Iterator[Suspicion]:
    for oracle in ORACLES.values():
        yield from oracle().judge(trail)

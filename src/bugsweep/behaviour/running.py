"""Running a behaviour test: step by step, until one does not hold."""

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from bugsweep.behaviour.evidence import EvidenceFolder, Exhibit, Pictures
from bugsweep.behaviour.feature import Behaviour, Step
from bugsweep.behaviour.judging import Judgement, is_judging, judge_claim, judge_error
from bugsweep.behaviour.pattern import Claim, StepKind
from bugsweep.behaviour.phrases import Phrase
from bugsweep.behaviour.scene import Scene, World
from bugsweep.browser import (
    PATIENCE,
    Browser,
    BrowserGoneError,
    Patience,
    TargetMissingError,
    watch,
)
from bugsweep.browser.failures import PageMovedError
from bugsweep.browser.observation import Sight
from bugsweep.domain.errors import BugsweepError, SetupError
from bugsweep.domain.verdict import StepResult, Verdict, VerdictKind

_ALIVE_S = 5.0
_HANG_S = 30.0
"""Over all that a step may wait for: a browser that does not answer any more."""
_TRACE = "trace.zip"


@dataclass(frozen=True, slots=True)
class FreshApp:
    """Another Instance of the same App, and a browser that reaches it."""

    browser: Browser
    base_url: str


@dataclass(frozen=True, slots=True)
class Manner:
    """How a behaviour test is carried out."""

    pictures: Pictures = Pictures.JUDGING
    """The tree of the scope is kept of each step that judges, whatever is said here."""
    patience: Patience = PATIENCE
    """With a page that is busy or silent."""


USUAL = Manner()

Rerun = Callable[[], AbstractAsyncContextManager[FreshApp]]


async def run_behaviour(
    behaviour: Behaviour,
    *,
    base_url: str,
    browser: Browser,
    evidence_dir: Path,
    rerun: Rerun | None = None,
    manner: Manner = USUAL,
) -> Verdict:
    """Execute a behaviour test on the app at `base_url`.

    Args:
        behaviour: what `parse_feature` read.
        base_url: what an address that begins with `/` is relative to.
        browser: gets one session per person, closed at the end.
        evidence_dir: where screenshots go; made when there is one to keep.
        manner: what it keeps, and how long it bears with a page.
        rerun: gives a fresh app; with it anything but PASS is run once more with a trace.
    """
    run = _Run(behaviour, browser, base_url, evidence_dir, manner)
    verdict = await run.verdict()
    if rerun is None or verdict.kind is VerdictKind.PASS:
        return verdict
    trace = evidence_dir / _TRACE
    async with rerun() as fresh:
        again = _Run(
            behaviour,
            fresh.browser,
            fresh.base_url,
            evidence_dir / "rerun",
            manner,
            trace=trace,
        )
        second = await again.verdict()
    return verdict.model_copy(
        update={"trace": _TRACE if _is_there(trace) else "", "rerun_kind": second.kind}
    )


def _is_there(path: Path) -> bool:
    return path.exists()


class _Run:
    """One execution."""

    def __init__(
        self,
        behaviour: Behaviour,
        browser: Browser,
        base_url: str,
        evidence_dir: Path,
        manner: Manner,
        *,
        trace: Path | None = None,
    ) -> None:
        self._behaviour = behaviour
        self._browser = browser
        self._base_url = base_url
        self._folder = evidence_dir
        self._manner = manner
        self._trace = trace

    async def verdict(self) -> Verdict:
        """Do the steps up to the first that does not hold."""
        began = time.monotonic()
        results: list[StepResult] = []
        async with AsyncExitStack() as stack:
            world = World(
                self._browser,
                self._base_url,
                stack,
                patience=self._manner.patience,
                trace=self._trace,
                folder=Path(self._behaviour.source).parent,
                evidence=self._folder,
            )
            try:
                await world.become("")
            except BugsweepError as error:
                return self._told(VerdictKind.CRASH, error.message, results, world, began)
            evidence = EvidenceFolder(self._folder, self._manner.pictures)
            for number, step in enumerate(self._behaviour.steps, start=1):
                results.append(await self._step(world, step, number, evidence))
                if results[-1].kind is not VerdictKind.PASS:
                    break
            last = results[-1]
            reason = "every step holds"
            if last.kind is not VerdictKind.PASS:
                reason = f"`{last.text}` (line {last.line}): {last.seen}"
            elif world.healings:
                pairs = ", ".join(f"{h.wanted} → {h.found}" for h in world.healings)
                reason = f"every step holds, {len(world.healings)} label reworded: {pairs}"
            return self._told(last.kind, reason, results, world, began)

    def _told(
        self,
        kind: VerdictKind,
        reason: str,
        results: list[StepResult],
        world: World,
        began: float,
    ) -> Verdict:
        return Verdict(
            behaviour=self._behaviour.name,
            kind=kind,
            reason=reason,
            steps=tuple(results),
            healings=tuple(world.healings),
            elapsed_s=time.monotonic() - began,
            evidence_dir=str(self._folder),
        )

    async def _step(
        self, world: World, step: Step, number: int, evidence: EvidenceFolder
    ) -> StepResult:
        began = time.monotonic()
        scene = Scene(world, step.phrase, text=step.text)
        judgement = await self._judged(scene, step)
        exhibit = Exhibit()
        has_failed = judgement.kind is not VerdictKind.PASS
        if self._browser.is_alive and judgement.kind is not VerdictKind.CRASH:
            exhibit = await evidence.keep(
                scene,
                number,
                is_judging=is_judging(step),
                is_over=has_failed or number == len(self._behaviour.steps),
                has_failed=has_failed,
            )
        return StepResult(
            text=step.text,
            line=step.line,
            kind=judgement.kind,
            expected=step.text.partition(" ")[2],
            seen=judgement.seen,
            note="; ".join(scene.notes),
            elapsed_s=time.monotonic() - began,
            url=exhibit.url,
            screenshot=exhibit.screenshot,
            snapshot=exhibit.snapshot,
        )

    async def _judged(self, scene: Scene, step: Step) -> Judgement:
        tails = step.phrase.tails
        patience = self._manner.patience
        limit_s = scene.limit_s + (tails.for_s or 0) + 2 * patience.busy_s + _HANG_S
        try:
            async with asyncio.timeout(limit_s):
                return await carry_out(self._behaviour, scene, step)
        except TimeoutError:
            kind = VerdictKind.UNCLEAR if self._browser.is_alive else VerdictKind.CRASH
            return Judgement(kind, f"the page did not answer for {limit_s:g} s")
        except BugsweepError as error:
            if not await self._is_alive(scene):
                gone = BrowserGoneError(f"the browser died: {error.message}")
                return judge_error(self._behaviour, step, gone)
            if tails.is_optional and isinstance(error, TargetMissingError):
                scene.notes.append("left out: it was not there")
                return Judgement(VerdictKind.PASS)
            return judge_error(self._behaviour, step, error)

    async def _is_alive(self, scene: Scene) -> bool:
        """Whether the page still answers at all; its death may first look like a failed load."""
        try:
            async with asyncio.timeout(_ALIVE_S):
                await scene.tab.state()
        except BrowserGoneError:
            return False
        except (SetupError, TimeoutError):
            return self._browser.is_alive and not scene.session.has_crashed
        # A page whose process died may answer again out of a new one.
        return not scene.session.has_crashed


async def carry_out(behaviour: Behaviour, scene: Scene, step: Step) -> Judgement:
    """Do the action of a step, or look at what it claims.

    Raises:
        BugsweepError: it could not be done or looked at.
    """
    phrase = step.phrase.awaited or step.phrase
    if phrase.pattern.kind is StepKind.ACTION:
        scene.mark_action()
        await phrase.pattern.function(scene, *_arguments(phrase, step))
        return Judgement(VerdictKind.PASS)
    claim, was_quiet = await _watched(scene, phrase, step)
    judgement = judge_claim(behaviour, step, claim, was_quiet=was_quiet)
    if judgement.kind is VerdictKind.PASS and phrase.tails.for_s:
        claim = await _lasting(scene, phrase, step)
        judgement = judge_claim(behaviour, step, claim, was_quiet=was_quiet)
    if judgement.kind is VerdictKind.PASS:
        # A page that writes its own verdict gets none.
        rewritten = await scene.tab.rewritten()
        if rewritten:
            seen = f"the page has replaced `{rewritten}`, which it is read with"
            return Judgement(VerdictKind.UNCLEAR, seen)
    return judgement


def _arguments(phrase: Phrase, step: Step) -> tuple[object, ...]:
    return (*phrase.arguments, *(() if step.block is None else (step.block,)))


async def _watched(scene: Scene, phrase: Phrase, step: Step) -> tuple[Claim, bool]:
    """Look until the claim holds, or there is no more to wait for."""

    async def attempt(sight: Sight) -> tuple[bool, tuple[Claim | SetupError, bool]]:
        scene.sight = sight
        try:
            claim: Claim = await phrase.pattern.function(scene, *_arguments(phrase, step))
        except BrowserGoneError:
            raise
        except SetupError as error:
            return False, (error, sight.is_quiet)
        return claim.holds, (claim, sight.is_quiet)

    seen, was_quiet = await watch(
        scene.tab,
        attempt,
        limit_s=scene.limit_s,
        may_end_early=phrase.tails.within_s is None,
        settle=phrase.pattern.settles,
    )
    if isinstance(seen, SetupError):
        raise seen
    return seen, was_quiet


async def _lasting(scene: Scene, phrase: Phrase, step: Step) -> Claim:
    """Look for as long as the step says, and stop at the first time the claim does not hold."""
    last = Claim(holds=True, seen="")

    async def attempt(sight: Sight) -> tuple[bool, Claim]:
        nonlocal last
        scene.sight = sight
        try:
            last = await phrase.pattern.function(scene, *_arguments(phrase, step))
        except PageMovedError:
            return False, last
        return not last.holds, last

    return await watch(scene.tab, attempt, limit_s=phrase.tails.for_s or 0, may_end_early=False)

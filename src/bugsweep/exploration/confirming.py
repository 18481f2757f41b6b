"""A suspicion becomes a finding when its test fails twice, from a fresh state, as it should."""

import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bugsweep.behaviour import parse_feature, run_behaviour
from bugsweep.domain.errors import FeatureError, SetupError
from bugsweep.domain.verdict import Verdict, VerdictKind
from bugsweep.exploration.composing import compose, steps_to
from bugsweep.exploration.markers import Markers
from bugsweep.exploration.minimising import droppable, guessed, shrunk
from bugsweep.exploration.scenario import Scenario
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.target import Place, Target
from bugsweep.exploration.trail import Step, Trail

_TRIES = 3
"""A click that a busy machine did not get done says nothing of the app."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A test that fails, and what it was made from."""

    feature: str
    verdict: Verdict
    steps: tuple[Step, ...]
    setup: int
    suspicion: Suspicion
    by_path: frozenset[int]


@dataclass(frozen=True, slots=True)
class Dismissed:
    """Why a suspicion is not reported."""

    why: str
    feature: str


class Confirmer:
    """Runs the tests of suspicions on fresh places."""

    def __init__(self, target: Target, markers: Markers, *, evidence_dir: Path) -> None:
        self._target = target
        self._markers = markers
        self._folder = evidence_dir
        self._by_path: frozenset[int] = frozenset()

    async def confirm(self, trail: Trail, suspicion: Suspicion) -> Confirmed | Dismissed:
        """Run it twice, each time on a fresh place."""
        steps = steps_to(trail, suspicion)
        self._by_path = frozenset()
        guess = guessed(steps, droppable(steps, suspicion, trail.setup))
        for number in range(_TRIES):
            async with self._target.fresh() as place:
                if not number and len(guess) < len(steps):
                    text = self._compose(guess, suspicion).render()
                    if _fails_at_the_end(await self._run(text, place)):
                        steps = guess
                        break
                scenario = self._compose(steps, suspicion)
                text = scenario.render()
                verdict = await self._run(text, place)
            if verdict.kind.is_decided:
                if not _fails_at_the_end(verdict):
                    return Dismissed(f"{verdict.kind}: {verdict.reason}", text)
                break
            # A place in the page is a last resort: other builds have other places. What
            # a busy machine did not get done (SETUP) is done once more as it was.
            last = scenario.step_at(len(verdict.steps) - 1)
            if verdict.kind is VerdictKind.UNCLEAR:
                self._by_path |= _alike(steps, last)
            elif number and last >= 0:
                self._by_path |= {last}
        else:
            return Dismissed(f"{verdict.kind}: {verdict.reason}", text)
        return await self._again(steps, trail.setup, suspicion)

    async def minimise(self, found: Confirmed, *, limit_s: float) -> Confirmed:
        """The same with as few steps as can be found in `limit_s` seconds."""
        self._by_path = found.by_path
        ends = time.monotonic() + limit_s
        parts = droppable(found.steps, found.suspicion, found.setup)
        if not parts:
            return found
        async with self._target.fresh() as place:

            async def still_fails(kept: tuple[Step, ...]) -> bool:
                text = self._compose(kept, found.suspicion).render()
                return _fails_at_the_end(await self._run(text, place))

            fewer = await shrunk(
                found.steps, parts, still_fails, is_over=lambda: time.monotonic() > ends
            )
        if fewer == found.steps:
            return found
        kept, self._folder = self._folder, self._folder.with_suffix(".smaller")
        again = await self._again(fewer, found.setup, found.suspicion)
        made, self._folder = self._folder, kept
        if isinstance(again, Confirmed):
            shutil.rmtree(kept, ignore_errors=True)
            made.rename(kept)
            return again
        shutil.rmtree(made, ignore_errors=True)
        return found

    async def _again(
        self, steps: tuple[Step, ...], setup: int, suspicion: Suspicion
    ) -> Confirmed | Dismissed:
        """Run it on another fresh place, and keep what is seen."""
        text = self._compose(steps, suspicion).render()
        for _ in range(_TRIES):
            async with self._target.fresh() as place:
                verdict = await self._run(text, place, keep=True)
            if verdict.kind.is_decided:
                break
        if not _fails_at_the_end(verdict):
            return Dismissed(f"the second time {verdict.kind}: {verdict.reason}", text)
        return Confirmed(text, verdict, steps, setup, suspicion, self._by_path)

    def _compose(self, steps: tuple[Step, ...], suspicion: Suspicion) -> Scenario:
        return compose(steps, suspicion, markers=self._markers, by_path=self._by_path)

    async def _run(self, text: str, place: Place, *, keep: bool = False) -> Verdict:
        try:
            behaviour = parse_feature(text, source="finding.feature")
        except FeatureError as error:
            return Verdict(
                behaviour="finding", kind=VerdictKind.SETUP, reason=error.message, elapsed_s=0
            )
        with tempfile.TemporaryDirectory(prefix="bugsweep-") as work:
            folder = self._folder if keep else Path(work)
            try:
                return await run_behaviour(
                    behaviour, base_url=place.base_url, browser=place.browser, evidence_dir=folder
                )
            except SetupError as error:
                return Verdict(
                    behaviour="finding", kind=error.verdict, reason=error.message, elapsed_s=0
                )


async def run_on(target: Target, feature: str) -> VerdictKind:
    """What a finding's test says of a fresh place of another build."""
    behaviour = parse_feature(feature, source="finding.feature")
    kind = VerdictKind.SETUP
    for _ in range(_TRIES):
        async with target.fresh() as place:
            with tempfile.TemporaryDirectory(prefix="bugsweep-") as work:
                verdict = await run_behaviour(
                    behaviour,
                    base_url=place.base_url,
                    browser=place.browser,
                    evidence_dir=Path(work),
                )
        kind = verdict.kind
        if kind.is_decided:
            break
    return kind


def _alike(steps: tuple[Step, ...], index: int) -> frozenset[int]:
    """The steps on the same kind of element: what is true of one is true of all."""
    spots = {step.index: step.action.spot for step in steps}
    spot = spots.get(index)
    if spot is None:
        return frozenset()
    return frozenset(number for number, other in spots.items() if other and other.kind == spot.kind)


def _fails_at_the_end(verdict: Verdict) -> bool:
    """Only the last claim may fail: all before it says that the replay means the same."""
    if verdict.kind is not VerdictKind.FAIL:
        return False
    failing = verdict.failing_step
    return failing is not None and failing is verdict.steps[-1]

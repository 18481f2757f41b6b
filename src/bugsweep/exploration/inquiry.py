"""Suspicions wait here, the most promising first, until each is confirmed or dismissed."""

import asyncio
import random
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from bugsweep.domain.errors import BugsweepError
from bugsweep.domain.verdict import VerdictKind
from bugsweep.exploration.confirming import Confirmed, Confirmer, Dismissed, run_on
from bugsweep.exploration.finding import Finding, Suspect
from bugsweep.exploration.markers import Markers
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.target import Target
from bugsweep.exploration.trail import Trail
from bugsweep.exploration.walker import Budget

_GRACE_S = 20.0
_GRACE_SHARE = 0.15
"""What was suspected at the very end may still be confirmed: so long, or so much of the time."""
_MINIMISE_S = 120.0
_MINIMISE_SHARE = 0.15
"""How much longer than planned it may take to make what was found smaller."""
_PER_SUBJECT = 3
"""Confirmed breaches of one form and oracle; further ones only stand beside them."""


@dataclass(order=True, slots=True)
class _Waiting:
    order: tuple[float, int]
    trail: Trail = field(compare=False)
    suspicion: Suspicion = field(compare=False)


@dataclass(frozen=True, slots=True)
class _Large:
    """A finding that may be made smaller."""

    subject: str
    found: Confirmed
    confirmer: Confirmer
    folder: str


class Inquiry:
    """Takes suspicions and keeps what became of them."""

    def __init__(
        self,
        target: Target,
        budget: Budget,
        *,
        folder: Path,
        seed: int,
        tell: Callable[[str], None],
        against: Target | None = None,
    ) -> None:
        self._target = target
        self._budget = budget
        self._folder = folder
        # Names of its own: what is confirmed when must not change what is explored next.
        self._markers = Markers(random.Random(f"{seed} confirming"))  # noqa: S311 - no secret
        self._tell = tell
        self._against = against
        self._queue: asyncio.PriorityQueue[_Waiting] = asyncio.PriorityQueue()
        self._seen: dict[str, int] = {}
        self._count = 0
        self._tried = 0
        self._is_shrinking = False
        self._also: dict[str, list[str]] = {}
        self._confirmed: dict[str, Finding] = {}
        self._large: list[_Large] = []
        self.suspects: list[Suspect] = []
        self.faults: list[str] = []
        """What went wrong in bugsweep itself."""
        self.confirming_s = 0.0
        self.minimising_s = 0.0

    @property
    def _rest_s(self) -> float:
        """How long a suspicion may still take."""
        return self._budget.left_s + max(_GRACE_S, _GRACE_SHARE * self._budget.seconds)

    @property
    def is_waited_for(self) -> bool:
        """Whether a suspicion waits to be confirmed."""
        return not self._queue.empty()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was confirmed, the weightiest first."""
        found = [
            finding.model_copy(update={"also": tuple(self._also.get(subject, ()))})
            for subject, finding in self._confirmed.items()
        ]
        return tuple(sorted(found, key=lambda one: -one.rank))

    def suspect(self, trail: Trail, suspicion: Suspicion, *, nearness: float = 0) -> None:
        """Take a suspicion in, unless the same was taken in before."""
        if self._seen.get(suspicion.key, 0):
            return
        self._seen[suspicion.key] = 1
        if suspicion.weight <= 0:
            # What stands on every page is told once.
            if all(suspicion.title != other.title for other in self.suspects):
                self._dismiss(suspicion, "not to be replayed")
            return
        if self._stands_beside(suspicion):
            return
        form = f"{suspicion.oracle}|{suspicion.subject.partition('|')[0]}"
        if self._seen.get(form, 0) >= _PER_SUBJECT:
            return
        self._seen[form] = self._seen.get(form, 0) + 1
        self._count += 1
        worth = suspicion.weight * suspicion.severity * (1 + nearness)
        self._queue.put_nowait(_Waiting((-worth, self._count), trail, suspicion))

    def _stands_beside(self, suspicion: Suspicion) -> bool:
        """Whether it is about what was confirmed already; then it is told there.

        One shift of a date shows in the list, in the form and after saving, and what is wrong with
        a list is wrong with all its pages.
        """
        for subject, finding in self._confirmed.items():
            if suspicion.subject == subject or suspicion.title == finding.title:
                self._also.setdefault(subject, []).append(suspicion.title)
                return True
        return False

    async def attend(self) -> None:
        """Confirm whatever comes in, beside the exploration, until cancelled; several may attend.

        While nothing waits, what was found is made smaller.
        """
        while True:
            may_shrink = self._large and not self._is_shrinking and self._budget.left_s > 0
            if self._queue.empty() and may_shrink:
                await self._make_smaller(self._large.pop(0), self._budget.left_s)
                continue
            waiting = await self._queue.get()
            try:
                await self._confirm(waiting.trail, waiting.suspicion)
            finally:
                self._queue.task_done()

    async def work_off(self) -> None:
        """Confirm all that waits, while the exploration stands still."""
        while not self._queue.empty() and not self._budget.is_stopped:
            waiting = self._queue.get_nowait()
            await self._confirm(waiting.trail, waiting.suspicion)
            self._queue.task_done()

    async def finish(self) -> None:
        """Give what still waits a little more time; the rest is told as not confirmed."""
        try:
            async with asyncio.timeout(self._rest_s):
                # Nobody attends where the app cannot be had afresh.
                await self.work_off()
                await self._queue.join()
        except TimeoutError:
            pass
        while not self._queue.empty():
            self._dismiss(self._queue.get_nowait().suspicion, _TOO_LATE)
        ends_s = self._budget.elapsed_s + self._budget.seconds * _MINIMISE_SHARE
        while self._large and not self._budget.is_stopped:
            left_s = ends_s - self._budget.elapsed_s
            if left_s <= 0:
                return
            await self._make_smaller(self._large.pop(0), left_s / (len(self._large) + 1))

    async def _make_smaller(self, large: "_Large", limit_s: float) -> None:
        """Replace a finding by one with fewer steps, if that can be had."""
        self._tell(f"making smaller: {large.found.suspicion.title[:60]}")
        self._is_shrinking = True
        began = time.monotonic()
        try:
            result = await large.confirmer.minimise(large.found, limit_s=min(limit_s, _MINIMISE_S))
        except BugsweepError:
            # It is a finding as it stands.
            return
        except Exception as error:  # noqa: BLE001 - it is a finding as it stands
            self.faults.append(f"making {large.subject} smaller: {error!r}")
            return
        finally:
            self._is_shrinking = False
            self.minimising_s += time.monotonic() - began
        if result is not large.found:
            before = self._confirmed[large.subject]
            self._confirmed[large.subject] = before.model_copy(
                update={"feature": result.feature, **_evidence(result, large.folder)}
            )

    async def _confirm(self, trail: Trail, suspicion: Suspicion) -> None:
        if self._budget.is_stopped:
            self._dismiss(suspicion, _TOO_LATE)
            return
        if self._stands_beside(suspicion):
            return
        self._tell(f"confirming: {suspicion.title[:60]}")
        began = time.monotonic()
        self._tried += 1
        folder = f"finding-{self._tried:02d}"
        confirmer = Confirmer(self._target, self._markers, evidence_dir=self._folder / folder)
        try:
            result = await self._result(confirmer, trail, suspicion)
        except asyncio.CancelledError:
            self._dismiss(suspicion, _TOO_LATE)
            raise
        self.confirming_s += time.monotonic() - began
        if isinstance(result, Dismissed):
            self._dismiss(suspicion, result.why, feature=result.feature)
        elif not self._stands_beside(suspicion):
            self._large.append(_Large(suspicion.subject, result, confirmer, folder))
            self._confirmed[suspicion.subject] = self._finding(trail, suspicion, result, folder)
            return
        shutil.rmtree(self._folder / folder, ignore_errors=True)

    async def _result(
        self, confirmer: Confirmer, trail: Trail, suspicion: Suspicion
    ) -> Confirmed | Dismissed:
        """What came of it: in time, on this build, and on the other one if there is one."""
        try:
            async with asyncio.timeout(self._rest_s):
                result = await confirmer.confirm(trail, suspicion)
        except TimeoutError:
            return Dismissed(_TOO_LATE, "")
        except BugsweepError as error:
            return Dismissed(error.message, "")
        except Exception as error:  # noqa: BLE001 - one suspicion, not all that was found
            self.faults.append(f"confirming {suspicion.key}: {error!r}")
            return Dismissed(f"a fault of bugsweep: {error!r}", "")
        if isinstance(result, Confirmed) and self._against is not None:
            kind = await run_on(self._against, result.feature)
            if kind is not VerdictKind.PASS:
                why = f"the other build does not pass it either: {kind}"
                return Dismissed(why, result.feature)
        return result

    def _dismiss(self, suspicion: Suspicion, why: str, *, feature: str = "") -> None:
        self.suspects.append(
            Suspect(oracle=suspicion.oracle, title=suspicion.title, why=why, feature=feature)
        )

    def _finding(
        self, trail: Trail, suspicion: Suspicion, result: Confirmed, folder: str
    ) -> Finding:
        number = len(self._confirmed) + 1
        return Finding(
            id=f"{number:02d}-{suspicion.oracle}",
            oracle=suspicion.oracle,
            title=suspicion.title,
            expected=suspicion.expected,
            seen=result.verdict.steps[-1].seen or suspicion.seen,
            feature=result.feature,
            certainty=min(1.0, 0.25 + 0.75 * suspicion.weight),
            severity=suspicion.severity,
            layer=_layer(trail, suspicion),
            **_evidence(result, folder),
            found_after_s=round(self._budget.elapsed_s, 1),
        )


def _evidence(result: Confirmed, folder: str) -> dict[str, str]:
    """The pictures before and after the last step."""
    shots = [step.screenshot for step in result.verdict.steps if step.screenshot]
    return {
        "before": f"{folder}/{shots[-2]}" if len(shots) > 1 else "",
        "after": f"{folder}/{shots[-1]}" if shots else "",
    }


_TOO_LATE = "the time was over before it could be confirmed"


def _layer(trail: Trail, suspicion: Suspicion) -> str:
    """Where it may be lost, by what was sent."""
    writes = [call for step in trail.steps[: suspicion.at] for call in step.calls if call.writes]
    if not writes:
        return "nothing was sent"
    refused = [call for call in writes if call.status >= 400]  # noqa: PLR2004 - HTTP refusals
    if refused:
        return f"refused: {refused[-1].method} answered {refused[-1].status}"
    return "sent and accepted: stored wrongly or not shown"

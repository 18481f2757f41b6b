"""An exploration of what somebody chose, in an app that may be known already."""

from collections import deque
from pathlib import Path

from bugsweep.exploration.exploring import Explorer, Plan
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.probes import Job, jobs_for
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.target import Target
from bugsweep.exploration.trail import Trail
from bugsweep.exploration.views import Model
from bugsweep.exploration.walker import Share

KEPT = 60
"""Suspicions that can be looked at again; a trail holds every page it saw."""


class ChoosingExplorer(Explorer):
    """Goes on from a model, does the chosen jobs, and keeps suspicions with their trails."""

    def __init__(
        self,
        target: Target,
        plan: Plan,
        *,
        folder: Path,
        model: Model,
        only: tuple[str, ...] = (),
    ) -> None:
        """An exploration that has not begun.

        Args:
            target: what is explored.
            plan: how.
            folder: takes the pictures of findings.
            model: what is known; where it is not empty, nothing is crawled. It grows.
            only: the jobs to do, by key; all when empty.
        """
        super().__init__(target, plan, folder=folder)
        self._model = model
        self._is_known = bool(model.views)
        self._board.only = frozenset(only)
        self.suspected: deque[tuple[Trail, Suspicion]] = deque(maxlen=KEPT)

    @property
    def jobs(self) -> tuple[Job, ...]:
        """What could be probed, by what is known now; the likeliest first."""
        found = jobs_for(self._ground) if self._ground else ()
        return tuple(sorted(found, key=lambda job: -job.value * job.offer.value))

    async def _crawl(self, ground: Ground, share: Share) -> None:
        if not self._is_known:
            await super()._crawl(ground, share)

    def _suspect(self, trail: Trail, suspicion: Suspicion) -> None:
        self.suspected.append((trail, suspicion))
        super()._suspect(trail, suspicion)

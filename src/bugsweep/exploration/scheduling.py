"""Which probe is tried next, for all who explore one app at a time."""

import asyncio
from collections import Counter

from bugsweep.exploration.crawling import nearness
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.probes import SPEAKS_OF, Job, jobs_for
from bugsweep.exploration.walker import Budget, BudgetSpentError

_IDLE_S = 0.3
_FADES = 0.15
"""How much less a probe promises each time it was tried."""


class Board:
    """The jobs that the model offers: whoever comes takes the most promising one."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.done: set[str] = set()
        self.workers = 0
        """How many there are in all."""
        self.only: frozenset[str] = frozenset()
        """The jobs to do, by key; all when empty."""
        self._at_work = 0

    def open(self, workers: int) -> None:
        """Expect so many."""
        self.workers = self._at_work = workers

    def leave(self) -> None:
        """One of those at work will not come back."""
        self.workers -= 1
        self._at_work -= 1

    async def take(self, ground: Ground) -> Job | None:
        """The next job; None when nobody is at work any more who could bring one up.

        Raises:
            BudgetSpentError: the time is over.
        """
        self._at_work -= 1
        while True:
            job = self._best(ground)
            if job is not None:
                self._at_work += 1
                self.done.add(job.key)
                return job
            if self._at_work == 0:
                return None
            if self._budget.left_s <= 0:
                raise BudgetSpentError
            await asyncio.sleep(_IDLE_S)

    def put_back(self, job: Job) -> None:
        """It could not be done, and not because of itself."""
        self.done.discard(job.key)

    def _best(self, ground: Ground) -> Job | None:
        offered = (job for job in jobs_for(ground) if not self.only or job.key in self.only)
        waiting = [job for job in offered if job.key not in self.done]
        times = Counter(key.partition("|")[0] for key in self.done)

        def worth(job: Job) -> float:
            near = nearness(ground.area, f"{job.offer.words} {SPEAKS_OF[job.probe]}")
            return job.value * job.offer.value * (1 + 3 * near) / (1 + _FADES * times[job.probe])

        return max(waiting, key=worth, default=None)

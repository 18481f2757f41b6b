"""What every rival of the explorer is given, and what it tells."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from bugsweep.apps.instance import open_instance
from bugsweep.browser import Driver
from bugsweep.domain.errors import SetupError
from bugsweep.exploration.ground import Ground, SignedOutError
from bugsweep.exploration.login import Account
from bugsweep.exploration.markers import Markers
from bugsweep.exploration.oracles.no_faults import NoFaultsOracle
from bugsweep.exploration.safety import Safety
from bugsweep.exploration.target import Place
from bugsweep.exploration.walker import Budget, BudgetSpentError

STARTS_TRIED = 2


@dataclass(frozen=True, slots=True)
class Visit:
    """A fresh app, and what a person who tries it is told."""

    place: Place
    door: list[str]
    """Leads a program of the host into the app's network."""
    starts: tuple[str, ...]
    account: Account | None
    minutes: float
    seed: int
    folder: Path

    @property
    def seconds(self) -> float:
        return self.minutes * 60


@dataclass(slots=True)
class Told:
    """What a rival showed in one build."""

    faults: dict[str, str] = field(default_factory=dict)
    """By what they are told apart by, in words."""
    actions: int = 0
    unlike_the_schema: dict[str, str] = field(default_factory=dict)
    """Answers that are no faults of the server and not as the schema says."""
    note: str = ""
    seconds: float = 0
    """How long it went on: less than planned where nothing was left, or it was shut out."""


@asynccontextmanager
async def visiting(build, driver: Driver, log: Path) -> AsyncIterator[tuple[Place, list[str]]]:
    """A fresh Instance of a build, and a browser that shares only the network with it."""
    image, candidate = build
    async with (
        open_instance(image, log=log, candidate=candidate) as instance,
        driver.open_browser(instance.door) as browser,
    ):
        yield Place(browser, instance.url), instance.door


@asynccontextmanager
async def signed_in(visit: Visit) -> AsyncIterator[Ground]:
    """A window with the account signed in.

    The block ends without an error with the budget, or when the account has been shut out.

    Raises:
        SetupError: no form took the account.
    """
    source = random.Random(visit.seed)
    async with visit.place.open_scout() as scout:
        ground = Ground(
            scout,
            Safety(visit.place.base_url, may_destroy=True),
            Budget(visit.seconds),
            source,
            Markers(source),
            start=visit.starts[0],
            account=visit.account,
        )
        with suppress(BudgetSpentError, SignedOutError):
            for _ in range(STARTS_TRIED):
                if await ground.sign_in():
                    break
            else:
                raise SetupError(f"no form at `{ground.start}` took the account")
            yield ground


def told_by(ground: Ground, actions: int, *, note: str = "") -> Told:
    """What the explorer's own oracle for plain faults says of all that was done."""
    judge = NoFaultsOracle().judge
    faults = {s.subject: s.title for trail in ground.trails for s in judge(trail)}
    return Told(faults, actions, note=note, seconds=ground.meter.elapsed_s)

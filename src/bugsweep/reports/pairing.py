"""Two entrants on the trials that both did."""

from dataclasses import dataclass

from bugsweep.reports.reading import Entrant, Trial
from bugsweep.stats.paired import PairedTable, pair, paired_bootstrap
from bugsweep.stats.rates import Interval

SEED = 20261014
"""Of every bootstrap in a report: the same runs give the same report."""


@dataclass(frozen=True, slots=True)
class Duel:
    """How two entrants fared on the same tasks."""

    first: Entrant
    second: Entrant
    pairs: tuple[tuple[Trial, Trial], ...]
    """The trials of the same task and epoch that count for both."""
    left_out: int
    """Tasks and epochs that only one of them has a judged trial of."""

    @property
    def table(self) -> PairedTable:
        """Every pair counted."""
        return _table(self.pairs)

    @property
    def has_repeats(self) -> bool:
        """Whether a task occurs more than once."""
        return len({one.task for one, _ in self.pairs}) < len(self.pairs)

    @property
    def p_value(self) -> float:
        """McNemar's mid-p; of repeated tasks the first pair only, for repeats hang together."""
        firsts: dict[str, tuple[Trial, Trial]] = {}
        for one, other in self.pairs:
            firsts.setdefault(one.task, (one, other))
        return _table(tuple(firsts.values())).mcnemar().mid_p

    @property
    def interval(self) -> Interval | None:
        """Of the difference of the pass rates; drawn by task when tasks repeat."""
        if not self.has_repeats:
            return self.table.newcombe()
        return paired_bootstrap(
            [float(one.has_passed) for one, _ in self.pairs],
            [float(other.has_passed) for _, other in self.pairs],
            seed=SEED,
            clusters=[one.task for one, _ in self.pairs],
            resamples=2000,
        )


def duel(first: Entrant, second: Entrant) -> Duel:
    """Pair the trials of two entrants by task and epoch."""
    ours, theirs = _by_place(first), _by_place(second)
    common = [place for place in ours if place in theirs]
    return Duel(
        first,
        second,
        tuple((ours[place], theirs[place]) for place in common),
        len(ours.keys() ^ theirs.keys()),
    )


def _by_place(entrant: Entrant) -> dict[tuple[str, int], Trial]:
    # Runs of the same condition each count their epochs from 1.
    places: dict[tuple[str, int], Trial] = {}
    for trial in entrant.judged:
        epoch = trial.epoch
        while (trial.task, epoch) in places:
            epoch += 1
        places[trial.task, epoch] = trial
    return places


def _table(pairs: tuple[tuple[Trial, Trial], ...]) -> PairedTable:
    return pair([one.has_passed for one, _ in pairs], [other.has_passed for _, other in pairs])

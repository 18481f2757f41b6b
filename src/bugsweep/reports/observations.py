"""What the traces of all trials say together, read once for every table and chart."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bugsweep.domain.browsing import Encounter
from bugsweep.domain.verdict import Verdict, VerdictKind
from bugsweep.reports.reading import Entrant, Results, Trial
from bugsweep.reports.traces import (
    BrowserUse,
    StageJudgement,
    load_stages,
    measure_browser_use,
)
from bugsweep.stats.funnel import Funnel, build_funnel
from bugsweep.stats.rates import Rate


@dataclass(frozen=True, slots=True)
class Observations:
    """Traces by the folder of their trial; a trial without one is not in the mapping."""

    stages: Mapping[Path, tuple[StageJudgement, ...]]
    use: Mapping[Path, BrowserUse]

    def funnel(self, entrants: Sequence[Entrant]) -> Funnel | None:
        """The funnel of all trials with every stage judged; None without any.

        Entrants without such a trial are named as excluded.
        """
        rows: list[tuple[bool, ...]] = []
        excluded = []
        for entrant in entrants:
            found = [row for trial in entrant.judged if (row := self._row(trial))]
            rows += found
            if not found:
                excluded.append(entrant.name)
        return build_funnel(rows, excluded=excluded) if rows else None

    def browser_used(self, trials: Iterable[Trial]) -> Rate:
        """How many of the recorded trials drove a browser."""
        recorded = [self.use[trial.folder] for trial in trials if trial.folder in self.use]
        return Rate.of(use.was_used for use in recorded)

    def browser_turns(self, trials: Iterable[Trial]) -> Rate:
        """How many of the recorded turns went through a browser."""
        recorded = [self.use[trial.folder] for trial in trials if trial.folder in self.use]
        return Rate(sum(use.browser_turns for use in recorded), sum(use.turns for use in recorded))

    def reached(self, trials: Iterable[Trial]) -> Rate:
        """How many agents came in their browser to where the bug shows, of those it is known of."""
        return Rate.of(it.reached for it in _encounters(trials) if it.reached is not None)

    def triggered(self, trials: Iterable[Trial]) -> Rate:
        """How many had the bug before them there, of those it is known of."""
        return Rate.of(it.triggered for it in _encounters(trials) if it.triggered is not None)

    def launches(self, trials: Iterable[Trial]) -> list[int]:
        """Browsers that were started in each trial in which somebody watched for them."""
        return [use.launches for use in self._uses(trials) if use.launches is not None]

    def pages(self, trials: Iterable[Trial]) -> list[int]:
        """Different pages that were seen in each such trial."""
        return [use.pages for use in self._uses(trials) if use.pages is not None]

    def _uses(self, trials: Iterable[Trial]) -> list[BrowserUse]:
        return [self.use[trial.folder] for trial in trials if trial.folder in self.use]

    def actions(self, trials: Iterable[Trial]) -> Counter[str]:
        """Browser actions by kind."""
        total: Counter[str] = Counter()
        for trial in trials:
            if trial.folder in self.use:
                total.update(self.use[trial.folder].actions)
        return total

    def _row(self, trial: Trial) -> tuple[bool, ...] | None:
        judged = [judgement.is_met for judgement in self.stages.get(trial.folder, ())]
        if not judged or None in judged:
            return None
        ends = (_passes(trial.result.target), _passes(trial.result.preservation))
        return (*map(bool, judged), *ends)


def _encounters(trials: Iterable[Trial]) -> list[Encounter]:
    return [trial.result.browser.encounter for trial in trials if trial.result.browser]


def observe(results: Results) -> Observations:
    """Read the traces of every trial."""
    stages = {trial.folder: load_stages(trial.folder) for trial in results.trials}
    use = {trial.folder: browser_use_of(trial) for trial in results.trials}
    return Observations(
        stages={folder: found for folder, found in stages.items() if found},
        use={folder: found for folder, found in use.items() if found is not None},
    )


def browser_use_of(trial: Trial) -> BrowserUse | None:
    """What a trial's record says of its browsers, else what lies in its folder."""
    measured, recorded = measure_browser_use(trial.folder), trial.result.browser
    if recorded is None:
        return measured
    return BrowserUse(
        turns=measured.turns if measured else 0,
        browser_turns=measured.browser_turns if measured else 0,
        actions=recorded.actions or (measured.actions if measured else {}),
        launches=recorded.launches,
        pages=len(recorded.pages),
    )


def _passes(verdict: Verdict | None) -> bool:
    return verdict is not None and verdict.kind is VerdictKind.PASS

"""A run in progress, looked at again and again until it has ended."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bugsweep.reports.reading import Results, load_results


@dataclass(frozen=True, slots=True)
class Look:
    """What was there at one look."""

    results: Results
    has_changed: bool
    """Whether a trial has ended since the look before; true at the first look."""

    @property
    def is_complete(self) -> bool:
        """Whether no further trial is planned."""
        return all(run.is_complete for run in self.results.runs)

    @property
    def done(self) -> int:
        """How many trials have a result."""
        return len(self.results.trials)

    @property
    def planned(self) -> int:
        """How many trials were asked for."""
        return sum(run.planned for run in self.results.runs)


def follow(paths: Sequence[Path], *, pause: Callable[[], None]) -> Iterator[Look]:
    """Look until every planned trial has a result; `pause` is called between two looks.

    Raises:
        TaskFileError: a folder is no run, or one of its results cannot be read.
    """
    before: tuple[Path, ...] | None = None
    while True:
        results = load_results(paths)
        ended = tuple(trial.folder for trial in results.trials)
        look = Look(results, ended != before)
        before = ended
        yield look
        if look.is_complete:
            return
        pause()

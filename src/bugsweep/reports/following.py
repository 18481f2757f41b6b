"""A run in progress, looked at again and again until it has ended or nobody runs it any more."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bugsweep.files.run_folder import RunFolder
from bugsweep.reports.reading import Results, load_results


@dataclass(frozen=True, slots=True)
class Look:
    """What was there at one look."""

    results: Results
    has_changed: bool
    """Whether a trial has ended since the look before; true at the first look."""
    left: tuple[Path, ...] = ()
    """Runs that miss trials and that no process goes on with."""

    @property
    def is_complete(self) -> bool:
        """Whether no further trial is planned."""
        return all(run.is_complete for run in self.results.runs)

    @property
    def is_last(self) -> bool:
        """Whether nothing further can be expected."""
        return all(run.is_complete or run.path in self.left for run in self.results.runs)

    @property
    def done(self) -> int:
        """How many trials have a result."""
        return len(self.results.trials)

    @property
    def planned(self) -> int:
        """How many trials were asked for."""
        return sum(run.planned for run in self.results.runs)


def follow(paths: Sequence[Path], *, pause: Callable[[], None]) -> Iterator[Look]:
    """Look until no run goes on; `pause` is called between two looks.

    Of a run that Inspect itself was told to run nobody knows whether it was left: it is waited for.

    Raises:
        TaskFileError: a folder is no run, or one of its results cannot be read.
    """
    before: tuple[Path, ...] | None = None
    while True:
        # Asked first: what a run wrote before it was left is seen in this look.
        were_left = {path for path in paths if RunFolder(path).was_left}
        results = load_results(paths)
        ended = tuple(trial.folder for trial in results.trials)
        left = [run.path for run in results.runs if run.path in were_left and not run.is_complete]
        look = Look(results, ended != before, tuple(left))
        before = ended
        yield look
        if look.is_last:
            return
        pause()

"""The same candidate judged again: what lies beside a trial's own result."""

from collections.abc import Iterator
from pathlib import Path

from bugsweep.domain.errors import TaskFileError
from bugsweep.domain.outcome import TrialResult
from bugsweep.files.run_folder import load_result

_ARBITER = "arbiter-"


def load_judgements(
    trial: Path, *, with_arbiters: bool = False
) -> Iterator[tuple[str, TrialResult]]:
    """Every further judgement by the name of its folder; what does not read is passed over.

    An arbiter takes decided verdicts over, so it is no second rating of them.
    """
    for path in sorted(trial.glob("judgements/*/result.json")):
        if path.parent.name.startswith(_ARBITER) and not with_arbiters:
            continue
        try:
            yield path.parent.name, load_result(path)
        except (OSError, TaskFileError):
            continue

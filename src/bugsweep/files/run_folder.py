"""A run on disk: what was run, and one result per trial beside its evidence.

RUN/
  run.json                             what was asked
  logs/*.eval                          Inspect's own log of each agent
  trials/AGENT/TASK/EPOCH/
    result.json  candidate.patch       what came out
    target/  preservation/             evidence, step by step
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from pydantic import Field, ValidationError

from bugsweep import __version__
from bugsweep.domain.errors import TaskFileError
from bugsweep.domain.outcome import TrialResult
from bugsweep.domain.record import Record
from bugsweep.domain.task import Task
from bugsweep.files.digest import join_digests
from bugsweep.files.suite import suite_version

_CARD = "run.json"
_RESULT = "result.json"


class RunCard(Record):
    """What run.json says."""

    format_version: int = Field(default=1, ge=1, le=1)
    suite: str
    suite_version: str = ""
    suite_digest: str = ""
    tasks: tuple[str, ...]
    agents: tuple[str, ...]
    prompt: str
    epochs: int = Field(default=1, ge=1)
    executor: str = "scripted"
    started_at: str
    bugsweep_version: str


def run_card(
    names: Sequence[str],
    tasks: Sequence[Task],
    agents: Sequence[str],
    *,
    prompt: str,
    executor: str,
    epochs: int = 1,
) -> RunCard:
    """What is run from now on, by this version of bugsweep."""
    return RunCard(
        suite=",".join(names),
        suite_version=suite_version(tasks),
        suite_digest=join_digests(*(task.digest for task in tasks)),
        tasks=tuple(task.id for task in tasks),
        agents=tuple(agents),
        prompt=prompt,
        epochs=epochs,
        executor=executor,
        started_at=datetime.now(UTC).isoformat(timespec="seconds"),
        bugsweep_version=__version__,
    )


class RunFolder:
    """The folder of one run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def logs(self) -> Path:
        """Where Inspect writes."""
        return self.path / "logs"

    def trial(self, *, agent: str, task: str, epoch: int) -> Path:
        """The folder of one trial."""
        return self.path / "trials" / agent.replace("/", "_") / task / str(epoch)

    def write_card(self, card: RunCard) -> None:
        """Say what is being run."""
        self.path.mkdir(parents=True, exist_ok=True)
        (self.path / _CARD).write_text(card.model_dump_json(indent=2) + "\n", encoding="utf-8")

    def load_card(self) -> RunCard:
        """What was run.

        Raises:
            TaskFileError: this is no run folder.
        """
        path = self.path / _CARD
        try:
            return RunCard.model_validate_json(path.read_bytes())
        except (OSError, ValidationError) as error:
            raise TaskFileError(path, f"is no run: {error}") from None

    def write_result(self, result: TrialResult, *, epoch: int) -> None:
        """Keep the result of one trial, whole or not at all."""
        folder = self.trial(agent=result.agent, task=result.task, epoch=epoch)
        folder.mkdir(parents=True, exist_ok=True)
        draft = folder / f".{_RESULT}"
        draft.write_text(result.model_dump_json(indent=2) + "\n", encoding="utf-8")
        draft.rename(folder / _RESULT)

    def load_results(self) -> Iterable[TrialResult]:
        """All results, in a fixed order.

        Raises:
            TaskFileError: one of them cannot be read.
        """
        for path in sorted(self.path.glob(f"trials/*/*/*/{_RESULT}")):
            try:
                yield TrialResult.model_validate_json(path.read_bytes())
            except ValidationError as error:
                raise TaskFileError(path, f"is no trial result: {error}") from None


def new_run_folder(root: Path, name: str) -> RunFolder:
    """A folder that nobody else has, named by time and suite."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    for number in range(1, 1000):
        path = root / (f"{stamp}-{name}" if number == 1 else f"{stamp}-{name}-{number}")
        try:
            path.mkdir(parents=True)
        except FileExistsError:
            continue
        return RunFolder(path.resolve())
    raise TaskFileError(root, "holds too many runs of this second")

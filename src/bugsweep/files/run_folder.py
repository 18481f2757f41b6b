"""A run on disk: what was run, and one result per trial beside its evidence.

RUN/
  run.json                             what was asked
  logs/*.eval                          Inspect's own log of each agent
  trials/AGENT/TASK/EPOCH/
    result.json  candidate.patch       what came out
    work.json  trajectory.json         what the agent did, and what it took
    browser.jsonl  recording/          what was done in its browsers, and asked of the app
    stages.json                        how far it got, as a model judged
    target/  preservation/             evidence, step by step
    attempts/N/                        earlier attempts, ended by a fault that was not the agent's
    judgements/EXECUTOR-N/             the same candidate, judged again
    judgements/arbiter-EXECUTOR-N/     only what was undecided, judged again
"""

import fcntl
import re
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from pydantic import Field, ValidationError

from bugsweep.domain.errors import TaskFileError, UsageError
from bugsweep.domain.outcome import TrialResult
from bugsweep.domain.record import Record
from bugsweep.domain.task import Task
from bugsweep.files.digest import join_digests

_CARD = "run.json"
_LOCK = ".lock"
_TRIES = 5
_PAUSE_S = 0.05
_RESULT = "result.json"
_ATTEMPTS = "attempts"
_JUDGEMENTS = "judgements"
_NAME_LENGTH = 60


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
    model: str = ""
    effort: str = ""
    browser_hint: bool = True
    minutes: float | None = Field(default=None, gt=0)
    """The agent's time for each trial."""
    tokens: int | None = Field(default=None, gt=0)
    """The agent's tokens for each trial."""
    cost_usd: float | None = Field(default=None, gt=0)
    """The agent's money for each trial."""
    total_minutes: float | None = Field(default=None, gt=0)
    """The time for all trials together, counted anew when a run goes on."""
    total_tokens: int | None = Field(default=None, gt=0)
    """The agents' tokens for all trials together."""
    total_cost_usd: float | None = Field(default=None, gt=0)
    """The agents' money for all trials together."""
    egress: tuple[str, ...] = ()
    """The hosts, each with its port, that agents could speak to."""
    started_at: str
    bugsweep_version: str


def now() -> str:
    """UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def suite_digest_of(tasks: Sequence[Task]) -> str:
    """Changes when any file of the tasks does."""
    return join_digests(*(task.digest for task in tasks))


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
        return self.path / "trials" / as_folder(agent) / task / str(epoch)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the run for the length of the block; a crash lets it go as well.

        Raises:
            UsageError: another process holds it.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        with (self.path / _LOCK).open("a") as lock:
            for rest in reversed(range(_TRIES)):
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if not rest:
                        raise UsageError(f"another process runs `{self.path}`") from None
                    # Whoever asks whether the run was left holds it for a moment.
                    time.sleep(_PAUSE_S)
            yield

    @property
    def was_left(self) -> bool:
        """Whether a process has held the run and none does now."""
        try:
            with (self.path / _LOCK).open() as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    @property
    def has_card(self) -> bool:
        """Whether a run has begun here."""
        return (self.path / _CARD).is_file()

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
        write_record(result, folder / _RESULT)

    def find_result(self, *, agent: str, task: str, epoch: int) -> TrialResult | None:
        """The result of one trial, if it has ended."""
        path = self.trial(agent=agent, task=task, epoch=epoch) / _RESULT
        return load_result(path) if path.exists() else None

    def result_paths(self) -> list[Path]:
        """The files of all results, in a fixed order."""
        return sorted(self.path.glob(f"trials/*/*/*/{_RESULT}"))

    def load_results(self) -> Iterable[TrialResult]:
        """All results, in a fixed order.

        Raises:
            TaskFileError: one of them cannot be read.
        """
        for path in self.result_paths():
            yield load_result(path)


def begin_attempt(trial: Path, *, keep: Collection[str] = ()) -> int:
    """Set aside what an attempt before left in a trial's folder, but for the names in `keep`.

    Returns:
        The number of the attempt that begins.
    """
    trial.mkdir(parents=True, exist_ok=True)
    earlier = trial / _ATTEMPTS
    number = 1 + (len(list(earlier.iterdir())) if earlier.is_dir() else 0)
    leftovers = [it for it in trial.iterdir() if it != earlier and it.name not in keep]
    if not leftovers:
        return number
    place = earlier / str(number)
    place.mkdir(parents=True)
    for path in leftovers:
        path.rename(place / path.name)
    return number + 1


def begin_judgement(trial: Path, name: str) -> Path:
    """A new folder for the same candidate judged again by the executor of this name."""
    number = 1
    while True:
        place = trial / _JUDGEMENTS / f"{as_folder(name)}-{number}"
        try:
            place.mkdir(parents=True)
        except FileExistsError:
            number += 1
        else:
            return place


def judgement_paths(trial: Path) -> list[Path]:
    """The files of the results of all judgements after the first, in a fixed order."""
    return sorted(
        trial.glob(f"{_JUDGEMENTS}/*/{_RESULT}"),
        key=lambda path: (path.parent.name.rpartition("-")[0], len(path.parts[-2]), path),
    )


def load_result(path: Path) -> TrialResult:
    """Read one result.

    Raises:
        TaskFileError: it cannot be read.
    """
    try:
        return TrialResult.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise TaskFileError(path, f"is no trial result: {error}") from None


def write_record(record: Record, path: Path) -> None:
    """Write JSON, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}")
    draft.write_text(record.model_dump_json(indent=2) + "\n", encoding="utf-8")
    draft.rename(path)


def as_folder(agent: str) -> str:
    """An agent's name may be a whole command; two of them never share a folder."""
    plain = re.sub(r"[^\w.@=+-]+", "_", agent)[:_NAME_LENGTH]
    return plain if plain == agent else f"{plain}-{join_digests(agent)[:8]}"


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

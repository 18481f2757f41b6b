"""How far an executor can be relied on: both builds of every Task, judged several times.

RUN/reliability.json                              what is measured, and on what
RUN/EXECUTOR/TASK/BUILD/ROLE-N/verdict.json       every execution, with its evidence beside it
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Self

from pydantic import Field, ValidationError

from bugsweep.domain.candidate import Build
from bugsweep.domain.errors import TaskFileError
from bugsweep.domain.gate import REQUIRED, GateReport
from bugsweep.domain.record import Record
from bugsweep.domain.task import Task
from bugsweep.domain.usage import Usage
from bugsweep.domain.verdict import BehaviourRole, Verdict, VerdictKind
from bugsweep.files.run_folder import as_folder, write_record
from bugsweep.verification.executors import open_executor
from bugsweep.verification.gates import Execution, run_gates
from bugsweep.verification.machine import Machine

CARD_FILE: Final = "reliability.json"


class ReliabilityCard(Record):
    """What reliability.json says."""

    format_version: int = Field(default=1, ge=1, le=1)
    names: tuple[str, ...]
    """Suites, subsets and tasks, as the user named them."""
    tasks: tuple[str, ...]
    suite_version: str
    suite_digest: str
    executors: tuple[str, ...]
    repeats: int = Field(ge=1)
    jobs: int = Field(ge=1)
    """Tasks at a time: executions side by side take longer each."""
    started_at: str
    machines: tuple[Machine, ...]
    """More than one when a run that was interrupted went on elsewhere."""

    def on(self, machine: Machine) -> Self:
        """The same, gone on with on this machine."""
        machines = tuple(dict.fromkeys(it.text for it in (*self.machines, machine)))
        if len(machines) == len(self.machines):
            return self
        return self.model_copy(update={"machines": (*self.machines, machine)})


class Deviation(Record):
    """An execution that did not show what it had to."""

    task: str
    build: Build
    role: BehaviourRole
    number: int
    kind: VerdictKind
    reason: str
    evidence_dir: str


class ReliabilityCell(Record):
    """One build and behaviour test, over all tasks."""

    build: Build
    role: BehaviourRole
    passed: tuple[int, ...]
    """Tasks whose test PASSed, run by run."""
    executed: tuple[int, ...]
    """Tasks whose test was executed, run by run."""
    undecided: int
    """Executions that showed neither PASS nor FAIL; they did not pass."""


class Reliability(Record):
    """One executor on apps whose state is known."""

    executor: str
    cells: tuple[ReliabilityCell, ...]
    deviations: tuple[Deviation, ...]
    errors: dict[str, str]
    """Tasks that could not be tried to the end, and why."""
    seconds: tuple[float, ...]
    """Each execution, its fresh Instance included."""
    usage: Usage
    """Of all executions."""


def load_card(run: Path) -> ReliabilityCard:
    """What is measured in a folder.

    Raises:
        TaskFileError: nothing is.
    """
    path = run / CARD_FILE
    try:
        return ReliabilityCard.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise TaskFileError(path, f"is no measurement of reliability: {error}") from None


def write_card(run: Path, card: ReliabilityCard) -> None:
    """Say what is measured."""
    write_record(card, run / CARD_FILE)


async def run_reliability(
    tasks: Sequence[Task],
    card: ReliabilityCard,
    *,
    run: Path,
    on_execution: Callable[[str, Execution], None] = lambda _, __: None,
) -> list[Reliability]:
    """Measure every executor of `card` on `tasks`; executions that `run` holds are not repeated."""
    measured = []
    for name in card.executors:

        def tell(done: Execution, name: str = name) -> None:
            on_execution(name, done)

        async with open_executor(name) as executor:
            reports = [
                report
                async for report in run_gates(
                    tasks,
                    executor,
                    repeats=card.repeats,
                    evidence_dir=run / as_folder(name),
                    jobs=card.jobs,
                    on_execution=tell,
                )
            ]
        measured.append(measure_reliability(name, reports, repeats=card.repeats))
    return measured


def measure_reliability(
    executor: str, reports: Sequence[GateReport], *, repeats: int
) -> Reliability:
    """Count what the executions of an executor showed.

    The n-th execution of every task together are the n-th run.
    """
    reports = sorted(reports, key=lambda report: report.task)
    everything = [verdict for _, verdicts in _cells(reports) for verdict in verdicts]
    return Reliability(
        executor=executor,
        cells=tuple(_count(reports, build, role, repeats) for build, role in REQUIRED),
        deviations=tuple(
            Deviation(
                task=report.task,
                build=cell.build,
                role=cell.role,
                number=number,
                kind=verdict.kind,
                reason=verdict.reason,
                evidence_dir=verdict.evidence_dir,
            )
            for report in reports
            for cell in report.cells
            for number, verdict in enumerate(cell.verdicts, start=1)
            if verdict.kind is not cell.required
        ),
        errors={report.task: report.error for report in reports if report.error},
        seconds=tuple(verdict.elapsed_s for verdict in everything),
        usage=sum((verdict.usage for verdict in everything if verdict.usage), Usage()),
    )


def _cells(
    reports: Sequence[GateReport],
) -> list[tuple[tuple[Build, BehaviourRole], tuple[Verdict, ...]]]:
    return [((cell.build, cell.role), cell.verdicts) for report in reports for cell in report.cells]


def _count(
    reports: Sequence[GateReport], build: Build, role: BehaviourRole, repeats: int
) -> ReliabilityCell:
    found = [verdicts for place, verdicts in _cells(reports) if place == (build, role)]
    runs = [[verdicts[number] for verdicts in found] for number in range(repeats)]
    return ReliabilityCell(
        build=build,
        role=role,
        passed=tuple(sum(it.kind is VerdictKind.PASS for it in verdicts) for verdicts in runs),
        executed=tuple(map(len, runs)),
        undecided=sum(not it.kind.is_decided for verdicts in runs for it in verdicts),
    )

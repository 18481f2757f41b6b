"""A condition a Task must meet before anything is measured with it."""

from enum import StrEnum

from pydantic import Field

from bugsweep.domain.candidate import Build
from bugsweep.domain.record import Record
from bugsweep.domain.verdict import BehaviourRole, Verdict, VerdictKind

REQUIRED: dict[tuple[Build, BehaviourRole], VerdictKind] = {
    (Build.BUGGY, BehaviourRole.TARGET): VerdictKind.FAIL,
    (Build.BUGGY, BehaviourRole.PRESERVATION): VerdictKind.PASS,
    (Build.REFERENCE, BehaviourRole.TARGET): VerdictKind.PASS,
    (Build.REFERENCE, BehaviourRole.PRESERVATION): VerdictKind.PASS,
}


class GateCell(Record):
    """One build and behaviour test, executed `n` times."""

    build: Build
    role: BehaviourRole
    verdicts: tuple[Verdict, ...] = Field(min_length=1)

    @property
    def required(self) -> VerdictKind:
        """What every execution must show."""
        return REQUIRED[self.build, self.role]

    @property
    def as_required(self) -> int:
        """How many executions showed it."""
        return sum(verdict.kind is self.required for verdict in self.verdicts)

    @property
    def is_met(self) -> bool:
        """Whether all of them did."""
        return self.as_required == len(self.verdicts)


class LeakKind(StrEnum):
    """How the repair of a bug can be seen where it must be found."""

    FILE = "file of the repair"
    LINES = "lines of the repair"
    RELEASE = "later release"
    NOTES = "notes of a later release"
    CACHE = "package cache"
    HISTORY = "history"
    """Of the product: more than the one commit, or where it comes from."""
    TASK_FILE = "file of the task"


class Leak(Record):
    """A place in the buggy App's Image that tells of the repair."""

    kind: LeakKind
    path: str
    """In the Image; absolute when it is in the toolchain of the machine."""
    detail: str


class GateReport(Record):
    """All four cells of one Task, and what its Image gives away."""

    task: str
    cells: tuple[GateCell, ...] = ()
    leaks: tuple[Leak, ...] = ()
    error: str = ""
    """Why the gate could not be tried, if it could not."""

    @property
    def is_open(self) -> bool:
        """Whether the Task may be used."""
        return (
            not self.error
            and not self.leaks
            and len(self.cells) == len(REQUIRED)
            and all(cell.is_met for cell in self.cells)
        )

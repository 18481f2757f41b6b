"""A condition a Task must meet before anything is measured with it."""

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


class GateReport(Record):
    """All four cells of one Task."""

    task: str
    cells: tuple[GateCell, ...] = ()
    error: str = ""
    """Why the gate could not be tried, if it could not."""

    @property
    def is_open(self) -> bool:
        """Whether the Task may be used."""
        return (
            not self.error
            and len(self.cells) == len(REQUIRED)
            and all(cell.is_met for cell in self.cells)
        )

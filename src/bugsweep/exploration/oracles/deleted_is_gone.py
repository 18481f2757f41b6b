"""O08."""

from collections.abc import Iterator

from bugsweep.exploration.oracles.api import not_seen
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Sense, Step, Trail
from bugsweep.exploration.views import SHOWS_HISTORY


class DeletedIsGoneOracle:
    """A thing that was deleted must be gone everywhere.

    Traps: histories, trash, notices with its name (only rows count), and a click that deleted
    nothing: it must have sent something, or the thing be gone from one place at least.
    """

    name = "deleted-is-gone"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Look for rows that still show what was deleted."""
        is_gone_somewhere = False
        deleting = _deleting(trail)
        for moment in trail.of(Sense.DELETED):
            look = moment.look
            rows = [row for row in look.rows if moment.marker in row.text]
            if not rows:
                is_gone_somewhere = True
                continue
            if not (is_gone_somewhere or any(step.writes for step in deleting)):
                return
            if SHOWS_HISTORY.search(f"{look.path} {' '.join(look.headings[:2])}"):
                continue
            yield Suspicion(
                oracle=self.name,
                title="Something that was deleted is still shown",
                expected=f"“{moment.marker}” is gone",
                seen=f"“{rows[0].text[:80]}” on {look.path}",
                at=moment.at,
                subject=f"{trail.form}|{moment.detail}",
                claims=(not_seen(moment.marker),),
                needs=tuple(step.index for step in deleting),
                weight=0.7 if is_gone_somewhere else 0.5,
                severity=3,
            )
            return


def _deleting(trail: Trail) -> list[Step]:
    """What was done to delete: all since the moment before the first look afterwards."""
    first = next((moment.at for moment in trail.of(Sense.DELETED)), 0)
    earlier = [moment.at for moment in trail.moments if moment.at < first]
    return trail.steps[max(earlier, default=trail.setup) : first]

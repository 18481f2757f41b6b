"""O08."""

from collections.abc import Iterator

from bugsweep.exploration.oracles.api import not_seen
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Sense, Trail
from bugsweep.exploration.views import SHOWS_HISTORY


class DeletedIsGoneOracle:
    """A thing that was deleted must be gone everywhere.

    Traps: histories, trash, and notices with its name (only rows count).
    """

    name = "deleted-is-gone"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Look for rows that still show what was deleted."""
        is_gone_somewhere = False
        for moment in trail.of(Sense.DELETED):
            look = moment.look
            rows = [row for row in look.rows if moment.marker in row.text]
            if not rows:
                is_gone_somewhere = True
                continue
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
                weight=0.7 if is_gone_somewhere else 0.5,
                severity=3,
            )
            return

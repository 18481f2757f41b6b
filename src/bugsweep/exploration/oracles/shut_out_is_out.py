"""O21."""

from collections.abc import Iterator

from bugsweep.exploration.oracles.api import not_seen
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Sense, Trail


class ShutOutIsOutOracle:
    """Who may no longer come in must be out at the next request, also with a session open.

    Trap: pages that anybody may see: the words are of a page that asks for signing in.
    """

    name = "shut-out-is-out"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Look for what the person saw before."""
        for moment in trail.of(Sense.SHUT_OUT):
            if moment.marker not in moment.look.text:
                continue
            yield Suspicion(
                oracle=self.name,
                title=f"“{moment.detail}” was shut out and still sees what is inside",
                expected=f"“{moment.marker}” is not shown to that person",
                seen=f"it is, on {moment.look.path}",
                at=moment.at,
                subject="accounts|session",
                claims=(not_seen(moment.marker),),
                needs=tuple(range(len(trail.steps))),
                weight=0.8,
                severity=3,
            )

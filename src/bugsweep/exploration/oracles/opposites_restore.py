"""O33."""

import re
from collections.abc import Iterator

from bugsweep.exploration.oracles.api import differing, holds, seen
from bugsweep.exploration.suspicion import Claim, Suspicion
from bugsweep.exploration.trail import Moment, Sense, Trail

_SHORTEST, _LONGEST = 2, 80
_PASSES = re.compile(
    r"\d\s*(s|ms|sec|min|hour|day|second|minute)\w*\b|\d:\d\d|\bago\b", re.IGNORECASE
)
"""What goes on by itself: clocks, and how long something took."""


class OppositesRestoreOracle:
    """An action and its opposite must bring back what the page showed before.

    Traps: clocks, notices that say what was done (only what is gone counts), things that only come
    up at the first time, and two controls that are no opposites of each other in spite of their
    names: where nothing of the page came back, nothing is said. At the end of a range one of them
    does nothing, and an empty number is none: the probe does both once before it counts, and
    marks nothing where one of them changed nothing.
    """

    name = "opposites-restore"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Look for what was there before and is not there after."""
        for moment in trail.of(Sense.INVERTED):
            changed = next(iter(differing(moment)), None)
            if changed is not None:
                held, now = changed
                claim, shown = holds(held.spot, held.value), f"“{held.title}” holds “{now}”"
                yield self._told(
                    trail, moment, f"“{held.title}” holds “{held.value}”", shown, claim
                )
                continue
            gone = _gone(moment)
            if gone:
                claim, shown = seen(gone[0]), "it is not there"
                yield self._told(trail, moment, f"“{gone[0]}” is there again", shown, claim)

    def _told(
        self, trail: Trail, moment: Moment, expected: str, shown: str, claim: Claim
    ) -> Suspicion:
        return Suspicion(
            oracle=self.name,
            title=f"{moment.detail} do not bring back what was there",
            expected=expected,
            seen=shown,
            at=moment.at,
            # There and back, or back and there: one fault.
            subject=f"{trail.form}|{'|'.join(sorted(moment.detail.split(' and ')))}",
            claims=(claim,),
            before=trail.steps[moment.at - 3].index,
            needs=_pair_before(trail, moment),
            weight=0.5,
        )


def _pair_before(trail: Trail, moment: Moment) -> tuple[int, ...]:
    """There and back, and the same two once before where they were done to be clear of an end."""
    names = [step.action.spot and step.action.spot.name for step in trail.steps[: moment.at]]
    count = 4 if names[-4:-2] == [names[-1], names[-2]] else 2
    return tuple(range(moment.at - count, moment.at))


def _gone(moment: Moment) -> list[str]:
    now = set(moment.look.lines)
    told = [line for line in moment.others if _SHORTEST <= len(line) <= _LONGEST]
    gone = [line for line in told if line not in now and not _PASSES.search(line)]
    return gone if 2 * len(gone) <= len(told) else []

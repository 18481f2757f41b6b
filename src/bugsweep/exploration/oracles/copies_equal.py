"""O22."""

from collections.abc import Iterator

from bugsweep.exploration.markers import find_markers
from bugsweep.exploration.oracles.api import differing, holds, what_wrote
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Held, Sense, Trail

_OWN = {"date", "datetime-local", "time", "hidden"}


class CopiesEqualOracle:
    """What the app makes as a copy must hold what the thing holds that was copied.

    Traps: names, addresses and days, which a copy rightly has of its own (every field with a
    marker is left out, and every date), and copies that take nothing over but the name: one value
    counts as lost only where another one was taken over.
    """

    name = "copies-equal"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Compare the form of the copy with that of what was copied."""
        for moment in trail.of(Sense.COPIED):
            told = tuple(held for held in moment.wanted if _is_content(held))
            lost = list(differing(moment, told))
            chosen = [held for held in told if held.value.strip() not in {"", "off", "0"}]
            if len(lost) >= len(chosen):
                continue
            for held, now in lost:
                yield Suspicion(
                    oracle=self.name,
                    title=f"A copy does not hold the “{held.title}” of what was copied",
                    expected=f"“{held.title}” holds “{held.value}”",
                    seen=f"it holds “{now}”",
                    at=moment.at,
                    subject=f"{trail.form}|{held.title}",
                    claims=(holds(held.spot, held.value),),
                    needs=what_wrote(trail, moment.at),
                    weight=0.6,
                    severity=3,
                )


def _is_content(held: Held) -> bool:
    return held.kind not in _OWN and not find_markers(held.value)

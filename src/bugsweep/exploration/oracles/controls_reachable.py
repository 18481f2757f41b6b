"""O23."""

from collections.abc import Iterator

from bugsweep.exploration.action import Action, Op
from bugsweep.exploration.suspicion import Claim, Suspicion
from bugsweep.exploration.trail import Sense, Trail


class ControlsReachableOracle:
    """Every control that is shown must be within reach of the pointer at usual window sizes.

    Traps: carousels and menus off the canvas, and what lies open above the page; a control counts
    only when it cannot be reached at one size and can at another.
    """

    name = "controls-reachable"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Turn what was measured into suspicions."""
        for moment in trail.of(Sense.MEASURED):
            spot = moment.spot
            size, _, why = moment.detail.partition(": ")
            if spot is None or spot.css or "covered" not in why:
                continue
            yield Suspicion(
                oracle=self.name,
                title=f"The {spot} cannot be reached in a window of {size}",
                expected="it can be clicked",
                seen=why,
                at=moment.at,
                subject=f"{trail.form}|{spot.name}",
                claims=(Claim(sentence="the page has no script error"),),
                then=(Action(op=Op.CLICK, spot=spot),),
                weight=0.0,
                severity=1,
            )

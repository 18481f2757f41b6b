"""O23."""

from collections.abc import Iterator

from bugsweep.exploration.action import Op
from bugsweep.exploration.suspicion import Claim, Suspicion
from bugsweep.exploration.trail import Sense, Trail


class ControlsReachableOracle:
    """Every control that is shown must be within reach of the pointer at usual window sizes.

    Traps: carousels and menus off the canvas are no matter: only what is covered counts, wherever
    the page is scrolled to, and only when it is within reach in a wide window. What covers a third
    of the controls was opened above the page. Pages that do not say they fit a narrow screen are
    shown wide there.
    """

    name = "controls-reachable"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Turn what was measured into suspicions."""
        sizes = [step.index for step in trail.steps if step.action.op is Op.RESIZE]
        for moment in trail.of(Sense.MEASURED):
            spot = moment.spot
            size, _, why = moment.detail.partition(": ")
            if spot is None or "covers" not in why:
                continue
            yield Suspicion(
                oracle=self.name,
                title=f"The {spot} cannot be reached in a window of {size}",
                expected="it can be clicked, as in a wide window",
                seen=why,
                at=moment.at,
                subject=f"{trail.form}|{spot.name}",
                claims=(Claim(spot=spot, state="within reach"),),
                before=sizes[0] - 1,
                weight=0.6,
                severity=1,
            )

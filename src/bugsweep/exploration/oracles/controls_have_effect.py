"""O19."""

from collections.abc import Iterator

from bugsweep.browser.looking import Look
from bugsweep.exploration.oracles.api import not_seen
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Sense, Trail


class ControlsHaveEffectOracle:
    """A control that can be used must do something: on the page, in the address, or by a call.

    Traps: what only shows in the current state, downloads, the clipboard, and links to the page
    itself. No behaviour test says "something happens", so these are never more than suspicions.
    """

    name = "controls-have-effect"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Compare the page before and after each click on a button with a name."""
        for moment in trail.of(Sense.CLICKED):
            step = trail.steps[moment.at - 1]
            spot = moment.spot
            if spot is None or spot.kind != "button" or step.calls or step.stirred:
                continue
            if _gist(step.before) != _gist(step.after) or step.errors:
                continue
            yield Suspicion(
                oracle=self.name,
                title=f"The {spot} does nothing",
                expected="something happens",
                seen="nothing changed, nothing was sent",
                at=moment.at,
                subject=f"{trail.form}|{spot.name}",
                claims=(not_seen(spot.name),),
                weight=0.0,
                severity=2,
            )


def _gist(look: Look) -> tuple[object, ...]:
    fields = tuple((field.css, field.held) for field in look.fields)
    pressed = tuple((control.css, control.is_pressed) for control in look.controls)
    return look.url, look.lines, fields, pressed, look.focus_is_field, look.elements

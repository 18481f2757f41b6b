"""O19."""

import re
from collections.abc import Iterator

from bugsweep.browser.looking import Look
from bugsweep.exploration.suspicion import Claim, Suspicion
from bugsweep.exploration.trail import Moment, Sense, Trail

_IDLE = re.compile(
    r"\b(undo|redo|reset|clear|refresh|reload|first|prev\w*|back|today|stop|close|cancel|copy|print"
    r"|full ?screen|share|zoom|play|pause|mute|apply|save|search|go|ok|select|all|none)\b|^\W*$",
    re.IGNORECASE,
)
"""What may rightly do nothing in the state the page is in, or where no script sees it."""


class ControlsHaveEffectOracle:
    """A control that can be used must do something: on the page, in the address, or by a call.

    Traps: what only shows in the current state (`undo` with nothing to undo, the tab that is open
    already), downloads, the clipboard, and links to the page itself. Only buttons with a name that
    says of none of these count, and low: a person should look.
    """

    name = "controls-have-effect"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Compare the page before and after each click on a button with a name."""
        for moment in trail.of(Sense.CLICKED):
            spot = moment.spot
            if spot is None or not _is_dead(trail, moment):
                continue
            yield Suspicion(
                oracle=self.name,
                title=f"The {spot} does nothing",
                expected="something happens",
                seen="nothing changed, nothing was sent",
                at=moment.at,
                subject=f"dead|{trail.form}|{spot.name}",
                claims=(Claim(sentence="the app reacts to the click"),),
                needs=tuple(step.index for step in trail.steps[trail.setup :]),
                weight=0.3,
                severity=2,
            )


def _is_dead(trail: Trail, moment: Moment) -> bool:
    step, spot = trail.steps[moment.at - 1], moment.spot
    if spot is None or spot.kind != "button" or step.calls or step.stirred or step.errors:
        return False
    control = next((c for c in step.before.controls if c.css == spot.path), None)
    is_open = control is not None and (control.is_pressed or control.has_popup)
    return not is_open and not _IDLE.search(spot.name) and _gist(step.before) == _gist(step.after)


def _gist(look: Look) -> tuple[object, ...]:
    fields = tuple((field.css, field.held) for field in look.fields)
    pressed = tuple((control.css, control.is_pressed) for control in look.controls)
    return look.url, look.lines, fields, pressed, look.focus_is_field, look.elements

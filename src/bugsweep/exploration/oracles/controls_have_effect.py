"""O19."""

import re
from collections.abc import Iterator

from bugsweep.browser.looking import Look
from bugsweep.exploration.suspicion import Claim, Suspicion
from bugsweep.exploration.trail import Moment, Sense, Trail

_PROMISES = re.compile(
    r"\b(new|add|create|edit|open|show|more|details|view|import|export|delete|remove|rename|archive"
    r"|duplicate|invite|assign|reply|preview)\b",
    re.IGNORECASE,
)
"""Whatever the state, these do something; others may rightly have nothing to do just now."""


class ControlsHaveEffectOracle:
    """A control that can be used must do something: on the page, in the address, or by a call.

    Traps: what only shows in the current state (`undo` with nothing to undo, the tab that is open
    already), downloads, the clipboard, and links to the page itself. Only names that promise an
    effect in any state, such as “Add”, are tried again; the others are left for a person.
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
                weight=0.5 if _PROMISES.search(spot.name) else 0.0,
                severity=2,
            )


def _is_dead(trail: Trail, moment: Moment) -> bool:
    step, spot = trail.steps[moment.at - 1], moment.spot
    if spot is None or spot.kind != "button" or step.calls or step.stirred or step.errors:
        return False
    control = next((c for c in step.before.controls if c.css == spot.path), None)
    is_open = control is not None and (control.is_pressed or control.has_popup)
    return not is_open and _gist(step.before) == _gist(step.after)


def _gist(look: Look) -> tuple[object, ...]:
    fields = tuple((field.css, field.held) for field in look.fields)
    pressed = tuple((control.css, control.is_pressed) for control in look.controls)
    return look.url, look.lines, fields, pressed, look.focus_is_field, look.elements

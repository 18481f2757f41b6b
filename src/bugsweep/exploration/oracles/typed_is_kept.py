"""O16."""

from collections.abc import Iterator

from bugsweep.exploration.markers import find_markers
from bugsweep.exploration.oracles.api import seen
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Moment, Sense, Trail

_WHAT = {
    "plain": "What was typed in place is not kept",
    "arrow keys": "The arrow keys do not move the cursor in an open editor",
    "code": "A text that looks like something else is turned into it",
    "name of a file": "The name that was typed for a file is not used",
    "file": "A file that was given is not shown",
}


class TypedIsKeptOracle:
    """What was typed last, key by key, must be what is kept: numbers, codes and names alike.

    Traps: numbers that are written in another form on purpose, and editors that refuse a value:
    an editor that shows the old value again has refused.
    """

    name = "typed-is-kept"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Look for what was typed, where the old text no longer is."""
        for moment in trail.of(Sense.TYPED, Sense.RELOADED):
            if moment.sense is Sense.RELOADED and moment.detail != "typed":
                continue
            kind = "plain" if moment.sense is Sense.RELOADED else moment.detail
            if kind not in _WHAT or _stands(moment, moment.marker):
                continue
            if kind == "arrow keys" and not find_markers(moment.look.text):
                # Nothing of what was typed was taken.
                continue
            if kind == "file" or (kind == "code" and _is_refused(moment)):
                continue
            yield Suspicion(
                oracle=self.name,
                title=_WHAT[kind],
                expected=f"“{moment.marker}” is shown",
                seen=_near(moment),
                at=moment.at,
                subject=f"{trail.form}|{kind}",
                claims=(seen(moment.marker),),
                weight=0.6 if kind in {"arrow keys", "name of a file"} else 0.45,
                severity=3,
            )


def _is_refused(moment: Moment) -> bool:
    """Whether the editor shows the old text again."""
    spot = moment.spot
    if spot is not None and spot.css:
        own = [field.value for field in moment.look.fields if field.css == spot.css]
        return not own or own[0].strip() in moment.others
    return any(_stands(moment, old) for old in moment.others)


def _stands(moment: Moment, text: str) -> bool:
    fields = (field.value for field in moment.look.fields)
    return text in moment.look.text or any(text in value for value in fields)


def _near(moment: Moment) -> str:
    marker = moment.marker[:4]
    lines = [line for line in moment.look.lines if marker in line]
    return (lines or ["it is nowhere on the page"])[0][:160]

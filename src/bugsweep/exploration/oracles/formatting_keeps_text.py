"""O34."""

from collections.abc import Iterator

from bugsweep.exploration.oracles.api import field_now, holds, seen, squeezed
from bugsweep.exploration.suspicion import Claim, Suspicion
from bugsweep.exploration.trail import Moment, Sense, Trail

_ENOUGH = 2


class FormattingKeepsTextOracle:
    """Formatting must keep the words it formats, and a second time must take it off again.

    Traps: tools that go through several states, such as headings, and editors in which formatting
    is only added: a tool is expected to take its formatting off where two others do.
    """

    name = "formatting-keeps-text"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Look for the words, and after the second time for the text as it was."""
        moments = list(trail.of(Sense.FORMATTED))
        for moment in moments:
            now = field_now(moment, moment.wanted[0])
            if now is not None and not _has_words(now, moment.marker):
                claim = seen(moment.marker)
                yield self._told(trail, moment, now, claim, "loses words that it formats")
                break
        twice = [moment for moment in moments if moment.detail == "twice"]
        kept = [moment for moment in twice if _is_as_before(moment)]
        if len(kept) < _ENOUGH:
            return
        for moment in twice:
            held = moment.wanted[0]
            now = field_now(moment, held)
            if now is None or moment in kept or not _has_words(now, moment.marker):
                continue
            claim = holds(held.spot, held.value)
            yield self._told(trail, moment, now, claim, "is not taken off by a second time")
            return

    def _told(self, trail: Trail, moment: Moment, now: str, claim: Claim, what: str) -> Suspicion:
        (tool,) = moment.others
        begins = max(
            step.index for step in trail.steps[: moment.at] if moment.marker in step.action.value
        )
        return Suspicion(
            oracle=self.name,
            title=f"“{tool}” {what}",
            expected=f"“{moment.marker}”",
            seen=f"“{squeezed(now)[:120]}”",
            at=moment.at,
            subject=f"{trail.form}|{tool}|{what}",
            claims=(claim,),
            needs=tuple(range(begins, moment.at)),
            weight=0.6,
            severity=3,
        )


def _has_words(now: str, text: str) -> bool:
    return squeezed(text).lower() in squeezed(now).lower()


def _is_as_before(moment: Moment) -> bool:
    now = field_now(moment, moment.wanted[0])
    return now is not None and squeezed(now) == squeezed(moment.marker)

"""O14."""

import re
from collections.abc import Iterator

from bugsweep.browser.looking import Look, RowSeen
from bugsweep.exploration.action import Spot
from bugsweep.exploration.ground import row_of
from bugsweep.exploration.oracles.api import squeezed
from bugsweep.exploration.suspicion import Claim, Suspicion
from bugsweep.exploration.trail import Held, Moment, Sense, Trail

_ENOUGH = 2
"""So many things must have shown the value of a field before a third one is expected to."""
_KINDS = {"text", "textarea", "number", "select", "editable"}
_LONGEST = 60


class ViewsAgreeOracle:
    """A view must show of each thing what it shows of the others: the value that was given.

    Traps: fields that a list does not show, values in another form, and summaries: what a row
    shows of a field is learnt from two things, or from the same thing before it was changed.
    """

    name = "views-agree"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Learn which fields the rows of each view show, and look for the one that does not."""
        by_view: dict[str, list[Moment]] = {}
        for moment in trail.of(Sense.LISTED, Sense.SHOWN):
            view = moment.detail if moment.sense is Sense.SHOWN else ""
            by_view.setdefault(view, []).append(moment)
        for moments in by_view.values():
            yield from self._of_view(trail, moments)

    def _of_view(self, trail: Trail, moments: list[Moment]) -> Iterator[Suspicion]:
        shown: dict[str, int] = {}
        missed: set[str] = set()
        for moment in moments:
            row = row_of(moment.look, moment.marker) if moment.marker else None
            if row is None:
                continue
            for held in moment.wanted:
                if held.kind not in _KINDS or not 1 < len(held.value) <= _LONGEST:
                    continue
                if _shows(row, held.value):
                    shown[held.title] = shown.get(held.title, 0) + 1
                    continue
                needed = 1 if held.title in moment.changed else _ENOUGH
                if shown.get(held.title, 0) >= needed and held.title not in missed:
                    yield self._told(trail, moment, held, row)
                    return
                missed.add(held.title)

    def _told(self, trail: Trail, moment: Moment, held: Held, row: RowSeen) -> Suspicion:
        how = "after a change" if held.title in moment.changed else "of one thing"
        what = "Another page" if moment.sense is Sense.SHOWN else "A list"
        return Suspicion(
            oracle=self.name,
            title=f"{what} does not show “{held.title}” {how} as it does of others",
            expected=f"the row shows “{held.value}”",
            seen=row.text[:160],
            at=moment.at,
            subject=f"{trail.form}|{held.title}|{moment.sense}",
            claims=(Claim(spot=_spot(moment.look, row, moment.marker), shows=held.value),),
            weight=0.55,
            severity=3,
        )


def _spot(look: Look, row: RowSeen, marker: str) -> Spot:
    kind = "row" if look.groups[row.group].kind == "table" else "item"
    return Spot(kind=kind, name=marker, frame=look.frame_at(row.frame))


def _shows(row: RowSeen, value: str) -> bool:
    text = re.sub(r"(?<=\d)[,\u00a0\u202f](?=\d{3})", "", row.text)
    wanted = squeezed(value)
    if wanted.isdigit():
        return bool(re.search(rf"(?<![\d.]){wanted}(?!\d)", text))
    return wanted.lower() in text.lower()

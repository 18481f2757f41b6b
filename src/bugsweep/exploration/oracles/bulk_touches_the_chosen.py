"""O25."""

from collections.abc import Iterator

from bugsweep.browser.looking import RowSeen
from bugsweep.exploration.oracles.api import what_wrote
from bugsweep.exploration.rows import find_row
from bugsweep.exploration.suspicion import Claim, Suspicion
from bugsweep.exploration.trail import Held, Moment, Sense, Trail

_LONGEST = 60
_CHOSEN = {
    "some": "some rows",
    "filtered": "all rows that a filter shows",
    "all pages": "the rows of all pages",
}
Effect = dict[int, set[str]]
"""What the action wrote, by the place in the row; -1 in a row without cells."""


class BulkTouchesTheChosenOracle:
    """An action on several rows must change all that were chosen, and nothing else.

    Traps: rows that were so already, rows that may not be changed, and columns that change by
    themselves: only what the action wrote into a chosen row counts, and never a number or a time.
    """

    name = "bulk-touches-the-chosen"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Learn from the chosen rows what the action does, and look for it everywhere."""
        moments = list(trail.of(Sense.CHOSEN))
        effect: Effect = {}
        for moment in moments:
            _learn(moment, effect)
        for moment in moments:
            for held in moment.wanted:
                suspicion = self._of_row(trail, moment, held, effect)
                if suspicion is not None:
                    yield suspicion
                    return

    def _of_row(self, trail: Trail, moment: Moment, held: Held, effect: Effect) -> Suspicion | None:
        row = find_row(moment.look, held)
        old = held.value.split("\t")
        if row is None:
            return None
        if held.kind == "left":
            for place, was, now in _differences(old, row):
                if was and now in effect.get(place, set()):
                    return self._told(trail, moment, held, place, (was, now))
            return None
        for place, written in effect.items():
            right = min(written)
            shown = row.cells[place] if 0 <= place < len(row.cells) else row.text
            if len(written) == 1 and right not in shown and right not in old:
                return self._told(trail, moment, held, place, (right, shown))
        return None

    def _told(
        self, trail: Trail, moment: Moment, held: Held, place: int, told: tuple[str, str]
    ) -> Suspicion:
        right, wrong = told
        what = f"turns “{right}” into “{wrong}” in a row that was not chosen"
        if held.kind == "chosen":
            what = f"does not make “{right}” of all that was chosen"
        return Suspicion(
            oracle=self.name,
            title=f"An action on {_CHOSEN[moment.detail]} {what}",
            expected=f"“{held.title}” shows “{right}”",
            seen=f"it shows “{wrong[:_LONGEST]}”",
            at=moment.at,
            subject=f"{trail.form}|{moment.detail}",
            claims=(_claim(held, place, right),),
            before=_first_seen(trail, held) if held.kind == "left" else -1,
            needs=what_wrote(trail, moment.at),
            weight=0.8,
            severity=3,
        )


def _learn(moment: Moment, effect: Effect) -> None:
    for held in moment.wanted:
        row = find_row(moment.look, held)
        if held.kind == "chosen" and row is not None:
            for place, _, now in _differences(held.value.split("\t"), row):
                effect.setdefault(place, set()).add(now)


def _differences(old: list[str], row: RowSeen) -> Iterator[tuple[int, str, str]]:
    """What a row shows otherwise now: the place, what stood there, and what stands there."""
    if row.cells:
        for place, (was, now) in enumerate(zip(old, row.cells, strict=False)):
            if was != now and _is_telling(now):
                yield place, was, now
        return
    words = row.text.split()
    lost = [word for word in old if word not in words and _is_telling(word)]
    for word in words:
        if word not in old and _is_telling(word):
            yield -1, (lost or [""])[0], word


def _is_telling(text: str) -> bool:
    """Whether it can be a state: no number, no time, no long text."""
    return 1 < len(text) <= _LONGEST and not any(sign.isdigit() for sign in text)


def _claim(held: Held, place: int, right: str) -> Claim:
    columns = held.spot.row.split("\t")
    is_cell = 0 <= place < len(columns) and held.spot.kind == "row"
    spot = held.spot.model_copy(update={"row": ""})
    return Claim(spot=spot, shows=right, column=columns[place].strip() if is_cell else "")


def _first_seen(trail: Trail, held: Held) -> int:
    for step in trail.steps[trail.setup :]:
        if find_row(step.after, held) is not None:
            return step.index
    return -1

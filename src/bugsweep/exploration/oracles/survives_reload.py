"""O03."""

from collections.abc import Iterator

from bugsweep.exploration.oracles.api import seen
from bugsweep.exploration.scenario import quoted
from bugsweep.exploration.suspicion import Claim, Suspicion
from bugsweep.exploration.trail import Moment, Sense, Trail


class SurvivesReloadOracle:
    """A page must show the same things after an action as after a reload.

    Traps: notices that come with the action (only rows of the same kind are compared), and
    clocks.
    """

    name = "survives-reload"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Compare the rows of a marker before and after each reload."""
        before: Moment | None = None
        for moment in trail.moments:
            if moment.sense is Sense.RELOADED and before and before.marker == moment.marker:
                yield from self._compare(trail, before, moment)
            before = moment

    def _compare(self, trail: Trail, live: Moment, loaded: Moment) -> Iterator[Suspicion]:
        marker = live.marker
        if not marker or live.look.path != loaded.look.path:
            return
        now, later = _rows(live, marker), _rows(loaded, marker)
        signs = {group.sign for group in loaded.look.groups}
        for sign in {*now, *later}:
            if sign not in signs or now.get(sign, 0) == later.get(sign, 0):
                continue
            n_now, n_later = now.get(sign, 0), later.get(sign, 0)
            claims: tuple[Claim, ...]
            if n_later == 0:
                at, claims = loaded.at, (seen(marker),)
            elif n_now == 0:
                at, claims = live.at, (seen(marker),)
            else:
                at, claims = live.at, (_once(live, sign, marker),)
            yield Suspicion(
                oracle=self.name,
                title="What the page shows after an action is not what it shows after a reload",
                expected=f"{n_later} × “{marker}”, as after the reload",
                seen=f"{n_now} × “{marker}” before the reload",
                at=at,
                subject=trail.form,
                claims=claims,
                weight=0.75,
                severity=3 if n_later == 0 else 2,
            )
            return


def _rows(moment: Moment, marker: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for row in moment.look.rows:
        if marker in row.text:
            sign = moment.look.groups[row.group].sign
            found[sign] = found.get(sign, 0) + 1
    return found


def _once(moment: Moment, sign: str, marker: str) -> Claim:
    group = next(group for group in moment.look.groups if group.sign == sign)
    kind = {"table": "table", "list": "list"}.get(group.kind, "section")
    name = f" {quoted(group.name)}" if group.name else ""
    return Claim(sentence=f"the {kind}{name} contains {quoted(marker)} exactly once")

"""O18."""

from collections.abc import Iterator

from bugsweep.exploration.action import Op
from bugsweep.exploration.oracles.api import not_seen
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Moment, Sense, Trail

_FEWEST = 4
_LONGEST = 120
_MOST = 3


class ReturnsToTheSameOracle:
    """What was done and undone must leave no trace: a notice goes when its cause goes.

    Traps: saved drafts, "changed" marks, and counters of keys; a page that now shows much that is
    new is another page, and nothing is said of it.
    """

    name = "returns-to-the-same"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Look for lines that only the way there and back brought."""
        for moment in trail.of(Sense.RETURNED):
            if not moment.others:
                continue
            extra = _left_over(moment)
            if not extra or len(extra) > _MOST:
                continue
            yield Suspicion(
                oracle=self.name,
                title=f"A notice stays after {moment.detail}",
                expected="the page as it was before",
                seen=extra[0],
                at=moment.at,
                subject=f"{trail.form}|{moment.detail}",
                claims=(not_seen(extra[0]),),
                # Without them it would be the page's own change.
                needs=tuple(
                    step.index for step in trail.steps[: moment.at] if step.action.op is Op.SET
                ),
                weight=0.6,
            )


def _left_over(moment: Moment) -> list[str]:
    before = set(moment.others)
    words = " ".join(moment.others)
    return [
        line
        for line in moment.look.lines
        if line not in before
        and _FEWEST <= len(line) < _LONGEST
        and line not in words
        and " " in line
        and not any(name in line for name in moment.changed)
    ]

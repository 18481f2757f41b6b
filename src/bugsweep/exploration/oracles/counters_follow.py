"""O13."""

import re
from collections.abc import Iterator

from bugsweep.browser.looking import Look
from bugsweep.exploration.oracles.api import seen
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Sense, Trail

_NUMBER = re.compile(r"\d+")
_LONGEST = 60


class CountersFollowOracle:
    """A number that counts things must go down when one is deleted, as it went up for each made.

    Trap: numbers that only look like counters: one counts when it rose by one twice.
    """

    name = "counters-follow"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Learn counters from what was made, and look at them after what was deleted."""
        listed = [m for m in trail.of(Sense.LISTED) if m.detail.isdigit()]
        deleted = [m for m in trail.of(Sense.DELETED) if not m.detail]
        if len(listed) < 3 or not deleted:  # noqa: PLR2004 - two rises need three looks
            return
        looks = [_counts(moment.look) for moment in listed]
        after = _counts(deleted[0].look)
        if deleted[0].marker in deleted[0].look.text:
            return
        for words, first in looks[0].items():
            values = [look.get(words) for look in looks]
            if values != [first + n for n in range(len(values))] or words not in after:
                continue
            wanted = first + len(values) - 2
            if after[words] == wanted:
                continue
            yield Suspicion(
                oracle=self.name,
                title=f"The number in “{words.strip()}” does not follow the list",
                expected=words.replace("#", str(wanted)),
                seen=words.replace("#", str(after[words])),
                at=deleted[0].at,
                subject=f"{trail.form}|{words}",
                claims=(seen(words.replace("#", str(wanted))),),
                weight=0.8,
            )
            return


def _counts(look: Look) -> dict[str, int]:
    rows = " ".join(row.text for row in look.rows)
    found: dict[str, int] = {}
    for line in look.lines:
        numbers = _NUMBER.findall(line)
        words = _NUMBER.sub("#", line)
        if len(numbers) == 1 and len(line) < _LONGEST and line not in rows and words not in found:
            found[words] = int(numbers[0])
    return found

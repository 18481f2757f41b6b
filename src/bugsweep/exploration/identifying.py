"""Whether a finding is a known bug, decided without a person.

It is when its test FAILs on the buggy build and PASSes on the reference build, and when it
touches what the target test judges: the same field, column, label or text. Where no word tells,
such as for fields without names, the known repair does: when it alone, a small change, makes the
finding's test PASS, the finding is what was repaired.
"""

import re
from collections.abc import Iterable

from bugsweep.behaviour import Behaviour, Role, Step, parse_feature
from bugsweep.domain.record import Record
from bugsweep.domain.verdict import VerdictKind
from bugsweep.exploration.finding import Finding

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_WORD = re.compile(r"[a-z0-9]{4,}")

NARROW_LINES = 100
"""A repair that changes more lines may mend other things beside the bug."""
_OF_EVERY_TEST = {"control", "shift", "enter", "escape", "field", "true", "false"}
"""Keys and words that say nothing of what is judged."""


class Identification(Record):
    """What was decided of one finding."""

    finding: str
    title: str
    on_buggy: VerdictKind
    on_reference: VerdictKind
    touches: tuple[str, ...] = ()
    """Words that its test and the target test share in what they act on and judge."""

    on_repair: VerdictKind | None = None
    """What it shows on the buggy build with the known repair alone, where that is narrow."""

    @property
    def is_target(self) -> bool:
        """Whether it counts as the bug."""
        is_told = bool(self.touches) or self.on_repair is VerdictKind.PASS
        return self.is_difference and is_told

    @property
    def is_difference(self) -> bool:
        """Whether the builds differ in it; without a touch it is a near miss for a person."""
        return self.on_buggy is VerdictKind.FAIL and self.on_reference is VerdictKind.PASS

    @property
    def is_on_reference_too(self) -> bool:
        """Whether the reference build shows the same: another bug, by design, or wrong."""
        return self.on_reference is VerdictKind.FAIL


def is_narrow(diff: str) -> bool:
    """Whether a repair is so small that what it mends is the bug."""
    changed = [
        line
        for line in diff.splitlines()
        if line.startswith(("+", "-")) and not line.startswith(("+++ ", "--- "))
    ]
    return len(changed) <= NARROW_LINES


def touched(finding: Finding, target: str) -> tuple[str, ...]:
    """The words that the finding's test and the target test have in common where it matters.

    One word of what the target test does is not enough, such as “Edit”: it takes two, or one of
    what it judges, or a key that it presses.
    """
    wanted = parse_feature(target, source="target")
    shared = _words(parse_feature(finding.feature, source=finding.id)) & _words(wanted)
    telling = [s for s in wanted.steps if s.role is Role.THEN or " I press " in s.text]
    judged = _quoted_in(telling)
    return tuple(sorted(shared)) if len(shared) > 1 or shared & judged else ()


def _words(behaviour: Behaviour) -> set[str]:
    """What is judged, and what is done right before it."""
    judged = [step for step in behaviour.steps if step.role is Role.THEN]
    first = behaviour.steps.index(judged[0])
    near: list[Step] = [*judged, *behaviour.steps[max(0, first - 8) : first]]
    return _quoted_in(near)


def _quoted_in(steps: Iterable[Step]) -> set[str]:
    quoted = " ".join(text for step in steps for text in _QUOTED.findall(step.text))
    return set(_WORD.findall(quoted.lower())) - _OF_EVERY_TEST

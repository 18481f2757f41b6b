"""A step's text taken apart: the pattern it says, its scopes, and its tails."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bugsweep.behaviour.parameters import QUOTED, SCOPE, target_of, unquoted
from bugsweep.behaviour.pattern import StepKind, StepPattern
from bugsweep.browser import Kind, Target

_IN: Final = re.compile(rf" in {SCOPE}$")
_IN_SIDEBAR: Final = re.compile(r" in the sidebar$")
_IN_OPEN_DIALOG: Final = re.compile(r" in the open dialog$")
_WITHIN: Final = re.compile(r" within (\d+(?:\.\d+)?) seconds?$")
_FOR: Final = re.compile(r" for (\d+(?:\.\d+)?) seconds?$")
_IF_THERE: Final = re.compile(r" if it is there$")
_QUESTION: Final = re.compile(
    rf" and (?:(accept|dismiss)|answer {QUOTED} to) the browser question(?: {QUOTED})?$"
)
_WAIT: Final = "I wait until "


@dataclass(frozen=True, slots=True)
class Reply:
    """What a user does with the browser's own question."""

    accept: bool
    wording: str = ""
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Tails:
    """What may follow any step."""

    within_s: float | None = None
    """Wait at most this long, and do not give up before."""
    for_s: float | None = None
    """The claim must hold all this time."""
    is_optional: bool = False
    reply: Reply | None = None


@dataclass(frozen=True, slots=True)
class Phrase:
    """One step as it is to be done."""

    pattern: StepPattern
    arguments: Sequence[object]
    scopes: tuple[Target, ...] = ()
    """Where, the outermost first."""
    tails: Tails = field(default_factory=Tails)
    awaited: "Phrase | None" = None
    """For `I wait until …`: the verdict waited for."""


def find_phrase(text: str, patterns: Sequence[StepPattern], wait: StepPattern) -> Phrase | None:
    """Read a step; None when no pattern says it.

    A whole match comes before a scope or tail is taken off: `"A" comes before "B" in the list
    "X"` is one pattern, and `I see "A" in the list "X"` is a pattern and its scope.
    """
    if text.startswith(_WAIT):
        awaited = find_phrase(text.removeprefix(_WAIT), patterns, wait)
        if awaited and awaited.pattern.kind is StepKind.VERDICT:
            return Phrase(wait, (), awaited.scopes, awaited.tails, awaited)
        return None
    for pattern in patterns:
        arguments = pattern.match(text)
        if arguments is not None:
            return Phrase(pattern, arguments)
    return _without_ending(text, patterns, wait)


def _without_ending(text: str, patterns: Sequence[StepPattern], wait: StepPattern) -> Phrase | None:
    for ending in (_IN, _IN_SIDEBAR, _IN_OPEN_DIALOG, _WITHIN, _FOR, _IF_THERE, _QUESTION):
        found = ending.search(text)
        if not found:
            continue
        phrase = find_phrase(text[: found.start()], patterns, wait)
        return phrase and _with_ending(phrase, ending, found)
    return None


def _with_ending(phrase: Phrase, ending: re.Pattern[str], found: re.Match[str]) -> Phrase:
    if ending in (_IN, _IN_SIDEBAR, _IN_OPEN_DIALOG):
        return replace(phrase, scopes=(_scope(ending, found), *phrase.scopes))
    tails = phrase.tails
    if ending is _WITHIN:
        tails = replace(tails, within_s=float(found[1]))
    elif ending is _FOR:
        tails = replace(tails, for_s=float(found[1]))
    elif ending is _IF_THERE:
        tails = replace(tails, is_optional=True)
    else:
        accept = found[1] != "dismiss"
        tails = replace(tails, reply=Reply(accept, unquoted(found[3]), unquoted(found[2])))
    return replace(phrase, tails=tails)


def _scope(ending: re.Pattern[str], found: re.Match[str]) -> Target:
    if ending is _IN_SIDEBAR:
        return Target(Kind.SIDEBAR)
    if ending is _IN_OPEN_DIALOG:
        return Target(Kind.DIALOG, ordinal=-1)
    return target_of(found[1], found[2], found[3])

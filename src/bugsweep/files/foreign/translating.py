"""A first draft of a behaviour test out of prose, by rules alone, for a person to review.

Only sentences that a rule fits as a whole and whose literals are quoted are translated: a
sentence with one word more means something more. Everything else is kept as a remark.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bugsweep.files.foreign.sweeper import Workflow

REVIEW_SUFFIX: Final = ".translated.feature.review"
"""No command takes a file of this name for a behaviour test."""

_KINDS: Final = (
    "button|link|tab|menu item|checkbox|switch|option|heading|icon|row|item|card|image|title|field"
)
_PLACES: Final = "dialog|section|list|table|card|menu|row|item"


def _rule(pattern: str) -> re.Pattern[str]:
    words = pattern.replace(" ", r"\s+").replace("LITERAL", r'"((?:[^"\\]|\\.)+)"')
    return re.compile(
        words.replace("KIND", rf"({_KINDS})").replace("PLACE", rf"({_PLACES})"), re.IGNORECASE
    )


_CLICK: Final = {
    "click": "click", "press": "click", "tap": "click", "double-click": "double-click",
    "right-click": "right-click", "hover over": "hover over",
}  # fmt: skip

_Write = Callable[[re.Match[str]], str]
_RULES: Final[Sequence[tuple[str, re.Pattern[str], _Write]]] = (
    (
        "do",
        _rule(
            r"(click|press|tap|double-click|right-click|hover over)(?: on)?(?: the)? LITERAL KIND"
        ),
        lambda m: f'I {_CLICK[m[1].lower()]} the {m[3].lower()} "{m[2]}"',
    ),
    (
        "do",
        _rule(
            r"(click|press|tap|double-click|right-click|hover over)(?: on)? the KIND"
            r"(?: named| labelled| labeled)? LITERAL"
        ),
        lambda m: f'I {_CLICK[m[1].lower()]} the {m[2].lower()} "{m[3]}"',
    ),
    (
        "do",
        _rule(
            r"(?:type|enter|write) LITERAL (?:in|into|to)(?: the)? LITERAL"
            r"(?: field| box| input| text field)?"
        ),
        lambda m: f'I type "{m[1]}" into the field "{m[2]}"',
    ),
    (
        "do",
        _rule(r"(?:type|enter|write) LITERAL (?:in|into|to) the field LITERAL"),
        lambda m: f'I type "{m[1]}" into the field "{m[2]}"',
    ),
    (
        "do",
        _rule(r"fill(?: in)? the (?:field )?LITERAL(?: field)? with LITERAL"),
        lambda m: f'I type "{m[2]}" into the field "{m[1]}"',
    ),
    (
        "do",
        _rule(r"(?:clear|empty) the (?:field LITERAL|LITERAL field)"),
        lambda m: f'I clear the field "{m[1] or m[2]}"',
    ),
    (
        "do",
        _rule(r"(?:choose|select|pick) LITERAL (?:in|from) the LITERAL (?:list|dropdown|select)"),
        lambda m: f'I choose "{m[1]}" from the list "{m[2]}"',
    ),
    (
        "do",
        _rule(r"(?:choose|select|pick) LITERAL (?:in|from) the (?:list|dropdown|select) LITERAL"),
        lambda m: f'I choose "{m[1]}" from the list "{m[2]}"',
    ),
    (
        "do",
        _rule(r"(tick|check|untick|uncheck) the (?:LITERAL checkbox|checkbox LITERAL)"),
        lambda m: (
            f'I {"untick" if m[1].lower().startswith("un") else "tick"}'
            f' the checkbox "{m[2] or m[3]}"'
        ),
    ),
    (
        "do",
        _rule(r"turn (on|off) the (?:LITERAL switch|switch LITERAL)"),
        lambda m: f'I turn {m[1].lower()} the switch "{m[2] or m[3]}"',
    ),
    (
        "do",
        _rule(r"(?:open|go to|visit|navigate to)(?: the (?:page|address|url))? LITERAL"),
        lambda m: f'I open "{m[1]}"',
    ),
    ("do", _rule(r"(?:reload|refresh) the page"), lambda _: "I reload the page"),
    ("do", _rule(r"press(?: the)? LITERAL(?: key)"), lambda m: f'I press "{m[1]}"'),
    (
        "do",
        _rule(
            r"drag the KIND LITERAL (?:on|onto|to) the KIND LITERAL"
        ),
        lambda m: f'I drag the {m[1].lower()} "{m[2]}" onto the {m[3].lower()} "{m[4]}"',
    ),
    (
        "do",
        _rule(r"wait until(?: the)?(?: KIND| text)? LITERAL (?:is shown|is visible|appears)"),
        lambda m: f"I wait until I see {_named(m[1], m[2])}",
    ),
    (
        "see",
        _rule(
            r"(?:verify|check|confirm|make sure|ensure)(?: that)?(?: the)?(?: KIND| text| message)?"
            r" LITERAL (?:is shown|is visible|is displayed|is there|appears)"
        ),
        lambda m: f"I see {_named(m[1], m[2])}",
    ),
    (
        "see",
        _rule(
            r"(?:verify|check|confirm|make sure|ensure)(?: that)?(?: the)?(?: KIND| text| message)?"
            r" LITERAL (?:is not|is no longer) (?:shown|visible|displayed|there)"
        ),
        lambda m: f"I do not see {_named(m[1], m[2])}",
    ),
    (
        "see",
        _rule(
            r"(?:verify|check|confirm|make sure|ensure)(?: that)? the (list|table|section) LITERAL"
            r" (contains|does not contain) LITERAL"
        ),
        lambda m: f'the {m[1].lower()} "{m[2]}" {m[3].lower()} "{m[4]}"',
    ),
    (
        "see",
        _rule(
            r"(?:verify|check|confirm|make sure|ensure)(?: that)? the (?:field LITERAL|LITERAL"
            r" field) (?:has the value|shows|contains) LITERAL"
        ),
        lambda m: f'the field "{m[1] or m[2]}" has the value "{m[3]}"',
    ),
)  # fmt: skip

_SCOPE: Final = _rule(r"(.+) in the (?:PLACE LITERAL|LITERAL PLACE)")
_JOINT: Final = re.compile(r"(?:,\s*(?:and\s+)?(?:then\s+)?|;\s*|\s+and\s+(?:then\s+)?)(?=[a-z])")
_STEP: Final = re.compile(r"(?P<keyword>Given|When|Then|And|But) (?P<text>.+)")
"""A sentence that is a step already, as in rows made of our own tasks."""
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')


@dataclass(frozen=True, slots=True)
class Draft:
    """A translation to be reviewed."""

    text: str
    translated: int
    sentences: int

    @property
    def is_complete(self) -> bool:
        """Whether every sentence was translated."""
        return self.translated == self.sentences


def draft_feature(workflow: Workflow, *, feature: str, knows: Callable[[str], bool]) -> Draft:
    """Translate what rules fit; `knows` says whether a step is in the vocabulary."""
    lines = [
        "# A draft by rules alone. Review every step, translate the remarks that say more,",
        f"# and save it as {workflow.category.value}.feature.",
        f"Feature: {' '.join(feature.split())}",
        "",
        f"  Scenario: {' '.join(workflow.purpose.split()) or workflow.id}",
    ]
    keyword, translated = "", 0
    for sentence in workflow.steps:
        own = _STEP.fullmatch(" ".join(sentence.split()))
        if own and knows(own["text"]):
            translated += 1
            keyword = own["keyword"] if own["keyword"] in {"Given", "When", "Then"} else keyword
            lines.append(f"    {own[0]}")
            continue
        steps = _translate(" ".join(sentence.split()))
        if not steps or not all(knows(text) for _, text in steps):
            lines.append(f"    # not translated: {' '.join(sentence.split())}")
            continue
        translated += 1
        lines.append(f"    # {' '.join(sentence.split())}")
        for kind, text in steps:
            wanted = "Then" if kind == "see" else ("When" if keyword else "Given")
            said = "And" if _goes_on(keyword, wanted) else wanted
            keyword = keyword if said == "And" else wanted
            lines.append(f"    {said} {text}")
    return Draft("\n".join(lines) + "\n", translated, len(workflow.steps))


def _goes_on(keyword: str, wanted: str) -> bool:
    return keyword == wanted or (keyword == "Given" and wanted == "When")


def _translate(sentence: str) -> list[tuple[str, str]]:
    """The steps of a sentence; none at all when any part of it is not understood."""
    straight = re.sub("[“”„]", '"', sentence).strip().rstrip(".")
    steps = [_clause(clause) for clause in _clauses(straight)]
    return [step for step in steps if step] if all(steps) else []


def _clauses(sentence: str) -> list[str]:
    """Split at commas and `and`s outside of quotes."""
    # A letter for each literal keeps its place and hides the joints inside.
    hidden = _QUOTED.sub(lambda found: f'"{"_" * (len(found[0]) - 2)}"', sentence)
    clauses, begin = [], 0
    for joint in _JOINT.finditer(hidden):
        clauses.append(sentence[begin : joint.start()])
        begin = joint.end()
    return [*clauses, sentence[begin:]]


def _clause(text: str) -> tuple[str, str] | None:
    clause = re.sub(r"^then\s+", "", text.strip(), flags=re.IGNORECASE)
    for kind, pattern, write in _RULES:
        found = pattern.fullmatch(clause)
        if found:
            return kind, write(found)
    scoped = _SCOPE.fullmatch(clause)
    if not scoped:
        return None
    inner = _clause(scoped[1])
    place = scoped[2] or scoped[5]
    literal = scoped[3] or scoped[4]
    said = "containing " if place.lower() in {"row", "item"} else ""
    return (inner[0], f'{inner[1]} in the {place.lower()} {said}"{literal}"') if inner else None


def _named(kind: str | None, literal: str) -> str:
    return f'the {kind.lower()} "{literal}"' if kind else f'"{literal}"'

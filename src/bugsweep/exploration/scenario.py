"""Actions and claims as the text of a behaviour test."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bugsweep.exploration.action import Action, Op, Spot

_ORDINALS = {1: "first ", 2: "second ", 3: "third "}
_LONGEST_NAME = 80
_PLAIN = {Op.RELOAD: "I reload the page", Op.BACK: "I go back", Op.FORWARD: "I go forward"}
_WITH_VALUE = {Op.OPEN: "I open", Op.PRESS: "I press", Op.TYPE: "I type"}
_WITH_VALUE[Op.SWITCH] = "I switch to the browser of"
_VERBS = {Op.DOUBLE_CLICK: "I double-click", Op.HOVER: "I hover over", Op.DRAG: "I drag"}
_VERBS[Op.SCROLL] = "I scroll to"
SETTLED = "Zqsettled"
"""A word that no page shows: waiting until it is not seen waits until the page is at rest."""


def quoted(text: str) -> str:
    """A literal as the sentences write it."""
    for sign, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(sign, written)
    return f'"{text}"'


@dataclass(frozen=True, slots=True)
class Line:
    """One step of a scenario."""

    text: str
    is_claim: bool = False
    step: int = -1
    """The place of the step it comes from; -1 for what belongs to none."""


@dataclass(slots=True)
class Scenario:
    """A behaviour test being put together."""

    title: str
    names: dict[str, str] = field(default_factory=dict)
    """CSS by the name given to an element that has none."""
    lines: list[Line] = field(default_factory=list)

    def name_of(self, spot: Spot) -> str:
        """The name by which the sentences call an element."""
        place = spot.css or ("" if len(spot.name) <= _LONGEST_NAME else spot.path)
        if not place:
            return spot.name
        wanted = spot.name if len(spot.name) <= _LONGEST_NAME else spot.kind
        for name, css in self.names.items():
            if css == place and name.startswith(wanted):
                return name
        name, number = f"{wanted} (1)", 1
        while name in self.names:
            number += 1
            name = f"{wanted} ({number})"
        self.names[name] = place
        return name

    def act(self, action: Action, *, step: int = -1) -> None:
        """Add what a user does."""
        self.lines.extend(Line(text, step=step) for text in self._sentences(action))

    def step_at(self, place: int) -> int:
        """Which step the line at `place` of the whole test comes from."""
        line = place - (1 if self.names else 0)
        return self.lines[line].step if 0 <= line < len(self.lines) else -1

    def claim(self, sentences: Iterable[str]) -> None:
        """Add what must hold."""
        self.lines.extend(Line(sentence, is_claim=True) for sentence in sentences)

    def wait(self, sentence: str) -> None:
        """Add what must hold before the next action."""
        self.lines.append(Line(f"I wait until {sentence}"))

    def _sentences(self, action: Action) -> list[str]:
        tail = " and accept the browser question" if action.accepts else ""
        tail += " if it is there" if action.is_optional else ""
        spot = action.spot
        if action.op in _PLAIN:
            return [_PLAIN[action.op]]
        if action.op in _WITH_VALUE:
            return [f"{_WITH_VALUE[action.op]} {quoted(action.value)}"]
        if action.op is Op.RESIZE:
            width, _, height = action.value.partition("x")
            return [f"I use a window of {width} by {height}"]
        if spot is None:
            return []
        if action.op is Op.SET:
            return [self._setting(spot, action.value) + self.within(spot)]
        verb = _VERBS.get(action.op, "I click")
        onto = f" onto {self.target(action.onto)}" if action.onto else ""
        return [f"{verb} {self.target(spot)}{onto}{self.within(spot)}{tail}"]

    def target(self, spot: Spot) -> str:
        """An element with its article, and where it is."""
        link = " containing" if spot.kind in {"row", "item"} and not spot.css else ""
        ordinal = "" if spot.css else self._ordinal(spot.nth)
        kind = "field" if spot.kind == "file" else spot.kind
        base = f"the {ordinal}{kind}{link} {quoted(self.name_of(spot))}"
        if spot.row and not spot.css:
            return f"{base} in the {spot.row_kind} containing {quoted(spot.row)}"
        return base

    def within(self, spot: Spot) -> str:
        """The frame in which an element is: the end of a sentence, but for its tails."""
        frame = spot.frame
        if frame is None:
            return ""
        # Two frames may bear one name.
        name = self.name_of(Spot(kind="frame", name=frame.name or "frame", css=frame.css))
        return f" in the frame {quoted(name)}"

    @staticmethod
    def _ordinal(nth: int) -> str:
        return _ORDINALS.get(nth, f"{nth}th ") if nth else ""

    def _setting(self, spot: Spot, value: str) -> str:
        name = quoted(self.name_of(spot))
        if spot.kind == "checkbox":
            return f"I {'tick' if value == 'on' else 'untick'} the checkbox {name}"
        if spot.kind == "radio button":
            return f"I click the radio button {name}"
        if spot.kind == "list":
            return f"I choose {quoted(value)} from the list {name}"
        if spot.kind == "file":
            file, _, content = value.partition("\n")
            what = f"the file {quoted(file)} with the content {quoted(content)}"
            return f"I upload {what} into the field {name}"
        return f"I type {quoted(value)} into the field {name}"

    def held(self, spot: Spot, value: str) -> str:
        """The claim that a field holds a value."""
        name = quoted(self.name_of(spot))
        if spot.kind in {"checkbox", "radio button"}:
            return f"the checkbox {name} is {'' if value == 'on' else 'not '}ticked"
        if not value:
            return f"the field {name} is empty"
        # Of several chosen options one line each.
        shown = ", ".join(value.split("\n")) if spot.kind == "list" else value
        return f"the field {name} has the value {quoted(shown)}"

    def render(self) -> str:
        """The text of the `.feature` file."""
        lines = [f"Feature: {_plain(self.title)}", "", f"  Scenario: {_plain(self.title)}"]
        keyword = "Given"
        if self.names:
            lines.append(f"    {keyword} these elements have names:")
            rows = [("name", "css"), *self.names.items()]
            lines += [f"      | {_cell(name)} | {_cell(css)} |" for name, css in rows]
            keyword = "And"
        is_judging = False
        for line in self.lines:
            if line.is_claim != is_judging:
                keyword = "Then" if line.is_claim else "When"
                is_judging = line.is_claim
            lines.append(f"    {keyword} {line.text}")
            keyword = "And"
        return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    return " ".join(text.split())


def _cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")


def rows_claim(texts: Sequence[str]) -> tuple[str, ...]:
    """The claims that all these texts are to be seen."""
    return tuple(f"I see {quoted(text)}" for text in texts)

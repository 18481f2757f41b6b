"""What a step asks a user to do, in the words in which a browser tells that it was done."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bugsweep.behaviour.feature import Step
from bugsweep.behaviour.pattern import StepPattern
from bugsweep.behaviour.steps import entering, pages, pointing
from bugsweep.browser import Kind, Target
from bugsweep.browser.kinds import BEARINGS
from bugsweep.browser.wording import holds, name_pattern

CLICKS: Final = frozenset({"click", "double-click"})


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing to be done."""

    actions: frozenset[str]
    """Any of these is it."""
    name: str = ""
    """Of what it is done to; empty for anything."""
    row: str = ""
    """What the row or item reads that this is in."""
    value: str = ""
    """What is entered: the test's own data, for which a user may have others."""
    may_be_entered: bool = False
    """Whether Enter in a field does the same, as for a form's button."""

    def is_on(self, names: Sequence[str]) -> bool:
        """Whether something that goes by `names` is what it is to be done to."""
        pattern = name_pattern(self.name)
        return not self.name or any(re.search(pattern, it, re.IGNORECASE) for it in names)

    def is_in(self, row: str) -> bool:
        """Whether what reads `row` is the row that it is to be done in."""
        return not self.row or holds(row, self.row)


def _on(*actions: str) -> Callable[..., Deed]:
    def make(target: Target, *_: object) -> Deed:
        if BEARINGS[target.kind].by_content:
            return Deed(frozenset(actions), row=target.name)
        is_button = target.kind is Kind.BUTTON and "click" in actions
        return Deed(frozenset(actions), target.name, may_be_entered=is_button)

    return make


def _ticked(name: str) -> Deed:
    return Deed(CLICKS | {"press"}, name)


def _filled(text: str, name: str, *_: object) -> Deed:
    return Deed(frozenset({"fill"}), name, value=text)


def _filled_below(name: str, text: str) -> Deed:
    return Deed(frozenset({"fill"}), name, value=text)


def _pressed(keys: str, name: str = "") -> Deed:
    return Deed(frozenset({"press"}), name, value=keys)


_DEEDS: Final[dict[StepPattern, Callable[..., Deed]]] = {
    pointing.click: _on("click", "double-click"),
    pointing.double_click: _on("double-click"),
    pointing.right_click: _on("right-click"),
    pointing.click_at: lambda _right, _down, target: _on("click", "double-click")(target),
    pointing.drag: _on("drag"),
    entering.type_into: _filled,
    entering.type_keys_into: _filled,
    entering.type_block_into: _filled_below,
    entering.type_here: lambda text: Deed(frozenset({"fill", "press"}), value=text),
    entering.clear: lambda name: Deed(frozenset({"fill", "press"}), name),
    entering.press: _pressed,
    entering.press_in: _pressed,
    entering.choose: lambda option, name: Deed(CLICKS | {"select"}, name, value=option),
    entering.select_option: lambda option: Deed(CLICKS | {"select", "press"}, option),
    entering.tick: _ticked,
    entering.untick: _ticked,
    entering.turn_on: _ticked,
    entering.turn_off: _ticked,
    entering.set_slider: lambda name, value: Deed(frozenset({"fill", "press"}), name, value=value),
    entering.upload: lambda *_: Deed(frozenset({"upload"})),
    entering.upload_block: lambda *_: Deed(frozenset({"upload"})),
    pages.reload: lambda: Deed(frozenset({"reload", "goto"})),
    pages.go_back: lambda: Deed(frozenset({"back"})),
    pages.go_forward: lambda: Deed(frozenset({"back"})),
}


def deed_of(step: Step) -> Deed | None:
    """What is to be done; None for what leaves no trace, such as hovering or waiting."""
    make = _DEEDS.get(step.phrase.pattern)
    if make is None or _only_leaves(step):
        return None
    deed = make(*step.phrase.arguments, *(() if step.block is None else (step.block,)))
    for scope in step.phrase.scopes:
        if BEARINGS[scope.kind].by_content:
            return replace(deed, row=scope.name)
    return deed


def _only_leaves(step: Step) -> bool:
    """Whether it is done to leave a field, which a user may do in many ways."""
    return step.phrase.pattern is pointing.click and any(
        isinstance(it, Target) and it.kind is Kind.HEADING for it in step.phrase.arguments
    )


def names_given(steps: Sequence[Step]) -> frozenset[str]:
    """Names that a test gives to elements without any: nobody else knows them."""
    return frozenset(
        row[0]
        for step in steps
        if step.phrase.pattern is entering.give_names and isinstance(step.block, list)
        for row in step.block[1:]
    )

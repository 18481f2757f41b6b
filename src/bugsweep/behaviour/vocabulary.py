"""All step patterns, and reading a step's text with them."""

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Final

from bugsweep.behaviour.pattern import StepKind, StepPattern, action
from bugsweep.behaviour.phrases import Phrase, find_phrase
from bugsweep.behaviour.scene import Scene
from bugsweep.behaviour.steps import (
    contents,
    entering,
    fields,
    files,
    memory,
    pages,
    pointing,
    seeing,
)

MODULES: Final[tuple[ModuleType, ...]] = (
    pages,
    pointing,
    entering,
    seeing,
    fields,
    contents,
    files,
    memory,
)


@action("I wait until VERDICT", example='I wait until I see "Report ready" within 30 seconds')
async def wait_until(_: Scene) -> None:
    """Any verdict, waited for as part of the scene: not holding, it says nothing about the app."""


@dataclass(frozen=True, slots=True)
class StepCard:
    """What a person who writes a behaviour test needs to know of a pattern."""

    topic: str
    kind: StepKind
    expression: str
    doc: str
    example: str
    block: str
    """`data table` or `doc string` when one must stand below the step."""


@cache
def patterns() -> tuple[StepPattern, ...]:
    """All patterns but the wait, in the order of their modules."""
    return tuple(pattern for module in MODULES for pattern in _of(module))


def vocabulary() -> tuple[StepCard, ...]:
    """Every pattern with one line on what holds, and an example."""
    told = [(_topic(module), pattern) for module in MODULES for pattern in _of(module)]
    told.append((_topic(memory), wait_until))
    return tuple(
        StepCard(
            topic, pattern.kind, pattern.expression, pattern.doc, pattern.example, pattern.block
        )
        for topic, pattern in told
    )


def find_step(text: str) -> Phrase | None:
    """Read the text of a step, without its keyword; None when no pattern says it."""
    return find_phrase(text, patterns(), wait_until)


def find_nearest(text: str) -> str:
    """The example of the known step that is most like `text`."""
    shapes = {_shape(pattern.example): pattern.example for pattern in (*patterns(), wait_until)}
    near = difflib.get_close_matches(_shape(text), shapes, n=1, cutoff=0)
    return shapes[near[0]]


def _of(module: ModuleType) -> Sequence[StepPattern]:
    return [value for value in vars(module).values() if isinstance(value, StepPattern)]


def _topic(module: ModuleType) -> str:
    return (module.__doc__ or "").partition(".")[0]


def _shape(text: str) -> str:
    return re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)

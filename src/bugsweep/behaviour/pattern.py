"""What a step pattern is: an expression, one small function, and what holds for it."""

import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from cucumber_expressions.expression import CucumberExpression

from bugsweep.behaviour.parameters import PARAMETERS


class StepKind(StrEnum):
    """What a step does to the scene."""

    ACTION = "action"
    VERDICT = "verdict"


class Block(StrEnum):
    """What may stand below a step."""

    NONE = ""
    TABLE = "data table"
    TEXT = "doc string"


@dataclass(frozen=True, slots=True)
class Claim:
    """What a verdict step found: whether it holds, and what was there instead."""

    holds: bool
    seen: str


@dataclass(frozen=True)
class StepPattern:
    """One way to say a step."""

    expression: str
    """A Cucumber expression."""
    function: Callable[..., Awaitable[Any]]
    kind: StepKind
    example: str
    block: Block = Block.NONE
    is_absence: bool = False
    """Claims that something is not there: the page has to come to rest first."""
    settles: bool = False
    """Claims a state that a page on its way passes through, such as a count."""

    @property
    def doc(self) -> str:
        """What holds after an action, or what a verdict says; one line."""
        return (inspect.getdoc(self.function) or "").partition("\n")[0]

    @cached_property
    def _compiled(self) -> CucumberExpression:
        return CucumberExpression(self.expression, PARAMETERS)

    def match(self, text: str) -> Sequence[object] | None:
        """The arguments that `text` holds, or None when it is another step."""
        arguments = self._compiled.match(text)
        return None if arguments is None else [argument.value for argument in arguments]


def action(
    expression: str, *, example: str, block: Block = Block.NONE
) -> Callable[[Callable[..., Awaitable[None]]], StepPattern]:
    """Make a function the action that `expression` says."""

    def make(function: Callable[..., Awaitable[None]]) -> StepPattern:
        return StepPattern(expression, function, StepKind.ACTION, example, block)

    return make


def verdict(
    expression: str,
    *,
    example: str,
    block: Block = Block.NONE,
    is_absence: bool = False,
    settles: bool = False,
) -> Callable[[Callable[..., Awaitable[Claim]]], StepPattern]:
    """Make a function the verdict that `expression` says. It looks once and does not wait."""

    def make(function: Callable[..., Awaitable[Claim]]) -> StepPattern:
        return StepPattern(
            expression,
            function,
            StepKind.VERDICT,
            example,
            block,
            is_absence=is_absence,
            settles=settles or is_absence,
        )

    return make

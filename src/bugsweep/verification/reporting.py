"""What someone says of the steps of a behaviour test, one after the other, and what follows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bugsweep.behaviour import Behaviour, Exhibit, Role, Step, is_judging
from bugsweep.domain.verdict import StepResult, VerdictKind

REPORTABLE: Final = (VerdictKind.PASS, VerdictKind.FAIL, VerdictKind.SETUP, VerdictKind.UNCLEAR)

RULES: Final = """\
You check one behaviour of a running web application at its browser, as a user would.
Carry the numbered steps out in their order, each exactly as it is written, with the data given.

- Given and When set the scene and act. One that cannot be done, because something is missing or
  does not react, is SETUP: nothing is known about the behaviour then.
- Then judges. It is PASS only when you see on the page that it holds, and FAIL only when you see
  that it is false in a scene that is there. When the place that it speaks of is missing, as on a
  page of signing in, it is SETUP.
- What you cannot see or tell for certain is UNCLEAR. Never guess, and never give PASS for
  something that you did not see.
- A literal in quotes is meant as it is written, whole words and upper case included.
- A button or link whose label is only reworded (Log in, Sign in) may be used; say so.
- The first step that is not PASS ends the test.
- Judge nothing but the steps: not the looks, and no other fault that you come across.
- Use the pages alone, as a user does: no address that the steps do not name, no programs, no
  interfaces for programs, no source.
"""
"""What an executor that reads is told; the same for models and for people."""

PROSE_RULE: Final = """\
- The steps are sentences without keywords. One that sets the scene or acts is as When; one that
  says what must be seen is as Then, and where both are in one sentence, both hold for it.
"""


def render_steps(behaviour: Behaviour) -> str:
    """The steps as they are written, numbered."""
    lines = [f"Scenario: {behaviour.name}"]
    for number, step in enumerate(behaviour.steps, start=1):
        lines.append(f"{number}. {step.text}")
        if isinstance(step.block, str):
            lines += [f"     {line}" for line in step.block.splitlines()]
        elif isinstance(step.block, list):
            lines += [f"     | {' | '.join(row)} |" for row in step.block]
    return "\n".join(lines)


def render_rules(behaviour: Behaviour) -> str:
    """The rules that hold for these steps."""
    return RULES + (PROSE_RULE if behaviour.is_prose else "")


def may_fail(behaviour: Behaviour, step: Step) -> bool:
    """Whether the step can say something false about the app, and not only lack its scene."""
    is_blamed = behaviour.actions_judge and step.role is Role.WHEN
    return behaviour.is_prose or is_blamed or is_judging(step)


@dataclass(frozen=True, slots=True)
class Claimed:
    """The verdict that somebody gives over all steps."""

    kind: VerdictKind
    reason: str


class Reports:
    """Steps of one behaviour test, reported in their order."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.results: list[StepResult] = []

    @property
    def next_step(self) -> Step | None:
        """What is to be reported next; none follows the first step that is not PASS."""
        is_over = bool(self.results) and self.results[-1].kind is not VerdictKind.PASS
        left = self.behaviour.steps[len(self.results) :]
        return left[0] if left and not is_over else None

    @property
    def next_number(self) -> int:
        """Of the next step, from 1."""
        return len(self.results) + 1

    def add(
        self, kind: VerdictKind, seen: str, *, exhibit: Exhibit, elapsed_s: float
    ) -> StepResult:
        """Take down what the next step showed; a scene that fails is SETUP, whatever is said."""
        step = self.next_step
        if step is None:
            raise ValueError("every step has been reported")
        if kind is VerdictKind.FAIL and not may_fail(self.behaviour, step):
            kind = VerdictKind.SETUP
        result = StepResult(
            text=step.text,
            line=step.line,
            kind=kind,
            expected=step.text.partition(" ")[2],
            seen=seen,
            elapsed_s=elapsed_s,
            url=exhibit.url,
            screenshot=exhibit.screenshot,
            snapshot=exhibit.snapshot,
        )
        self.results.append(result)
        return result

    def take_back(self) -> None:
        """Forget the last report: a person may have slipped."""
        self.results.pop()

    def conclude(self, claimed: Claimed | None, *, otherwise: str) -> Claimed:
        """The verdict that the reports allow.

        A PASS over a step that does not hold, or over steps that nobody reported, is void; so is
        whatever contradicts itself: UNCLEAR. `otherwise` says why there is no claim.
        """
        if claimed is None:
            return Claimed(VerdictKind.UNCLEAR, f"there is no verdict: {otherwise}")
        return _conclude(self.behaviour.steps, self.results, claimed)


def _conclude(steps: Sequence[Step], results: Sequence[StepResult], claimed: Claimed) -> Claimed:
    bad = next((it for it in results if it.kind is not VerdictKind.PASS), None)
    if bad and claimed.kind is VerdictKind.PASS:
        return Claimed(
            VerdictKind.UNCLEAR,
            f"PASS was given over a step that was reported as {bad.kind}: `{bad.text}`: {bad.seen}",
        )
    if bad:
        return Claimed(bad.kind, f"`{bad.text}` (line {bad.line}): {bad.seen}")
    if claimed.kind is VerdictKind.PASS and len(results) == len(steps):
        return Claimed(VerdictKind.PASS, "every step holds")
    if claimed.kind is VerdictKind.PASS:
        told = f"PASS was given, and only {len(results)} of {len(steps)} steps were reported"
        return Claimed(VerdictKind.UNCLEAR, told)
    told = f"{claimed.kind} was given, and no step that shows it: {claimed.reason}"
    return Claimed(VerdictKind.UNCLEAR, told)

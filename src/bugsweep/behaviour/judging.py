"""The one place that decides what a step shows: what kind of verdict, and in which words."""

from dataclasses import dataclass

from bugsweep.behaviour.feature import Behaviour, Role, Step
from bugsweep.behaviour.pattern import Claim, StepKind
from bugsweep.behaviour.phrases import Phrase
from bugsweep.browser import (
    ActionRefusedError,
    BrowserGoneError,
    TargetAmbiguousError,
    TargetMissingError,
)
from bugsweep.domain.errors import BugsweepError
from bugsweep.domain.verdict import VerdictKind


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one step shows."""

    kind: VerdictKind
    seen: str = ""


def is_judging(step: Step) -> bool:
    """Whether the step says something about the app, and does not only set the scene."""
    return step.role is Role.THEN and step.phrase.pattern.kind is StepKind.VERDICT


def judge_claim(behaviour: Behaviour, step: Step, claim: Claim, *, was_quiet: bool) -> Judgement:
    """What a claim shows that was looked at until it held or there was no more to wait for."""
    if claim.holds and _claims_absence(step.phrase) and not was_quiet:
        return Judgement(
            VerdictKind.UNCLEAR, f"the page never came to rest; until then {claim.seen}"
        )
    if claim.holds:
        return Judgement(VerdictKind.PASS, claim.seen)
    return Judgement(_blame(behaviour, step), claim.seen)


def judge_error(behaviour: Behaviour, step: Step, error: BugsweepError) -> Judgement:
    """What it shows that a step could not be done or looked at."""
    kind = error.verdict
    if isinstance(error, BrowserGoneError | TargetAmbiguousError):
        return Judgement(kind, error.message)
    if is_judging(step) and isinstance(error, TargetMissingError):
        kind = VerdictKind.SETUP if error.is_scope else _without_subject(step.phrase)
    elif is_judging(step) and isinstance(error, ActionRefusedError):
        kind = VerdictKind.UNCLEAR
    elif isinstance(error, TargetMissingError | ActionRefusedError):
        kind = _blame(behaviour, step)
    return Judgement(kind, error.message)


def _without_subject(phrase: Phrase) -> VerdictKind:
    """A thing that is not there is not as it should be; but it does not lack anything either."""
    return VerdictKind.UNCLEAR if _claims_absence(phrase) else VerdictKind.FAIL


def _claims_absence(phrase: Phrase) -> bool:
    return (phrase.awaited or phrase).pattern.is_absence


def _blame(behaviour: Behaviour, step: Step) -> VerdictKind:
    if is_judging(step) or (behaviour.actions_judge and step.role is Role.WHEN):
        return VerdictKind.FAIL
    return VerdictKind.SETUP

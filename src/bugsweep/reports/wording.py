"""What the words of a report mean, said where they stand."""

from collections.abc import Mapping

from bugsweep.domain.outcome import Outcome
from bugsweep.domain.verdict import BehaviourRole, VerdictKind

QUESTIONS: Mapping[BehaviourRole, str] = {
    BehaviourRole.TARGET: "Is the bug gone?",
    BehaviourRole.PRESERVATION: "Does what is near it still work?",
}

MEANINGS: Mapping[str, str] = {
    Outcome.PASS: "The bug is gone, and what is near it still works.",
    Outcome.FAIL: "A user would still see something wrong.",
    Outcome.NO_PATCH: "The agent left no change that could be applied; counts as not passed.",
    Outcome.APP_BROKEN: "With the change the app does not start; counts as not passed.",
    Outcome.UNDECIDED: (
        "A behaviour test could not be carried out to its end, so nothing was seen to be right or "
        "wrong; counts as not passed."
    ),
    Outcome.INFRA_ERROR: "Something of ours failed, not the agent; the trial does not count.",
    VerdictKind.PASS: "Every step was carried out, and all that should be seen was seen.",
    VerdictKind.FAIL: "The marked step was seen to be false on a page that was otherwise ready.",
    VerdictKind.SETUP: "The marked step could not be carried out: the scene was not reached.",
    VerdictKind.UNCLEAR: "More than one element fits, or the page never came to rest.",
    VerdictKind.CRASH: "The browser or bugsweep itself failed.",
}
"""Of every outcome and verdict, in one sentence."""


def meaning(word: str) -> str:
    """What an outcome or a verdict says; empty for any other word."""
    return MEANINGS.get(word, "")

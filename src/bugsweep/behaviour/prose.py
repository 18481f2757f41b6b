"""Sentences in prose: an agentic or human executor carries them out, the scripted one cannot."""

from typing import Final

from bugsweep.behaviour.pattern import action
from bugsweep.behaviour.phrases import Phrase
from bugsweep.behaviour.scene import Scene
from bugsweep.domain.errors import SetupError

PROSE: Final = "@prose"
"""Tags a feature whose `*` steps are sentences of no vocabulary."""


@action("a sentence in prose", example="the newest order is the first of the list")
async def sentence(_: Scene) -> None:
    """Whoever carries the sentence out judges what it means."""
    raise SetupError(
        "a sentence in prose cannot be played by a script",
        hint="choose an executor that reads, or translate the feature",
    )


def prose_phrase() -> Phrase:
    """What a sentence in prose stands for until somebody reads it."""
    return Phrase(sentence, ())

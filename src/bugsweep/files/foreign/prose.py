"""Behaviour tests in prose: one `*` step a sentence, below the tag `@prose`.

What is done to the browser before the first sentence stands in the background, worded so that it
can be read back.
"""

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from gherkin.parser import Parser

from bugsweep.domain.errors import FeatureError
from bugsweep.domain.verdict import BehaviourRole
from bugsweep.files.foreign.sweeper import Setup, SetupKind, Viewport, Workflow

PROSE: Final = "@prose"
_ID: Final = "Workflow: "
_STRING: Final = r'("(?:[^"\\]|\\.)*")'
_CLEARED: Final = "The local storage is cleared."
_KEY_CLEARED: Final = re.compile(rf"The local storage forgets {_STRING}\.")
_SET: Final = re.compile(rf"The local storage holds {_STRING} with the value {_STRING}\.")
_WINDOW: Final = re.compile(r"The window is (\d+) by (\d+)\.")


def render_prose(workflow: Workflow, *, feature: str) -> str:
    """The text of a feature that says what `workflow` says; runs of blanks become one."""
    prepared = [_say(setup) for setup in workflow.setup]
    if workflow.viewport:
        prepared.append(f"The window is {workflow.viewport.width} by {workflow.viewport.height}.")
    lines = [PROSE, f"Feature: {_flat(feature)}", ""]
    if prepared:
        lines += ["  Background:", *(f"    * {sentence}" for sentence in prepared), ""]
    lines += [f"  Scenario: {_flat(workflow.purpose)}".rstrip(), f"    {_ID}{_flat(workflow.id)}"]
    lines += ["", *(f"    * {_flat(step)}" for step in workflow.steps)]
    return "\n".join(lines) + "\n"


def is_prose(text: str) -> bool:
    """Whether the text of a feature carries the tag."""
    head = text.partition("Feature:")[0]
    return PROSE in head.split()


def parse_prose(text: str, *, role: BehaviourRole, source: str) -> Workflow:
    """Read back what `render_prose` wrote.

    Raises:
        FeatureError: it is no feature in prose.
    """
    if not is_prose(text):
        raise FeatureError(source, f"does not carry the tag `{PROSE}`")
    # What gherkin-official's parser hands out: dictionaries of dictionaries.
    document: Any = Parser().parse(text)
    children: Sequence[Any] = document["feature"]["children"]
    background = [
        step["text"] for it in children if "background" in it for step in it["background"]["steps"]
    ]
    scenario = next(it["scenario"] for it in children if "scenario" in it)
    viewport: Viewport | None = None
    setup: list[Setup] = []
    for sentence in background:
        window = _WINDOW.fullmatch(sentence)
        if window:
            viewport = Viewport(width=int(window[1]), height=int(window[2]))
        else:
            setup.append(_understand(sentence, source))
    return Workflow(
        id=scenario["description"].strip().removeprefix(_ID),
        category=role,
        purpose=scenario["name"],
        steps=tuple(step["text"] for step in scenario["steps"]),
        setup=tuple(setup),
        viewport=viewport,
    )


def _say(setup: Setup) -> str:
    if setup.type is SetupKind.SET:
        key, value = json.dumps(setup.key), json.dumps(setup.value)
        return f"The local storage holds {key} with the value {value}."
    return f"The local storage forgets {json.dumps(setup.key)}." if setup.key else _CLEARED


def _understand(sentence: str, source: str) -> Setup:
    if sentence == _CLEARED:
        return Setup(type=SetupKind.CLEAR)
    forgotten = _KEY_CLEARED.fullmatch(sentence)
    if forgotten:
        return Setup(type=SetupKind.CLEAR, key=json.loads(forgotten[1]))
    held = _SET.fullmatch(sentence)
    if held:
        return Setup(type=SetupKind.SET, key=json.loads(held[1]), value=json.loads(held[2]))
    raise FeatureError(source, f"`{sentence}` prepares nothing that is known")


def _flat(text: str) -> str:
    return " ".join(text.split())

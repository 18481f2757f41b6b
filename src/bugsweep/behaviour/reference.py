"""The reference page of the vocabulary, made from the patterns themselves."""

import sys
from itertools import groupby

from bugsweep.behaviour.parameters import TARGET
from bugsweep.behaviour.vocabulary import vocabulary
from bugsweep.browser import Kind

_HEAD = """# Steps of a behaviour test

Made from the patterns by `python -m bugsweep.behaviour.reference`; do not edit.

`{text}` is a literal in double quotes (`\\"` for a quote, `\\n` for a line end).
`{target}` is an element as a user names it: `the button "Save"`,
`the second row containing "Milk"`, `the table`; its kinds are KINDS.
`{holder}` is a target that holds others, `{row}` one that is known by the text in it.

Any step may end in a place, also in several, the innermost first:
`in the dialog|section|list|table|card|menu|frame "X"`, `in the row|item containing "X"`,
`in the sidebar`, `in the open dialog`. Any step may end in `within N seconds`, an action in
`if it is there` or `and accept|dismiss the browser question "Q"` or
`and answer "A" to the browser question "Q"`, a verdict in `for N seconds`.
"""


def render_steps() -> str:
    """The whole page as Markdown."""
    kinds = [kind for kind in Kind if kind in TARGET]
    parts = [_HEAD.replace("KINDS", ", ".join(kinds))]
    for topic, cards in groupby(vocabulary(), key=lambda card: card.topic):
        parts.append(f"\n## {topic}\n\n| step | holds | example |\n|---|---|---|\n")
        for card in cards:
            block = f" (with a {card.block} below)" if card.block else ""
            cells = (f"`{card.expression}`", card.doc + block, f"`{card.example}`")
            parts.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n")
    return "".join(parts)


if __name__ == "__main__":
    sys.stdout.write(render_steps())

"""`bugsweep behaviour`: the language of behaviour tests."""

from dataclasses import asdict
from itertools import groupby

import typer

from bugsweep.behaviour import vocabulary
from bugsweep.cli.output import AsJson, print_rows, print_table

behaviour_app = typer.Typer(help="Behaviour tests.", no_args_is_help=True)


@behaviour_app.callback()
def _group() -> None:
    """Behaviour tests."""


@behaviour_app.command("steps")
def steps_command(as_json: AsJson = False) -> None:
    """Print every step that a behaviour test can be made of."""
    cards = vocabulary()
    if as_json:
        print_rows([asdict(card) for card in cards])
        return
    for topic, group in groupby(cards, key=lambda card: card.topic):
        rows = [[card.expression, card.example, card.doc] for card in group]
        print_table(topic, ["step", "example", "what holds"], rows)

"""`bugsweep behaviour`: the language of behaviour tests."""


import typer

behaviour_app = typer.Typer(help="Behaviour tests.", no_args_is_help=True)


@behaviour_app.command("steps")
def steps_command(
    as_json: AsJson = False,
) -> None:
    """Print every step that a behaviour test can be made of."""
    del as_json, print_json, results, vocabulary

"""`bugsweep compare`: two agents on the same tasks."""

from typing import Annotated

import typer

from bugsweep.cli.output import AsJson, print_json, results
from bugsweep.cli.report import show_table


def compare_command(
    first: Annotated[str, typer.Argument(help="A run folder, or `RUN::AGENT`.")],
    second: Annotated[str, typer.Argument(help="Likewise; may be the same run.")],
    as_json: AsJson = False,
) -> None:
    """Tell whether two agents differ on the tasks that both did, and on which."""
    # Statistics take seconds to import, so only this command pays for them.
    from bugsweep.reports import comparing  # noqa: PLC0415

    found = comparing.compare(first, second)
    record = comparing.make_comparison(found)
    if as_json:
        print_json(record)
        return
    show_table(comparing.comparison_table(found))
    differing = comparing.differences_table(found)
    if differing.rows:
        show_table(differing)
    if record.tasks_needed:
        results.print(
            f"to tell them apart with 80 % power, if the shares were those seen: "
            f"{record.tasks_needed} tasks (here {record.pairs} pairs)",
            markup=False,
        )

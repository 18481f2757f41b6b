"""`bugsweep agreement`: how far executors and people agree."""

from pathlib import Path
from typing import Annotated

import typer

from bugsweep.cli.output import AsJson, print_json, say
from bugsweep.cli.report import show_table
from bugsweep.cli.verify_run import rejudge_run
from bugsweep.domain.errors import UsageError


def agreement_command(
    runs: Annotated[list[Path], typer.Argument(help="Run folders.")],
    arbiter: Annotated[
        str, typer.Option(help="First have this executor judge what is undecided, and only that.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Compare the verdicts of all who judged the candidates of a run, people among them."""
    # Statistics take seconds to import, so only this command pays for them.
    from bugsweep.reports import agreeing  # noqa: PLC0415
    from bugsweep.reports.reading import load_results  # noqa: PLC0415

    if arbiter:
        for run in runs:
            rejudge_run(run, arbiter, only_undecided=True)
    units = agreeing.find_units(load_results(runs))
    names = agreeing.executors_of(units)
    if len(names) < 2 and not any(unit.arbitrated for unit in units):  # noqa: PLR2004  # a pair
        raise UsageError(
            f"one executor alone judged here: {', '.join(names) or 'nobody'}",
            hint="`bugsweep verify RUN --executor …` adds another's verdicts",
        )
    if as_json:
        print_json(agreeing.make_agreement(units))
        return
    say(f"{len(units)} behaviour tests of candidates, judged by {', '.join(names)}")
    for table in agreeing.agreement_tables(units):
        show_table(table)

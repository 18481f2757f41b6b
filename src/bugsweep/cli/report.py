"""`bugsweep report`: runs as tables, charts and pages."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bugsweep.cli.output import AsJson, print_json, print_table, say
from bugsweep.domain.errors import UsageError

# Statistics and charts take seconds to import, so only these commands pay for them.
if TYPE_CHECKING:
    from bugsweep.reports.delivery import Delivery
    from bugsweep.reports.reading import Results
    from bugsweep.reports.tables.table import Table


def report_command(
    runs: Annotated[
        list[Path] | None,
        typer.Argument(help="Folders of runs and of explorations; together they make one report."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Folder of the site.")
    ] = None,
    title: Annotated[str, typer.Option(help="Shown on every page.")] = "bugsweep report",
    junit: Annotated[Path | None, typer.Option(help="Write JUnit XML to this file.")] = None,
    summary: Annotated[
        Path | None, typer.Option(help="Write a short Markdown summary to this file.")
    ] = None,
    png: Annotated[bool, typer.Option(help="Charts as PNG too.")] = True,
    live: Annotated[
        bool, typer.Option("--live", help="Follow the run until it has ended.")
    ] = False,
    every: Annotated[int, typer.Option(min=1, help="Seconds between two looks of --live.")] = 5,
    paper: Annotated[
        Path | None,
        typer.Option(help="Instead of runs: a file of published numbers; prints what holds."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Turn runs into tables, charts and pages; without any file to write, print the results."""
    from bugsweep.reports.delivery import Delivery  # noqa: PLC0415
    from bugsweep.reports.exports import make_record  # noqa: PLC0415
    from bugsweep.reports.reading import load_results  # noqa: PLC0415

    if paper is not None:
        _print_paper(paper)
        return
    if not runs:
        raise UsageError("expected at least one run folder", hint="`bugsweep report runs/…`")
    delivery = Delivery(site=output, title=title, has_png=png, junit=junit, summary=summary)
    if live:
        results = _follow(runs, delivery, every_s=every)
    else:
        results = load_results(runs)
        delivery.deliver(results)
        _say_where(delivery)
    if as_json:
        print_json(make_record(results))
    elif delivery.is_empty:
        _print(results)


def show_table(table: Table) -> None:
    """Print a table of a report for a person."""
    rows = [[cell.text for cell in row] for row in table.rows]
    print_table(table.title, table.columns, rows)


def _print_paper(vectors: Path) -> None:
    from bugsweep.reports.paper import load_vectors, render_paper  # noqa: PLC0415

    sys.stdout.write(render_paper(load_vectors(vectors)))


def _follow(runs: list[Path], delivery: Delivery, *, every_s: int) -> Results:
    from bugsweep.reports.following import follow  # noqa: PLC0415

    looks = follow(runs, pause=lambda: time.sleep(every_s))
    for look in looks:
        if look.has_changed or look.is_last:
            say(f"{look.done}/{look.planned} trials have ended")
            delivery.deliver(look.results, live_s=0 if look.is_last else every_s)
            _say_where(delivery)
        for path in look.left:
            say(f"nobody runs `{path}` any more: `bugsweep eval --resume {path}` goes on")
        if look.is_last:
            break
    return look.results


def _say_where(delivery: Delivery) -> None:
    if delivery.page:
        say(f"open {delivery.page}")


def _print(results: Results) -> None:
    from bugsweep.reports.exports import SUMMARY_COLUMNS  # noqa: PLC0415
    from bugsweep.reports.tables.standings import leaderboard, outcomes  # noqa: PLC0415

    if results.is_synthetic:
        say("synthetic data: made up to try the report")
    if results.runs:
        for table in (leaderboard(results).select(*SUMMARY_COLUMNS), outcomes(results)):
            show_table(table)
    for exploration in results.explorations:
        title = f"Findings in {exploration.target or exploration.name}"
        rows = [[it.title, it.expected, it.seen] for it in exploration.findings]
        print_table(title, ("finding", "expected", "seen"), rows)

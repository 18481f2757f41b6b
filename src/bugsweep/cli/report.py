"""`bugsweep report`: runs as tables, charts and pages."""

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from bugsweep.cli.output import AsJson, print_json, print_table, say
from bugsweep.domain.errors import UsageError
from bugsweep.reports.exports import SUMMARY_COLUMNS, make_record, render_junit, render_summary
from bugsweep.reports.following import Look, follow
from bugsweep.reports.paper import load_vectors, render_paper
from bugsweep.reports.reading import Results, load_results
from bugsweep.reports.tables.standings import leaderboard, outcomes
from bugsweep.reports.tables.table import Table


def report_command(
    runs: Annotated[
        list[Path] | None, typer.Argument(help="Run folders; together they make one report.")
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
    if paper is not None:
        sys.stdout.write(render_paper(load_vectors(paper)))
        return
    if not runs:
        raise UsageError("expected at least one run folder", hint="`bugsweep report runs/…`")
    if live:
        results = _follow(runs, output, title, every_s=every, has_png=png)
    else:
        results = load_results(runs)
        if output:
            _build(results, output, title, has_png=png)
    if junit:
        _write(junit, render_junit(results))
    if summary:
        _write(summary, render_summary(results))
    if as_json:
        print_json(make_record(results))
    elif not (output or junit or summary):
        _print(results)


def _follow(
    runs: list[Path], output: Path | None, title: str, *, every_s: int, has_png: bool
) -> Results:
    # Charts take seconds to import, so only a site pays for it.
    from bugsweep.reports.site import Site  # noqa: PLC0415

    site = Site(output, title=title, has_png=has_png) if output else None
    last: Look | None = None
    for look in follow(runs, pause=lambda: time.sleep(every_s)):
        last = look
        if look.has_changed:
            say(f"{look.done}/{look.planned} trials have ended")
            if site:
                page = site.build(look.results, live_s=0 if look.is_complete else every_s)
                say(f"open {page}")
    if last is None:
        raise UsageError("expected a run to follow")
    return last.results


def _build(results: Results, output: Path, title: str, *, has_png: bool) -> None:
    from bugsweep.reports.site import Site  # noqa: PLC0415 (as above)

    page = Site(output, title=title, has_png=has_png).build(results)
    say(f"open {page}")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _print(results: Results) -> None:
    if results.is_synthetic:
        say("synthetic data: made up to try the report")
    for table in (leaderboard(results).select(*SUMMARY_COLUMNS), outcomes(results)):
        show_table(table)


def show_table(table: Table) -> None:
    """Print a table of a report for a person."""
    rows = [[cell.text for cell in row] for row in table.rows]
    print_table(table.title, table.columns, rows)

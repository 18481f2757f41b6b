"""A report as one folder of pages that opens from disk."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path

import vl_convert

from bugsweep.reports.addresses import agent_page, slug, task_page, trial_folder, trial_page
from bugsweep.reports.charts import Figure, all_charts
from bugsweep.reports.charts.chart import VEGA_LITE
from bugsweep.reports.exports import render_json, render_junit, render_summary
from bugsweep.reports.findings import Exploration
from bugsweep.reports.observations import observe
from bugsweep.reports.reading import Results, Trial
from bugsweep.reports.site.data import write_data
from bugsweep.reports.site.evidence import Taker
from bugsweep.reports.site.finding_view import FindingView, view_findings
from bugsweep.reports.site.pages import Frame, Pages
from bugsweep.reports.site.shelf import Shelf
from bugsweep.reports.site.task_view import view_task
from bugsweep.reports.site.trial_view import view_trial
from bugsweep.reports.tables import Table, all_tables
from bugsweep.reports.tables.writing import WRITERS

_OF_AN_AGENT = frozenset(
    {"leaderboard", "outcomes", "repeats", "per-domain", "stages", "browser-use"}
)
_VEGA = "assets/vega.js"


@dataclass
class Site:
    """A folder of pages. Building it again renews what changed and drops what is gone."""

    folder: Path
    title: str = "bugsweep report"
    has_png: bool = True
    _known: dict[Path, tuple[float, float, Path | None]] = field(default_factory=dict, repr=False)

    def build(self, results: Results, *, live_s: int = 0) -> Path:
        """Write every page, table and chart; return the page to open.

        Args:
            results: What is reported.
            live_s: For a run in progress, after how many seconds a page looks again.
        """
        shelf = Shelf(self.folder)
        observed = observe(results)
        tables, figures = all_tables(results, observed), all_charts(results, observed)
        frame = Frame(
            title=self.title,
            is_synthetic=results.is_synthetic,
            places=tuple(_places(results, tables, figures)),
            live_s=live_s,
        )
        pages = Pages(shelf, results, frame)
        _write_assets(shelf)
        self._write_files(shelf, results, tables, figures)
        if results.runs:
            self._write_overview(pages, tables, figures)
            write_data(pages, results, figures)
            _write_entrants(pages, results, tables)
            _write_tasks(pages, results)
            # An ended trial does not change: its page need not look again.
            self._write_trials(shelf, Pages(shelf, results, replace(frame, live_s=0)), results)
        if results.explorations:
            found = list(_findings(shelf, results))
            # Without a run there is nothing else to open.
            for path in ["findings.html"] if results.runs else ["findings.html", "index.html"]:
                pages.write("findings.html", path, found=found)
        shelf.finish()
        return self.folder / "index.html"

    def _write_files(
        self, shelf: Shelf, results: Results, tables: Iterable[Table], figures: Iterable[Figure]
    ) -> None:
        """Write what other programs read."""
        for table in tables:
            for ending, render in WRITERS.items():
                shelf.write(f"files/{table.name}.{ending}", render(table))
        for figure in figures:
            shelf.write(f"files/{figure.name}.svg", figure.to_svg())
            shelf.write(f"files/{figure.name}.vl.json", figure.to_json())
            if self.has_png:
                shelf.write(f"files/{figure.name}.png", figure.to_png())
        shelf.write("files/report.json", render_json(results))
        shelf.write("files/junit.xml", render_junit(results))
        shelf.write("files/summary.md", render_summary(results))

    def _write_overview(self, pages: Pages, tables: list[Table], figures: list[Figure]) -> None:
        front = [figure for figure in figures if figure.name == "pass-cost"] or figures[:1]
        front += [figure for figure in figures if figure.name == "agents-tasks"]
        leaderboard = next((table for table in tables if table.name == "leaderboard"), None)
        shown = leaderboard.narrow() if leaderboard else None
        pages.write("index.html", "index.html", leaderboard=shown, figures=front)
        pages.write("tables.html", "tables.html", tables=tables)
        pages.write("charts.html", "charts.html", figures=figures, has_png=self.has_png)
        pages.write("trials.html", "trials.html")
        pages.write("compare.html", "compare.html")

    def _write_trials(self, shelf: Shelf, pages: Pages, results: Results) -> None:
        for entrant in results.entrants:
            ends = (None, *entrant.trials, None)
            for before, trial, after in zip(ends, entrant.trials, ends[2:], strict=False):
                place = trial_folder(trial)
                if self._is_known(trial, after):
                    shelf.keep(place)
                    continue
                pages.write(
                    "trial.html",
                    trial_page(trial),
                    entrant=entrant,
                    view=view_trial(trial, Taker(shelf, place)),
                    before=before,
                    after=after,
                )

    def _is_known(self, trial: Trial, after: Trial | None) -> bool:
        """Whether this Site has written the page of this result, with the same next one."""
        changed = (trial.folder.stat().st_mtime, (trial.folder / "result.json").stat().st_mtime)
        state = (*changed, after.folder if after else None)
        is_known = self._known.get(trial.folder) == state
        self._known[trial.folder] = state
        return is_known


def _places(
    results: Results, tables: list[Table], figures: list[Figure]
) -> Iterable[tuple[str, str]]:
    """The pages that have something to show."""
    if results.runs:
        yield "index.html", "Leaderboard"
        yield "trials.html", "Trials"
        if len(results.entrants) > 1:
            yield "compare.html", "Compare"
        if figures:
            yield "charts.html", "Charts"
        if tables:
            yield "tables.html", "Tables"
    if results.explorations:
        yield "findings.html" if results.runs else "index.html", "Findings"


def _write_assets(shelf: Shelf) -> None:
    for name in ("site.css", "site.js"):
        source = resources.files("bugsweep.reports.site") / "assets" / name
        shelf.write(f"assets/{name}", source.read_bytes())
    if shelf.has(_VEGA):
        shelf.keep(_VEGA)
    else:
        bundle = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", vl_version=VEGA_LITE)
        shelf.write(_VEGA, bundle)


def _write_entrants(pages: Pages, results: Results, tables: Iterable[Table]) -> None:
    for entrant in results.entrants:
        own = [table.of(entrant.name) for table in tables if table.name in _OF_AN_AGENT]
        shown = [table for table in own if table.rows]
        pages.write("agent.html", agent_page(entrant), entrant=entrant, tables=shown)


def _write_tasks(pages: Pages, results: Results) -> None:
    for task, found in results.by_task.items():
        view = view_task(task, results.tasks[task], found)
        pages.write("task.html", task_page(task), view=view)


def _findings(
    shelf: Shelf, results: Results
) -> Iterable[tuple[Exploration, str, tuple[FindingView, ...]]]:
    """Every exploration with the folder of its pictures."""
    for exploration in results.explorations:
        place = f"findings/{slug(exploration.name)}"
        yield exploration, f"{place}/", view_findings(exploration, Taker(shelf, place))

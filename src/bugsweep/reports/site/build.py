"""A report as one folder of pages that opens from disk."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from importlib import resources
from itertools import combinations
from pathlib import Path

import vl_convert

from bugsweep.reports.addresses import agent_page, slug, task_page, trial_folder, trial_page
from bugsweep.reports.charts import Figure, all_charts
from bugsweep.reports.charts.chart import VEGA_LITE
from bugsweep.reports.exports import render_json, render_junit, render_summary
from bugsweep.reports.observations import observe
from bugsweep.reports.pairing import duel
from bugsweep.reports.reading import Results, Trial
from bugsweep.reports.site.pages import Frame, Pages
from bugsweep.reports.site.trial_view import FindingView, view_findings, view_trial
from bugsweep.reports.tables import Table, all_tables
from bugsweep.reports.tables.standings import ranked
from bugsweep.reports.tables.writing import WRITERS

_REASON = 160
"""Characters of a reason in a list."""

_OF_AN_AGENT = frozenset(
    {"leaderboard", "outcomes", "repeats", "per-domain", "stages", "browser-use"}
)


@dataclass
class Site:
    """A folder of pages. Building it again renews only what changed."""

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
        observed = observe(results)
        frame = Frame(
            title=self.title,
            is_synthetic=results.is_synthetic,
            has_findings=observed.findings > 0,
            live_s=live_s,
        )
        pages = Pages(self.folder, results, frame)
        self._write_assets()
        tables, figures = all_tables(results, observed), all_charts(results, observed)
        self._write_files(results, tables, figures)
        self._write_overview(pages, tables, figures)
        _write_data(pages, results, figures)
        self._write_entrants(pages, results, tables)
        self._write_tasks(pages, results)
        # An ended trial does not change: its page need not look again.
        self._write_trials(Pages(self.folder, results, replace(frame, live_s=0)), results)
        if frame.has_findings:
            pages.write("findings.html", "findings.html", found=self._findings(results))
        return self.folder / "index.html"

    def _write_assets(self) -> None:
        target = self.folder / "assets"
        target.mkdir(parents=True, exist_ok=True)
        for name in ("site.css", "site.js"):
            source = resources.files("bugsweep.reports.site") / "assets" / name
            (target / name).write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
        if not (target / "vega.js").exists():
            bundle = vl_convert.javascript_bundle(
                "window.vegaEmbed = vegaEmbed;", vl_version=VEGA_LITE
            )
            (target / "vega.js").write_text(bundle, encoding="utf-8")

    def _write_files(
        self, results: Results, tables: Iterable[Table], figures: Iterable[Figure]
    ) -> None:
        """Write what other programs read."""
        folder = self.folder / "files"
        folder.mkdir(parents=True, exist_ok=True)
        for table in tables:
            for ending, render in WRITERS.items():
                (folder / f"{table.name}.{ending}").write_text(render(table), encoding="utf-8")
        for figure in figures:
            (folder / f"{figure.name}.svg").write_text(figure.to_svg(), encoding="utf-8")
            (folder / f"{figure.name}.vl.json").write_text(figure.to_json(), encoding="utf-8")
            if self.has_png:
                (folder / f"{figure.name}.png").write_bytes(figure.to_png())
        (folder / "report.json").write_text(render_json(results), encoding="utf-8")
        (folder / "junit.xml").write_text(render_junit(results), encoding="utf-8")
        (folder / "summary.md").write_text(render_summary(results), encoding="utf-8")

    def _write_overview(self, pages: Pages, tables: list[Table], figures: list[Figure]) -> None:
        front = [figure for figure in figures if figure.name == "pass-cost"] or figures[:1]
        pages.write(
            "index.html", "index.html", leaderboard=tables[0] if tables else None, figures=front
        )
        pages.write("tables.html", "tables.html", tables=tables)
        pages.write("charts.html", "charts.html", figures=figures, has_png=self.has_png)
        pages.write("trials.html", "trials.html")
        pages.write("compare.html", "compare.html")

    def _write_entrants(self, pages: Pages, results: Results, tables: Iterable[Table]) -> None:
        for entrant in results.entrants:
            own = [table.of(entrant.name) for table in tables]
            pages.write(
                "agent.html",
                agent_page(entrant),
                entrant=entrant,
                tables=[table for table in own if table.rows and table.name in _OF_AN_AGENT],
            )

    def _write_tasks(self, pages: Pages, results: Results) -> None:
        for task, found in results.by_task.items():
            note = results.tasks[task]
            pages.write("task.html", task_page(task), task=task, note=note, found=found)

    def _write_trials(self, pages: Pages, results: Results) -> None:
        for entrant in results.entrants:
            ends = (None, *entrant.trials, None)
            for before, trial, after in zip(ends, entrant.trials, ends[2:], strict=False):
                if self._is_known(trial, after):
                    continue
                pages.write(
                    "trial.html",
                    trial_page(trial),
                    entrant=entrant,
                    view=view_trial(trial, self.folder),
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

    def _findings(self, results: Results) -> list[tuple[str, str, FindingView]]:
        """Every finding with where it was made and the folder of its picture."""
        places = [(run.name, run.path, f"findings/{slug(run.name)}") for run in results.runs]
        places += [
            (f"{trial.result.agent} on {trial.task}", trial.folder, trial_folder(trial))
            for trial in results.trials
        ]
        return [
            (origin, f"{place}/", view)
            for origin, source, place in places
            for view in view_findings(source, self.folder / place)
        ]


def _write_data(pages: Pages, results: Results, figures: list[Figure]) -> None:
    tasks = list(results.tasks)
    places = {task: index for index, task in enumerate(tasks)}
    rows = [
        [
            index,
            places[trial.task],
            trial.epoch,
            trial.result.outcome.value,
            trial.result.reason.splitlines()[0][:_REASON],
            round(trial.result.clocks.work_s),
            round(trial.result.agent_cost_usd, 2),
            trial_page(trial),
        ]
        for index, entrant in enumerate(results.entrants)
        for trial in entrant.trials
    ]
    agents = [entrant.name for entrant in results.entrants]
    domains = [note.domain for note in results.tasks.values()]
    pages.write_data("trials", {"agents": agents, "tasks": tasks, "domains": domains, "rows": rows})
    pages.write_data("charts", {figure.name: figure.spec for figure in figures})
    pages.write_data("compare", _duels(results))


def _duels(results: Results) -> dict[str, object]:
    """Every pair of entrants, ready to be shown: the page itself computes nothing."""
    entrants = ranked(results.entrants)
    found = []
    for first, second in combinations(range(len(entrants)), 2):
        meeting = duel(entrants[first], entrants[second])
        table, interval = meeting.table, meeting.interval
        found.append(
            {
                "pair": [first, second],
                "n": table.n,
                "leftOut": meeting.left_out,
                "counts": [table.both, table.only_first, table.only_second, table.neither],
                "difference": table.difference,
                "interval": [interval.low, interval.high] if interval else None,
                "p": meeting.p_value,
            }
        )
    return {"agents": [entrant.name for entrant in entrants], "duels": found}

"""What is made of a report, and where it goes."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from bugsweep.reports.exports import render_junit, render_summary
from bugsweep.reports.reading import Results

if TYPE_CHECKING:
    from bugsweep.reports.site import Site


@dataclass(frozen=True)
class Delivery:
    """Files to write, each None when it is not wanted."""

    site: Path | None = None
    """The folder of the pages."""
    title: str = "bugsweep report"
    has_png: bool = True
    junit: Path | None = None
    summary: Path | None = None

    @property
    def is_empty(self) -> bool:
        """Whether no file is wanted."""
        return not (self.site or self.junit or self.summary)

    @property
    def page(self) -> Path | None:
        """The page to open, if pages are wanted."""
        return self.site / "index.html" if self.site else None

    def deliver(self, results: Results, *, live_s: int = 0) -> None:
        """Write everything; delivering again renews only what changed.

        Args:
            results: What is reported.
            live_s: For a run in progress, after how many seconds a page looks again.
        """
        if self.site:
            self._site.build(results, live_s=live_s)
        if self.junit:
            _write(self.junit, render_junit(results))
        if self.summary:
            _write(self.summary, render_summary(results))

    @cached_property
    def _site(self) -> "Site":
        # Charts take seconds to import, so only pages pay for them.
        from bugsweep.reports.site import Site  # noqa: PLC0415

        return Site(self.site or Path(), title=self.title, has_png=self.has_png)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")

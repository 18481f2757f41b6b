"""Charts of a report, as altair builds them, and as files."""

from bugsweep.reports.charts.catalogue import all_charts
from bugsweep.reports.charts.chart import Figure

__all__ = ["Figure", "all_charts"]

"""The report as a folder of pages."""

from bugsweep.reports.site.build import Site

__all__ = ["Site"]

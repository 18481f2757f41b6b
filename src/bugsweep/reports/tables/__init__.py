"""Tables of a report, and how they are written."""

from bugsweep.reports.tables.catalogue import all_tables
from bugsweep.reports.tables.table import Cell, Table

__all__ = ["Cell", "Table", "all_tables"]

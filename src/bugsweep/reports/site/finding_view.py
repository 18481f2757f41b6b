"""A finding of the explorer as a page shows it: with its pictures beside the page."""

from dataclasses import dataclass

from bugsweep.reports.findings import Exploration, ExplorerFinding
from bugsweep.reports.site.evidence import Taker


@dataclass(frozen=True, slots=True)
class FindingView:
    """A finding and its pictures."""

    finding: ExplorerFinding
    pictures: tuple[tuple[str, str], ...]
    """What each shows, and where it lies beside the page."""


def view_findings(exploration: Exploration, taker: Taker) -> tuple[FindingView, ...]:
    """Copy the pictures of an exploration."""
    return tuple(
        FindingView(
            finding,
            tuple(
                (label, path)
                for label, name in (finding.pictures or {}).items()
                if (path := taker.take(exploration.folder, name))
            ),
        )
        for finding in exploration.findings
    )

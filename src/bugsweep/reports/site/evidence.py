"""Evidence of a trial, taken into a site: pictures and traces from the trial's own folder."""

from pathlib import Path

from bugsweep.domain.verdict import Verdict
from bugsweep.reports.site.shelf import Shelf

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp"})
TRACES = frozenset({".zip"})


def find_evidence(trial: Path, role: str, verdict: Verdict) -> Path | None:
    """The folder of a verdict's evidence, also after the run was moved; None without one."""
    for folder in (trial / role, Path(verdict.evidence_dir or "/nowhere")):
        if folder.is_dir() and folder.resolve().is_relative_to(trial.resolve()):
            return folder
    return None


class Taker:
    """Copies evidence to one place of a site."""

    def __init__(self, shelf: Shelf, place: str) -> None:
        self._shelf = shelf
        self._place = place

    def below(self, name: str) -> "Taker":
        """The same for a folder within."""
        return Taker(self._shelf, f"{self._place}/{name}")

    def take(self, folder: Path | None, name: str, *, kinds: frozenset[str] = PICTURES) -> str:
        """Copy one file below `folder`; return its path seen from the place.

        What is missing, of another kind or outside `folder` (by `..` or a link) gives an empty
        path.
        """
        if folder is None or not name:
            return ""
        source = (folder / name).resolve()
        root = folder.resolve()
        if source.suffix.lower() not in kinds or not source.is_relative_to(root):
            return ""
        if not source.is_file():
            return ""
        path = source.relative_to(root).as_posix()
        self._shelf.copy(source, f"{self._place}/{path}")
        return path

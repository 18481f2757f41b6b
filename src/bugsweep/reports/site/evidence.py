"""Evidence of a trial, taken into a site: pictures and traces from the trial's own folder."""

import shutil
from pathlib import Path

from bugsweep.domain.verdict import Verdict

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp"})
TRACES = frozenset({".zip"})


def find_evidence(trial: Path, role: str, verdict: Verdict) -> Path | None:
    """The folder of a verdict's evidence, also after the run was moved; None without one."""
    for folder in (trial / role, Path(verdict.evidence_dir or "/nowhere")):
        if folder.is_dir() and folder.resolve().is_relative_to(trial.resolve()):
            return folder
    return None


def take(folder: Path | None, name: str, target: Path, *, kinds: frozenset[str] = PICTURES) -> str:
    """Copy one file below `folder` to the same place below `target`; return its path there.

    What is missing, of another kind or outside `folder` (by `..` or a link) gives an empty path.
    """
    if folder is None or not name:
        return ""
    source = (folder / name).resolve()
    root = folder.resolve()
    if source.suffix.lower() not in kinds or not source.is_relative_to(root):
        return ""
    if not source.is_file():
        return ""
    path = source.relative_to(root)
    (target / path).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target / path)
    return path.as_posix()

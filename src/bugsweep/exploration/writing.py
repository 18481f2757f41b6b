"""Findings as files: JSON, one HTML page, behaviour tests, SARIF and JUnit."""

from pathlib import Path

from bugsweep.exploration.finding import Exploration


def write_exploration(done: Exploration, folder: Path) -> None:
    """Write all forms of an exploration into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "findings.json").write_text(done.model_dump_json(indent=2) + "\n", encoding="utf-8")
    for finding in done.findings:
        (folder / f"{finding.id}.feature").write_text(finding.feature, encoding="utf-8")

"""The reference is what the code says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bugsweep.files.reference import render_reference

ROOT = Path(__file__).parents[2]


def test_the_page_on_files_is_what_the_records_say():
    page = ROOT / "docs/reference/files.md"

    assert page.read_text() == render_reference(), (
        "python -m bugsweep.files.reference > docs/reference/files.md"
    )


def test_the_page_on_commands_is_what_the_commands_say(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    typer = Path(sys.executable).with_name("typer")
    argv = [typer, "bugsweep.cli.main", "utils", "docs", "--name", "bugsweep"]

    shown = subprocess.run(argv, capture_output=True, text=True, check=True).stdout

    assert (ROOT / "docs/reference/commands.md").read_text() == shown, (
        "typer bugsweep.cli.main utils docs --name bugsweep > docs/reference/commands.md"
    )


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page):
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text())

    assert [link for link in links if not (page.parent / link).exists()] == []

"""`bugsweep reliability` on the toy task, ended half-way and gone on with."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(sys.executable).with_name("bugsweep")


def run(*argv, cwd):
    done = subprocess.run(
        [PROGRAM, "reliability", *argv], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done


def test_both_builds_are_measured_and_only_what_is_missing_is_done_again(
    toy_task, tmp_path, require
):
    require(shutil.which("bwrap"), "bubblewrap is not installed")
    page = tmp_path / "out" / "reliability.md"

    first = run(str(toy_task), "-n", "1", "-o", str(page), cwd=tmp_path)
    (measurement,) = (tmp_path / "runs").iterdir()
    (gone,) = measurement.glob("scripted/*/reference/target-1/verdict.json")
    gone.unlink()
    again = run("--resume", str(measurement), "--json", cwd=tmp_path)

    assert first.stdout == page.read_text()
    assert "| scripted | 0.0 | 100.0 | 100.0 | 100.0 | 1 | 1 | $0.00 |" in first.stdout
    assert first.stderr.count("[") == 4
    (row,) = json.loads(again.stdout)
    assert [cell["passed"] for cell in row["cells"]] == [[0], [1], [1], [1]]
    assert again.stderr.count("[") == 1
    assert "[3/4] scripted: toy-guests, target on reference, run 1: PASS" in again.stderr

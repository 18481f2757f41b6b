"""A disk that is full is told in one sentence, and what was there stays."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(sys.executable).with_name("bugsweep")


@pytest.mark.parametrize("size", ["64k", "3m", "30m"])
def test_an_image_that_does_not_fit_is_told_and_leaves_nothing(tmp_path, require, size):
    require(os.geteuid() == 0, "only root can mount a small disk")
    home = tmp_path / "home"
    home.mkdir()
    script = (
        f'mount -t tmpfs -o size={size} small "{home}" && '
        f'"{PROGRAM}" image build tiddlywiki-import; code=$?; ls "{home}/images"; exit $code'
    )

    done = subprocess.run(
        ["unshare", "--mount", "--propagation", "private", "sh", "-c", script],
        env={**os.environ, "BUGSWEEP_HOME": str(home)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )

    assert done.returncode == 3, done.stderr
    assert "space" in done.stderr.lower()
    assert "fault of bugsweep" not in done.stderr
    assert done.stdout.strip() == ""


def test_evidence_that_does_not_fit_is_told(tmp_path, require):
    require(os.geteuid() == 0, "only root can mount a small disk")
    runs = tmp_path / "runs"
    runs.mkdir()
    script = (
        f'mount -t tmpfs -o size=16k small "{runs}" && '
        f'"{PROGRAM}" verify tiddlywiki-import --build buggy --runs "{runs}"'
    )

    done = subprocess.run(
        ["unshare", "--mount", "--propagation", "private", "sh", "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )

    assert done.returncode == 3, done.stdout + done.stderr
    assert "space" in (done.stdout + done.stderr).lower()

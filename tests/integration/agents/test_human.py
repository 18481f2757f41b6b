"""A person at the terminal: answers through a pipe and through a terminal, nothing of it faked."""

import json
import os
import pty
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from bugsweep.browser import find_full_chromium

PROGRAM = Path(sys.executable).with_name("bugsweep")
FEATURE = """\
Feature: Notes
  Scenario: A note is kept
    Given I open "/"
    When I click the button "Save"
    Then I see "Saved"
"""


def test_a_person_reaches_the_app_and_nothing_else_is_told(toy_task, tmp_path, require):
    require(shutil.which("bwrap"), "bubblewrap is not installed")
    argv = [PROGRAM, "verify", toy_task, "--build", "buggy", "--only", "target", "--json"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        [*argv, "--executor", "human:ann,url"], cwd=tmp_path, stdin=pipe, stdout=pipe, stderr=pipe
    )
    told = ""
    while "Open http" not in told:
        told += process.stderr.readline().decode()
    url = re.search(r"Open (\S+) in", told)[1]

    page = urllib.request.urlopen(f"{url}/").read().decode()
    out, _ = process.communicate(b"\n\n\nf\nonly Zarathustra\nclear enough\n")

    assert "Old Guest" in page
    (verdict,) = json.loads(out)
    assert process.returncode == 1
    assert verdict["kind"] == "FAIL"
    assert verdict["executor"] == "human:ann"
    assert verdict["steps"][-1]["seen"] == "only Zarathustra"
    assert verdict["note"] == "clear enough"
    assert verdict["usage"] is None


@pytest.fixture
def display(require):
    """The name of a display of its own that has nobody before it."""
    require(shutil.which("Xvfb"), "Xvfb is not installed")
    argv = ["Xvfb", "-displayfd", "1", "-nolisten", "tcp"]
    server = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    number = server.stdout.readline().decode().strip()
    yield f":{number}"
    server.terminate()
    server.communicate()


def windows_on(display):
    """The browsers on a display, each with the network that it is in."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            variables = (process / "environ").read_text().split("\0")
            argv = (process / "cmdline").read_text().split("\0")
            if f"DISPLAY={display}" in variables and "--user-data-dir=/tmp/profile" in argv:
                yield (process / "ns" / "net").readlink(), argv
        except OSError:
            continue


def test_a_window_shows_the_app_in_its_own_network_until_the_verdict(
    toy_task, tmp_path, require, display
):
    require(shutil.which("bwrap"), "bubblewrap is not installed")
    require(find_full_chromium(), "there is no Chromium that can show a window")
    argv = [PROGRAM, "verify", toy_task, "--build", "buggy", "--only", "target", "--json"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        [*argv, "--executor", "human:ann"],
        cwd=tmp_path,
        env={**os.environ, "DISPLAY": display, "WAYLAND_DISPLAY": ""},
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
    )
    told = ""
    while "1. " not in told:
        told += process.stderr.readline().decode()
    shown = list(windows_on(display))
    out, _ = process.communicate(b"\n\n\nf\nonly Zarathustra\n\n")

    assert "A new browser window shows the app" in told
    assert shown
    assert all("http://127.0.0.1:13200" in argv for _, argv in shown)
    assert Path("/proc/self/ns/net").readlink() not in {network for network, _ in shown}
    assert json.loads(out)[0]["executor"] == "human:ann"
    assert not list(windows_on(display))


def ask_at_a_terminal(tmp_path, answers):
    (tmp_path / "notes.feature").write_text(FEATURE)
    mine, theirs = pty.openpty()
    argv = [PROGRAM, "verify", "--feature", "notes.feature", "--url", "http://127.0.0.1:9"]
    os.write(mine, answers)
    try:
        return subprocess.run(
            [*argv, "--executor", "human:url", "--json"],
            cwd=tmp_path,
            stdin=theirs,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        os.close(theirs)
        os.close(mine)


def test_a_slip_is_taken_back_and_a_scene_that_fails_is_no_fault_of_the_app(tmp_path):
    done = ask_at_a_terminal(tmp_path, b"\nf\n\nb\ns\n\nno such button\n\n")

    (verdict,) = json.loads(done.stdout)
    assert done.returncode == 3
    assert verdict["kind"] == "SETUP"
    assert [step["kind"] for step in verdict["steps"]] == ["PASS", "SETUP"]


def test_a_person_who_stops_gives_no_verdict(tmp_path):
    done = ask_at_a_terminal(tmp_path, b"\nq\n")

    assert done.returncode == 130
    assert done.stdout == ""

"""Nothing stays behind, whenever and however the program is ended."""

import os
import signal
import time

import pytest

MOMENTS = [0.5, 4, 8, 12]
"""Seconds after the start: importing, starting sandboxes, judging."""


def watch(family, seconds):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and family.process.poll() is None:
        family.look()
        time.sleep(0.1)


@pytest.mark.parametrize("seconds", MOMENTS)
def test_an_interrupt_ends_everything(start_bugsweep, own_mounts, seconds):
    family = start_bugsweep("gate", "tiddlywiki-import", "-n", "20")
    watch(family, seconds)

    os.kill(family.process.pid, signal.SIGINT)
    family.look()
    _, stderr = family.process.communicate(timeout=60)

    assert family.process.returncode in {130, -signal.SIGINT}
    assert "Traceback" not in stderr or seconds == MOMENTS[0]
    assert family.survivors() == []
    assert own_mounts() == []


@pytest.mark.parametrize("seconds", [5, 10])
def test_an_evaluation_can_be_interrupted_too(start_bugsweep, own_mounts, seconds):
    family = start_bugsweep("eval", "tiddlywiki-import", "--agent", "noop", "--epochs", "20")
    watch(family, seconds)

    os.kill(family.process.pid, signal.SIGINT)
    family.look()
    family.process.communicate(timeout=60)

    assert family.process.returncode in {130, -signal.SIGINT}
    assert family.survivors() == []
    assert own_mounts() == []


@pytest.mark.parametrize("seconds", [2, 4, 10])
def test_a_kill_without_warning_leaves_nothing_running_or_mounted(
    start_bugsweep, own_mounts, seconds
):
    family = start_bugsweep("gate", "tiddlywiki-import", "-n", "20")
    watch(family, seconds)

    os.kill(family.process.pid, signal.SIGKILL)
    family.process.communicate(timeout=60)

    assert family.survivors() == []
    assert own_mounts() == []

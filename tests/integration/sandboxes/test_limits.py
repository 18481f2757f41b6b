import pytest

from bugsweep.sandboxes.api import Limits, SandboxSpec

from .conftest import PYTHON_BIND

pytestmark = pytest.mark.integration

HOG = """
import sys
kept = []
while len(kept) < 1024:
    kept.append(b"x" * 1024 * 1024)
    if len(kept) == 32: print("half way", flush=True)
print("all of it")
"""
BOMB = """
import os, time
children = 0
try:
    while children < 1000:
        if os.fork() == 0:
            time.sleep(1000)
        children += 1
except BlockingIOError:
    pass
print(children)
"""


async def test_a_memory_hog_ends_and_the_sandbox_does_not(make, python, shell):
    limits = Limits(memory_mb=96, disk_mb=8)
    box = await make(SandboxSpec(binds=(PYTHON_BIND,), limits=limits))

    done = await python(box, HOG)

    assert done.text == "half way\n"
    assert done.exit_code in {1, 137}  # told by Python, or killed by the kernel
    assert (await shell(box, "true")).exit_code == 0


async def test_a_fork_bomb_stops_at_the_limit_and_can_be_cleared(make, python, shell):
    box = await make(SandboxSpec(binds=(PYTHON_BIND,), limits=Limits(processes=64)))

    done = await python(box, BOMB)
    await box.kill_all()

    assert 16 < int(done.text) < 64
    assert (await shell(box, "true | true")).exit_code == 0


async def test_a_bomb_that_keeps_forking_ends_with_its_timeout(make, shell):
    box = await make(SandboxSpec(limits=Limits(processes=64)))
    bomb = "bomb() { bomb | bomb & }; bomb; sleep 1000"

    with pytest.raises(TimeoutError):
        await shell(box, bomb, timeout_s=0.5)
    left = await shell(box, "exec ls /proc")

    assert len([name for name in left.text.split() if name.isdigit()]) <= 2

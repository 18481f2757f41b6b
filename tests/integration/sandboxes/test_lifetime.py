import asyncio
import contextlib
import gc
import os
import select
import signal
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from bugsweep.sandboxes.api import Command, SandboxSpec
from bugsweep.sandboxes.bubblewrap import BubblewrapSandbox
from bugsweep.sandboxes.processes import Family

pytestmark = pytest.mark.integration

KEEPER = """
import asyncio, pathlib, sys
from bugsweep.sandboxes.api import Command, SandboxSpec
from bugsweep.sandboxes.bubblewrap import BubblewrapSandbox

async def main():
    box = await BubblewrapSandbox.create(SandboxSpec())
    line = "setsid sleep 1000 & kill -STOP $$"
    await box.start(Command(("sh", "-c", line)), log=pathlib.Path("/dev/null"))
    wait = "until grep -q '^State:.T' /proc/[0-9]*/status; do sleep 0.01; done"
    await box.exec(Command(("sh", "-c", wait)))
    holder = box._holder
    print(holder.pid, holder.launcher.pid, holder.pid_namespace, flush=True)
    print(*map(str, box._entrance.groups.folders), flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


def until_ended(*pids):
    for pid in pids:
        try:
            fd = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        assert select.select([fd], [], [], 60)[0], f"process {pid} still runs"
        os.close(fd)


def test_a_killed_maker_leaves_no_process_and_no_control_group():
    with subprocess.Popen([sys.executable, "-c", KEEPER], stdout=subprocess.PIPE, text=True) as it:
        first, launcher, namespace = it.stdout.readline().split()
        groups = [Path(name) for name in it.stdout.readline().split()]
        lived = not Family(namespace, first=int(first)).is_empty()
        existed = all(group.is_dir() for group in groups)

        it.send_signal(signal.SIGKILL)
        until_ended(int(first), int(launcher))

    assert lived
    assert existed
    assert Family(namespace, first=0).is_empty()
    assert not [group for group in groups if group.exists()]


async def test_closing_ends_what_called_setsid_and_removes_the_control_groups(box, shell):
    await shell(box, "setsid sleep 1000 & until pgrep sleep >/dev/null; do sleep 0.01; done")
    everything, groups = box._everything, box._entrance.groups.folders
    assert not everything.is_empty()

    await box.aclose()

    assert everything.is_empty()
    assert not [group for group in groups if group.exists()]


async def test_no_open_file_or_process_stays_behind():
    async def once():
        box = await BubblewrapSandbox.create(SandboxSpec())
        await box.exec(Command(("sh", "-c", "sleep 1000 & true")))
        await box.aclose()

    earlier = children()
    await once()
    before = open_files()
    for _ in range(3):
        await once()

    assert open_files() == before
    assert children() <= earlier


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 5, 8, 13, 21, 34, 55])
async def test_cancelling_the_making_at_any_moment_leaves_nothing(steps):
    before, earlier = open_files(), children()
    making = asyncio.ensure_future(BubblewrapSandbox.create(SandboxSpec()))
    for _ in range(steps):
        await asyncio.sleep(0)

    making.cancel()
    with pytest.raises(asyncio.CancelledError):
        await making

    assert children() <= earlier
    assert open_files() == before
    assert not list(Path("/sys/fs/cgroup").glob(f"**/bugsweep-{os.getpid()}-*"))


async def test_eight_at_a_time_do_not_disturb_each_other():
    boxes = await asyncio.gather(*(BubblewrapSandbox.create(SandboxSpec()) for _ in range(8)))

    for number, box in enumerate(boxes):
        await box.write_file("/tmp/number", str(number).encode())
    seen = await asyncio.gather(*(box.read_file("/tmp/number") for box in boxes))
    await asyncio.gather(*(box.aclose() for box in boxes))

    assert seen == [str(number).encode() for number in range(8)]


def open_files():
    return {path.name for path in Path("/proc/self/fd").iterdir()}


def children():
    """What this process has started, other tests' browsers and drivers among it."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


async def _end_with_its_process():
    box = await BubblewrapSandbox.create(SandboxSpec())
    # Its launcher ends first, while others still hold what it talks through.
    os.kill(box._holder.pid, signal.SIGKILL)
    while box._holder.launcher.returncode is None:
        await asyncio.sleep(0)
    await box.aclose()


async def _cancel_one_with_children_that_talk():
    box = await BubblewrapSandbox.create(SandboxSpec())
    line = "while :; do head -c 100000 /dev/zero; sleep 0.01; done & exit 0"
    with contextlib.suppress(TimeoutError):
        await box.exec(Command(("sh", "-c", line)), timeout_s=0.5)
    # More than is kept of what nobody reads: its end is never reached.
    await asyncio.sleep(0.3)
    await box.aclose()


@pytest.mark.parametrize("ending", [_end_with_its_process, _cancel_one_with_children_that_talk])
def test_no_pipe_outlives_the_loop_it_belongs_to(ending):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for _ in range(5):
            asyncio.run(ending())
            gc.collect()

    assert [str(one.message) for one in told] == []

"""Inspect's own contract checks for sandboxes, and what bugsweep adds to them."""

import asyncio
import gc
import inspect

import pytest
from inspect_ai import Task, eval_async
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import includes
from inspect_ai.solver import solver
from inspect_ai.util import SandboxEnvironmentSpec, SandboxUnavailableError
from inspect_ai.util._sandbox import self_check

from bugsweep.sandboxes.api import Command, User
from bugsweep.sandboxes.identities import find_identities
from bugsweep.sandboxes.inspect_provider import (
    BugsweepSandboxConfig,
    BugsweepSandboxEnvironment,
    sample_sandbox,
)

pytestmark = pytest.mark.integration

CHECKS = {
    name: check
    for name, check in inspect.getmembers(self_check, inspect.iscoroutinefunction)
    if name.startswith("test_")
}
CANNOT_HOLD = {
    # /etc is read-only, and there are three users: nobody adds a fourth.
    "test_exec_as_user": AssertionError,
}


@pytest.fixture
async def environment():
    environments = await BugsweepSandboxEnvironment.sample_init("task", None, {})
    yield environments["default"]
    await BugsweepSandboxEnvironment.sample_cleanup("task", None, environments, False)  # noqa: FBT003


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.xfail(raises=CANNOT_HOLD[name], strict=True))
        if name in CANNOT_HOLD
        else name
        for name in CHECKS
    ],
)
async def test_inspects_own_check_holds(environment, name):
    await CHECKS[name](environment)


def test_the_checks_are_found_and_the_exceptions_among_them():
    assert len(CHECKS) >= 40
    assert set(CANNOT_HOLD) <= set(CHECKS)


async def test_users_go_by_name_and_by_number(environment):
    seen = [
        (await environment.exec(["sh", "-c", "echo $USER"], user=user)).stdout.strip()
        for user in (None, "app", "1001", "root", "0")
    ]

    assert seen == ["agent", "app", "app", "root", "root"]


async def test_a_sandbox_that_ended_is_unavailable(environment):
    await environment.sandbox.aclose()

    with pytest.raises(SandboxUnavailableError, match="gone"):
        await environment.exec(["true"])
    with pytest.raises(ConnectionError, match="gone"):
        await environment.connection()


async def test_the_connection_is_a_shell_inside(environment, tmp_path):
    connection = await environment.connection(user="app")
    command = connection.command + " -c 'echo $USER $PWD'"

    done = await _host_shell(command)

    assert done == "app /home/agent\n"


# Inspect leaves a stream to the garbage collector.
@pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)
async def test_an_evaluation_gets_at_the_sandbox_and_its_working_folder(tmp_path):
    boxes = []

    @solver
    def look():
        async def solve(state, generate):
            box = sample_sandbox()
            boxes.append(box)
            done = await box.exec(Command(("sh", "-c", "echo $USER $FLAVOUR"), user=User.APP))
            state.output = ModelOutput(
                model="mockllm", completion=done.text, usage=ModelUsage(total_tokens=1)
            )
            return state

        return solve

    config = BugsweepSandboxConfig(env=(("FLAVOUR", "sour"),), cwd="/tmp", disk_mb=16)
    task = Task(
        dataset=[Sample(input="look", target="app sour")],
        solver=look(),
        scorer=includes(),
        sandbox=SandboxEnvironmentSpec("bugsweep", config),
    )

    (log,) = await eval_async(task, model=get_model("mockllm/model"), log_dir=str(tmp_path))

    assert log.status == "success", log.error
    assert log.results.scores[0].metrics["accuracy"].value == 1
    assert [box.is_alive for box in boxes] == [False]
    # Here, where it is expected, and not in a later test that would be blamed.
    gc.collect()


async def test_root_may_serve_inspects_tools_where_there_are_three_users(environment):
    done = await environment.exec(["cat", "/proc/self/status"], user="root")
    effective = next(line for line in done.stdout.splitlines() if line.startswith("CapEff"))

    # setgid (6) and setuid (7): what Inspect asks of root.
    assert bool(int(effective.split()[1], 16) & 0xC0) is not find_identities().is_single


async def _host_shell(line):
    process = await asyncio.create_subprocess_shell(line, stdout=asyncio.subprocess.PIPE)
    return (await process.communicate())[0].decode()

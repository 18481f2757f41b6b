"""What is written for Harbor is taken by Harbor's own models, in an environment of its own."""

import asyncio
import json
import subprocess

import pytest
from uv import find_uv_bin

from bugsweep.apps.interpreters import find_interpreter
from bugsweep.apps.store import home
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.errors import ImageBuildError
from bugsweep.domain.verdict import BehaviourRole
from bugsweep.files.foreign import atif
from bugsweep.files.foreign.harbor import export_harbor
from bugsweep.files.suite import select_tasks, shipped_suites

CHECK_TASK = """
import json, sys
from harbor.models.task.task import Task
from harbor.models.task.verifier_mode import resolve_task_verifier_mode
assert Task.is_valid_dir(sys.argv[1])
task = Task(sys.argv[1])
print(json.dumps({
    "name": task.config.task.name,
    "instruction": task.instruction,
    "verifier": resolve_task_verifier_mode(task.config).value,
    "network": task.config.agent.network_mode.value,
}))
"""
CHECK_TRAJECTORY = """
import sys
from harbor.models.trajectories import Trajectory
sys.stdout.write(Trajectory.model_validate_json(open(sys.argv[1]).read()).schema_version)
"""


@pytest.fixture(scope="session")
def harbor():
    """A Python that has Harbor, kept between runs."""
    place = home() / "test-environments" / "harbor"
    python = place / "bin" / "python"
    if not (place / "ready").exists():
        try:
            newest = asyncio.run(find_interpreter(">=3.12")).executable
        except ImageBuildError:
            return None
        for argv in (
            [find_uv_bin(), "venv", "--quiet", "--clear", "--python", newest, str(place)],
            [find_uv_bin(), "pip", "install", "--quiet", "--python", str(python), "harbor"],
        ):
            done = subprocess.run(argv, capture_output=True, text=True, check=False)
            if done.returncode:
                return None
        (place / "ready").touch()
    return python


@pytest.fixture
def ask(harbor, require):
    require(harbor, "harbor cannot be installed: it needs Python 3.12, and its package")

    def run(script, argument):
        argv = [harbor, "-c", script, str(argument)]
        done = subprocess.run(argv, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.mark.parametrize("name", ["ihatemoney-bill-list", "tiddlywiki-import"])
def test_harbor_takes_the_folder(ask, tmp_path, name):
    (task,) = select_tasks([name], roots=[shipped_suites()])

    folder = export_harbor(
        task,
        tmp_path,
        instruction="Find and fix.",
        repair=PatchCandidate(diff="diff"),
        minutes=30,
    )

    told = json.loads(ask(CHECK_TASK, folder))
    assert told["name"] == f"bugsweep/{name}"
    assert told["instruction"].strip() == "Find and fix."
    assert (told["verifier"], told["network"]) == ("separate", "no-network")


@pytest.mark.parametrize("name", ["ihatemoney-bill-list", "tiddlywiki-import"])
def test_the_agents_environment_tells_nothing_of_the_tests_and_the_repair(tmp_path, name):
    (task,) = select_tasks([name], roots=[shipped_suites()])
    fixed = task.card.upstream.fixed_version

    folder = export_harbor(
        task, tmp_path, instruction="x", repair=PatchCandidate(diff="d"), minutes=30
    )

    shown = "\n".join(
        path.read_text(errors="replace")
        for path in (folder / "environment").rglob("*")
        if path.is_file()
    )
    assert fixed not in shown
    assert task.diagnosis[:80] not in shown
    for role in BehaviourRole:
        assert task.features[role].splitlines()[2].strip() not in shown


@pytest.mark.parametrize("name", ["ihatemoney-bill-list", "tiddlywiki-import"])
def test_every_script_is_one_for_the_shell(tmp_path, name):
    (task,) = select_tasks([name], roots=[shipped_suites()])

    folder = export_harbor(
        task, tmp_path, instruction="x", repair=PatchCandidate(diff="d"), minutes=30
    )

    scripts = [path for path in folder.rglob("*") if path.is_file() and path.stat().st_mode & 0o100]
    written = [path for path in scripts if path.read_text().startswith("#!/bin/sh")]
    assert len(written) >= 8
    for path in written:
        done = subprocess.run(["sh", "-n", path], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{path}: {done.stderr}"


def test_harbor_takes_the_trajectory(ask, tmp_path):
    sub = atif.Trajectory(
        trajectory_id="t-2",
        agent=atif.Agent(name="helper", version="1"),
        steps=(atif.Step(step_id=1, source="system", message="Go."),),
    )
    image = atif.ContentPart(
        type="image", source=atif.Media(media_type="image/png", path="shot.png")
    )
    call = atif.ToolCall(tool_call_id="c", function_name="bash", arguments={"cmd": None})
    result = atif.ObservationResult(
        source_call_id="c",
        content=(image,),
        subagent_trajectory_ref=(atif.SubagentReference(trajectory_id="t-2"),),
    )
    whole = atif.Trajectory(
        session_id="s",
        agent=atif.Agent(name="toy", version="1", model_name="m"),
        steps=(
            atif.Step(
                step_id=1, source="user", message="Fix it.", timestamp="2026-01-02T03:04:05Z"
            ),
            atif.Step(
                step_id=2,
                source="agent",
                message="",
                reasoning_effort="high",
                tool_calls=(call,),
                observation=atif.Observation(results=(result,)),
                metrics=atif.Metrics(prompt_tokens=3, logprobs=(-0.5,)),
                llm_call_count=1,
            ),
        ),
        final_metrics=atif.FinalMetrics(total_cost_usd=0.5, total_steps=2),
        subagent_trajectories=(sub,),
    )
    path = tmp_path / "trajectory.json"

    atif.save_trajectory(whole, path)

    assert ask(CHECK_TRAJECTORY, path) == "ATIF-v1.7"

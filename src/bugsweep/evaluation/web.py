"""The web family: agents get a running app with a bug, and are judged in the browser."""

import asyncio
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from inspect_ai import Task as InspectTask
from inspect_ai import task
from inspect_ai.agent import as_solver
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import SandboxEnvironmentSpec

from bugsweep.agents import load_agent
from bugsweep.agents.prompts import PromptCondition, render_prompt
from bugsweep.agents.registry import AgentSetting
from bugsweep.apps.image import Image
from bugsweep.apps.references import build_buggy, reference_candidate
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.task import PromptKind, Task
from bugsweep.evaluation.judgement import judged_in_the_browser
from bugsweep.evaluation.trial import app_started, trial_ended
from bugsweep.files.run_folder import RunFolder, new_run_folder, run_card
from bugsweep.files.suite import select_tasks
from bugsweep.sandboxes.inspect_provider import BugsweepSandboxConfig

T = TypeVar("T")


@task
def web(
    suite: str = "starter",
    agent: str = "noop",
    prompt: str = "open",
    *,
    browser_hint: bool = True,
    executor: str = "scripted",
    run_dir: str = "",
) -> InspectTask:
    """Find and fix a bug of a running web app; judged by what a user would see.

    Args:
        suite: Suites, subsets or tasks, separated by commas.
        agent: Who works on them.
        prompt: `open` names app and area, `detailed` the bug.
        browser_hint: Whether the prompt says to use the browser.
        executor: Who carries out the behaviour tests.
        run_dir: Where results and evidence go; a new folder below `runs` when left out.
    """
    tasks = select_tasks(suite.split(","))
    run = RunFolder(Path(run_dir)) if run_dir else new_run_folder(Path("runs"), suite)
    if not run_dir:
        # Inspect itself is the caller: nobody else says what is run.
        run.write_card(run_card((suite,), tasks, (agent,), prompt=prompt, executor=executor))
    module = load_agent(agent)
    images = _in_its_own_loop(_build_all(tasks))
    repairs = _in_its_own_loop(_repairs(tasks)) if module.NEEDS_REFERENCE else {}
    condition = PromptCondition(mentions_browser=browser_hint)
    return InspectTask(
        name=f"web-{agent}",
        dataset=MemoryDataset(
            [
                Sample(
                    id=it.id,
                    input=render_prompt(it.prompt(PromptKind(prompt)), condition),
                    sandbox=_sandbox(images[it.id]),
                    metadata={
                        "app": it.app.name,
                        "area": it.card.area,
                        "domain": it.card.domain,
                        "task_digest": it.digest,
                        "image_digest": images[it.id].digest,
                    },
                )
                for it in tasks
            ],
            name=suite,
        ),
        setup=app_started(run, agent, images),
        solver=_one_agent_each(agent, repairs),
        scorer=judged_in_the_browser(run, {it.id: it for it in tasks}, executor),
        cleanup=trial_ended,
        fail_on_error=False,
    )


@solver(name="agent")
def _one_agent_each(name: str, repairs: dict[str, PatchCandidate]) -> Solver:
    """Every sample gets an agent of its own, made for its task."""
    module = load_agent(name)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        task_id = str(state.sample_id)
        setting = AgentSetting(task_id=task_id, reference=repairs.get(task_id))
        return await as_solver(module.build(setting))(state, generate)

    return solve


def _sandbox(image: Image) -> SandboxEnvironmentSpec:
    return SandboxEnvironmentSpec("bugsweep", BugsweepSandboxConfig.from_spec(image.sandbox_spec()))


async def _build_all(tasks: Sequence[Task]) -> dict[str, Image]:
    return {it.id: await build_buggy(it) for it in tasks}


async def _repairs(tasks: Sequence[Task]) -> dict[str, PatchCandidate]:
    return {it.id: await reference_candidate(it) for it in tasks}


def _in_its_own_loop(work: Coroutine[Any, Any, T]) -> T:
    """Inspect may make tasks while its own loop runs, and a task is made synchronously."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(asyncio.run, work).result()

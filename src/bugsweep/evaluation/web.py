"""The web family: agents get a running app with a bug, and are judged in the browser."""

import asyncio
import hashlib
import re
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from inspect_ai import Task as InspectTask
from inspect_ai import task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.util import SandboxEnvironmentSpec

from bugsweep import __version__
from bugsweep.agents import load_agent
from bugsweep.agents.equipment import Equipment
from bugsweep.agents.prompts import PromptCondition, render_prompt
from bugsweep.agents.registry import argument_of
from bugsweep.apps.image import Image
from bugsweep.apps.references import build_buggy, reference_candidate
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.outcome import Provenance
from bugsweep.domain.task import PromptKind, Task
from bugsweep.evaluation.budget import Allowance, purse_of
from bugsweep.evaluation.scoring import judged_in_the_browser
from bugsweep.evaluation.trial import Setting, agent_at_work, app_started, trial_ended
from bugsweep.files.run_folder import RunCard, RunFolder, new_run_folder, now, suite_digest_of
from bugsweep.files.suite import select_tasks, suite_version
from bugsweep.sandboxes.inspect_provider import BugsweepSandboxConfig

T = TypeVar("T")


@task
def web(  # noqa: PLR0913  # the conditions of an experiment, each by its name
    suite: str = "starter",
    agent: str = "noop",
    prompt: str = "open",
    *,
    browser_hint: bool = True,
    minutes: float | None = None,
    tokens: int | None = None,
    cost_usd: float | None = None,
    executor: str = "scripted",
    egress: str = "",
    run_dir: str = "",
) -> InspectTask:
    """Find and fix a bug of a running web app; judged by what a user would see.

    Args:
        suite: Suites, subsets or tasks, separated by commas.
        agent: Who works on them.
        prompt: `open` names app and area, `detailed` the bug.
        browser_hint: Whether the prompt says to use the browser.
        minutes: The agent's time for each trial; it is told.
        tokens: The agent's tokens for each trial.
        cost_usd: The agent's money for each trial.
        executor: Who carries out the behaviour tests.
        egress: Hosts with ports that a `command` may speak to, separated by commas.
        run_dir: Where results and evidence go; a new folder below `runs` when left out.
    """
    tasks = select_tasks(suite.split(","))
    run = RunFolder(Path(run_dir)) if run_dir else new_run_folder(Path("runs"), suite)
    if not run_dir:
        # Inspect itself is the caller: nobody else says what is run.
        run.write_card(
            RunCard(
                suite=suite,
                suite_version=suite_version(tasks),
                suite_digest=suite_digest_of(tasks),
                tasks=tuple(it.id for it in tasks),
                agents=(agent,),
                prompt=prompt,
                executor=executor,
                browser_hint=browser_hint,
                minutes=minutes,
                tokens=tokens,
                cost_usd=cost_usd,
                started_at=now(),
                bugsweep_version=__version__,
            )
        )
    images, repairs, equipment = _in_its_own_loop(_prepare(tasks, agent))
    condition = PromptCondition(browser_hint, minutes)
    prompts = prompts_of(tasks, PromptKind(prompt), condition)
    provenance = {
        it.id: Provenance(
            task_digest=it.digest,
            image_digest=images[it.id].digest,
            prompt_digest=_digest(prompts[it.id]),
            agent_version=equipment.version,
            agent_digest=equipment.digest,
            bugsweep_version=__version__,
        )
        for it in tasks
    }
    setting = Setting(
        run=run,
        agent=agent,
        allowance=Allowance(minutes, tokens, cost_usd),
        condition=condition,
        images=images,
        equipment=equipment,
        repairs=repairs,
        provenance=provenance,
        egress=tuple(egress.split(",")) if egress else (),
        areas={it.id: it.card.area for it in tasks},
        purse=purse_of(run.path),
    )
    plain = re.sub(r"[^\w.@-]+", "_", agent)[:60]
    return InspectTask(
        name=f"web-{plain}",
        dataset=MemoryDataset(
            [
                Sample(
                    id=it.id,
                    input=prompts[it.id],
                    sandbox=_sandbox(images[it.id], equipment),
                    metadata={
                        "app": it.app.name,
                        "area": it.card.area,
                        "domain": it.card.domain,
                        "agent": agent,
                        **provenance[it.id].model_dump(exclude={"model"}),
                    },
                )
                for it in tasks
            ],
            name=suite,
        ),
        setup=app_started(setting),
        solver=agent_at_work(setting),
        scorer=judged_in_the_browser(run, {it.id: it for it in tasks}, executor),
        cleanup=trial_ended,
        fail_on_error=False,
        metadata={
            "suite": suite,
            "suite_version": suite_version(tasks),
            "suite_digest": suite_digest_of(tasks),
            "bugsweep_version": __version__,
        },
    )


def prompts_of(
    tasks: Sequence[Task], kind: PromptKind, condition: PromptCondition
) -> dict[str, str]:
    """What an agent is told of each task, word for word."""
    return {it.id: render_prompt(it.prompt(kind), condition) for it in tasks}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _sandbox(image: Image, equipment: Equipment) -> SandboxEnvironmentSpec:
    spec = equipment.added_to(image.sandbox_spec())
    return SandboxEnvironmentSpec("bugsweep", BugsweepSandboxConfig.from_spec(spec))


async def _prepare(
    tasks: Sequence[Task], agent: str
) -> tuple[dict[str, Image], dict[str, PatchCandidate], Equipment]:
    module = load_agent(agent)
    equipment = await module.equip(argument_of(agent))
    images = {it.id: await build_buggy(it) for it in tasks}
    repairs: dict[str, PatchCandidate] = {}
    if module.NEEDS_REFERENCE:
        repairs = {it.id: await reference_candidate(it) for it in tasks}
    return images, repairs, equipment


def _in_its_own_loop(work: Coroutine[Any, Any, T]) -> T:
    """Inspect may make tasks while its own loop runs, and a task is made synchronously."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(asyncio.run, work).result()

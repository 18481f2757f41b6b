"""Run agents over tasks with Inspect, into one run folder."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from inspect_ai import Task as InspectTask
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog, EvalSample

from bugsweep.domain.errors import SetupError
from bugsweep.domain.outcome import Outcome, TrialResult
from bugsweep.domain.task import PromptKind, Task
from bugsweep.evaluation.web import web
from bugsweep.files.run_context import AgentNote, RunContext, TaskNote, write_context
from bugsweep.files.run_folder import RunFolder, run_card


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be run."""

    names: tuple[str, ...]
    """Suites, subsets and tasks, as the user named them."""
    tasks: tuple[Task, ...]
    agents: tuple[str, ...]
    prompt: PromptKind = PromptKind.OPEN
    browser_hint: bool = True
    executor: str = "scripted"
    epochs: int = 1
    model: str = "none/none"
    jobs: int = 2
    """Trials at a time."""


def run_plan(
    plan: Plan, run: RunFolder, *, display: str = "none", say: Callable[[str], None]
) -> list[TrialResult]:
    """Run every agent on every task; what ends without a result is told as an infra error.

    Raises:
        SetupError: Inspect could not run a task at all.
    """
    run.write_card(
        run_card(
            plan.names,
            plan.tasks,
            plan.agents,
            prompt=plan.prompt.value,
            executor=plan.executor,
            epochs=plan.epochs,
        )
    )
    write_context(run.path, _context(plan))
    tasks = [_inspect_task(plan, agent, run, say) for agent in plan.agents]
    logs = inspect_eval(
        tasks,
        model=plan.model,
        log_dir=str(run.logs),
        display=display,  # type: ignore[arg-type]  # checked by the caller's own type
        epochs=plan.epochs,
        max_samples=plan.jobs,
        max_tasks=1,
        max_sandboxes=plan.jobs,
        fail_on_error=False,
        log_level="error",
    )
    for log, agent in zip(logs, plan.agents, strict=True):
        _require_success(log, agent)
        for sample in log.samples or ():
            if sample.error:
                run.write_result(_lost(sample, agent), epoch=sample.epoch)
    return list(run.load_results())


def _context(plan: Plan) -> RunContext:
    return RunContext(
        browser_hint=plan.browser_hint,
        agents={agent: AgentNote(model=plan.model, harness=agent) for agent in plan.agents},
        tasks={
            task.id: TaskNote(app=task.app.name, domain=task.card.domain, area=task.card.area)
            for task in plan.tasks
        },
    )


def _inspect_task(
    plan: Plan, agent: str, run: RunFolder, say: Callable[[str], None]
) -> InspectTask:
    say(f"preparing {len(plan.tasks)} apps for agent {agent}")
    arguments: dict[str, Any] = {
        "suite": ",".join(plan.names),
        "agent": agent,
        "prompt": plan.prompt.value,
        "browser_hint": plan.browser_hint,
        "executor": plan.executor,
        "run_dir": str(run.path),
    }
    return web(**arguments)


def _require_success(log: EvalLog, agent: str) -> None:
    if log.status == "cancelled":
        raise KeyboardInterrupt
    if log.status == "error" and log.error:
        raise SetupError(
            f"the run of agent `{agent}` failed: {log.error.message}", hint=f"see {log.location}"
        )


def _lost(sample: EvalSample, agent: str) -> TrialResult:
    message = sample.error.message if sample.error else "no reason was given"
    return TrialResult(
        task=str(sample.id), agent=agent, outcome=Outcome.INFRA_ERROR, reason=message
    )

"""Run agents over tasks with Inspect, into one run folder; again after an interruption too."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog, EvalSample
from inspect_ai.model import Model

from bugsweep import __version__
from bugsweep.agents import load_agent
from bugsweep.agents.prompts import PromptCondition
from bugsweep.domain.errors import SetupError, UsageError
from bugsweep.domain.outcome import Outcome, TrialResult, Work
from bugsweep.domain.task import PromptKind, Task
from bugsweep.evaluation.budget import NO_LIMITS, Allowance, Spending, open_purse
from bugsweep.evaluation.prices import has_price, use_prices
from bugsweep.evaluation.trial import WORK_FILE
from bugsweep.evaluation.web import prompts_of, web
from bugsweep.files.run_context import AgentNote, RunContext, TaskNote, write_context
from bugsweep.files.run_folder import RunCard, RunFolder, now, suite_digest_of
from bugsweep.files.suite import select_tasks, suite_version

NO_MODEL = "none/none"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be run."""

    names: tuple[str, ...]
    """Suites, subsets and tasks, as the user named them."""
    tasks: tuple[Task, ...]
    agents: tuple[str, ...]
    prompt: PromptKind = PromptKind.OPEN
    browser_hint: bool = True
    minutes: float | None = None
    """The agent's time for each trial; it is told."""
    tokens: int | None = None
    """The agent's tokens for each trial."""
    cost_usd: float | None = None
    """The agent's money for each trial."""
    total: Allowance = NO_LIMITS
    """The agents' time, tokens and money for all trials together."""
    egress: tuple[str, ...] = ()
    """The hosts, each with its port, that a `command` may speak to."""
    executor: str = "scripted"
    epochs: int = 1
    model: str | Model = NO_MODEL
    effort: str = ""
    """How much the model is to reason, in its provider's word."""
    prices: str = ""
    """A file of prices of models, as Inspect reads it."""
    jobs: int = 2
    """Trials at a time."""
    retries: int = 1
    """Further attempts of a trial that ended by a fault that was not the agent's."""

    @property
    def model_name(self) -> str:
        """As Inspect names it; empty for none."""
        name = str(self.model)
        return "" if name == NO_MODEL else name

    def check(self) -> None:
        """See that every agent can be run.

        Raises:
            UnknownPluginError: there is no such agent.
            UsageError: it needs a model, and there is none; or a limit could not be held.
        """
        if self.prices:
            use_prices(Path(self.prices))
        has_limit = self.cost_usd is not None or self.total.cost_usd is not None
        if has_limit and self.model_name and not has_price(self.model):
            raise UsageError(
                f"nothing is known of the price of `{self.model_name}`, so no limit on money "
                "would hold",
                hint="`--prices FILE` tells it",
            )
        for agent in self.agents:
            if self.egress and not agent.startswith("command:"):
                raise UsageError(
                    f"only a `command` may speak to hosts outside, not `{agent}`",
                    hint="other agents reach their model through Inspect",
                )
            if load_agent(agent).NEEDS_MODEL and not self.model_name:
                raise UsageError(
                    f"the agent `{agent}` needs a model", hint="name one: `--model openai/gpt-5.5`"
                )

    def prompts(self) -> dict[str, str]:
        """What an agent is told of each task, word for word."""
        condition = PromptCondition(self.browser_hint, self.minutes)
        return prompts_of(self.tasks, self.prompt, condition)


def plan_of(card: RunCard, *, jobs: int, prices: str = "", total: Allowance | None = None) -> Plan:
    """The plan that a run was made from, to go on with it, under another total if one is given.

    Raises:
        UsageError: the tasks are not what they were.
    """
    names = tuple(card.suite.split(","))
    tasks = tuple(select_tasks(names))
    if suite_digest_of(tasks) != card.suite_digest:
        raise UsageError(
            f"the tasks of `{card.suite}` have changed since this run began",
            hint="begin a new run: trials of two versions do not belong into one",
        )
    return Plan(
        names=names,
        tasks=tasks,
        agents=card.agents,
        prompt=PromptKind(card.prompt),
        browser_hint=card.browser_hint,
        minutes=card.minutes,
        tokens=card.tokens,
        cost_usd=card.cost_usd,
        total=total or Allowance(card.total_minutes, card.total_tokens, card.total_cost_usd),
        egress=card.egress,
        executor=card.executor,
        epochs=card.epochs,
        model=card.model or NO_MODEL,
        effort=card.effort,
        prices=prices,
        jobs=jobs,
    )


def run_plan(
    plan: Plan, run: RunFolder, *, display: str = "none", say: Callable[[str], None]
) -> list[TrialResult]:
    """Run every agent on every task; trials that have a result in `run` are not repeated.

    What ends without a result is told as an infra error.

    Raises:
        UsageError: an agent needs a model, and there is none; or another process runs it.
        SetupError: Inspect could not run a task at all.
    """
    plan.check()
    with run.held():
        return _run_plan(plan, run, display=display, say=say)


def _run_plan(
    plan: Plan, run: RunFolder, *, display: str, say: Callable[[str], None]
) -> list[TrialResult]:
    if not run.has_card:
        run.write_card(_card(plan))
    write_context(run.path, _context(plan))
    open_purse(run.path, plan.total, _spent(run))
    tasks = []
    for agent in plan.agents:
        say(f"preparing {len(plan.tasks)} apps for agent {agent}")
        tasks.append(
            web(
                suite=",".join(plan.names),
                agent=agent,
                prompt=plan.prompt.value,
                browser_hint=plan.browser_hint,
                minutes=plan.minutes,
                tokens=plan.tokens,
                cost_usd=plan.cost_usd,
                executor=plan.executor,
                egress=",".join(plan.egress),
                run_dir=str(run.path),
            )
        )
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
        retry_on_error=plan.retries,
        log_level="error",
        # Left out altogether when not given: a model may know no such thing.
        **({"reasoning_effort": plan.effort} if plan.effort else {}),  # type: ignore[arg-type]
    )
    if len(logs) < len(plan.agents):
        # Inspect ends a run that was interrupted before its first sample without a word.
        raise KeyboardInterrupt
    for log, agent in zip(logs, plan.agents, strict=True):
        _require_success(log, agent)
        for sample in log.samples or ():
            if sample.error:
                run.write_result(_lost(sample, agent, run), epoch=sample.epoch)
    return list(run.load_results())


def _card(plan: Plan) -> RunCard:
    return RunCard(
        suite=",".join(plan.names),
        suite_version=suite_version(plan.tasks),
        suite_digest=suite_digest_of(plan.tasks),
        tasks=tuple(task.id for task in plan.tasks),
        agents=plan.agents,
        prompt=plan.prompt.value,
        epochs=plan.epochs,
        executor=plan.executor,
        model=plan.model_name,
        effort=plan.effort,
        browser_hint=plan.browser_hint,
        minutes=plan.minutes,
        tokens=plan.tokens,
        cost_usd=plan.cost_usd,
        egress=plan.egress,
        total_minutes=plan.total.minutes,
        total_tokens=plan.total.tokens,
        total_cost_usd=plan.total.cost_usd,
        started_at=now(),
        bugsweep_version=__version__,
    )


def _spent(run: RunFolder) -> Spending:
    """What all agents of a run have used so far, in attempts that came to nothing too."""
    works = [
        Work.model_validate_json(path.read_bytes())
        for path in run.path.glob(f"trials/*/*/*/**/{WORK_FILE}")
    ]
    return Spending(
        sum(it.usage.input_tokens + it.usage.output_tokens for it in works),
        sum(it.usage.cost_usd or 0 for it in works),
    )


def _context(plan: Plan) -> RunContext:
    note = {"model": plan.model_name, "effort": plan.effort}
    return RunContext(
        browser_hint=plan.browser_hint,
        minutes=plan.minutes,
        agents={agent: AgentNote(harness=agent, **note) for agent in plan.agents},
        tasks={
            task.id: TaskNote(app=task.app.name, domain=task.card.domain, area=task.card.area)
            for task in plan.tasks
        },
    )


def _require_success(log: EvalLog, agent: str) -> None:
    if log.status == "cancelled":
        raise KeyboardInterrupt
    if log.status == "error" and log.error:
        raise SetupError(
            f"the run of agent `{agent}` failed: {log.error.message}", hint=f"see {log.location}"
        )


def _lost(sample: EvalSample, agent: str, run: RunFolder) -> TrialResult:
    task = str(sample.id)
    known = run.trial(agent=agent, task=task, epoch=sample.epoch) / WORK_FILE
    work = Work.model_validate_json(known.read_bytes()) if known.exists() else Work()
    return TrialResult(
        task=task,
        agent=agent,
        outcome=Outcome.INFRA_ERROR,
        reason=sample.error.message if sample.error else "no reason was given",
        clocks=work.clocks,
        work=work,
        agent_cost_usd=work.usage.cost_usd or 0,
    )

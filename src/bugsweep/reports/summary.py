"""One row per agent: what it reached, with k/n, interval, time and cost."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from bugsweep.domain.outcome import Outcome, TrialResult
from bugsweep.domain.verdict import Verdict, VerdictKind
from bugsweep.stats.rates import Rate

COLUMNS = (
    "agent",
    "target",
    "preservation",
    "pass",
    "undecided",
    "infra",
    "work",
    "verify",
    "cost",
)


@dataclass(frozen=True, slots=True)
class AgentSummary:
    """What all trials of one agent say together."""

    agent: str
    target: Rate
    preservation: Rate
    passed: Rate
    undecided: int
    infra_errors: int
    work_s: float
    """Mean of the agent's own time."""
    verify_s: float
    """Mean of judging, fresh Instances included."""
    cost_usd: float | None
    """Mean of what the agent cost; None where the price of its model is not known."""
    verify_cost_usd: float


def summarise(results: Iterable[TrialResult]) -> list[AgentSummary]:
    """Join trials by agent, in the order in which agents first appear.

    Trials that failed for our own reasons leave the denominators, and are counted beside them;
    undecided trials stay in them as not passed.
    """
    by_agent: dict[str, list[TrialResult]] = {}
    for result in results:
        by_agent.setdefault(result.agent, []).append(result)
    return [_summary(agent, trials) for agent, trials in by_agent.items()]


def _summary(agent: str, trials: Sequence[TrialResult]) -> AgentSummary:
    judged = [trial for trial in trials if trial.outcome is not Outcome.INFRA_ERROR]
    return AgentSummary(
        agent=agent,
        target=Rate.of(_passes(trial.target) for trial in judged),
        preservation=Rate.of(_passes(trial.preservation) for trial in judged),
        passed=Rate.of(trial.outcome is Outcome.PASS for trial in judged),
        undecided=sum(trial.outcome is Outcome.UNDECIDED for trial in judged),
        infra_errors=len(trials) - len(judged),
        work_s=fmean(trial.clocks.work_s for trial in trials),
        verify_s=fmean(trial.clocks.verify_s for trial in trials),
        cost_usd=_mean_cost(trials),
        verify_cost_usd=fmean(trial.verify_cost_usd for trial in trials),
    )


def _mean_cost(trials: Sequence[TrialResult]) -> float | None:
    if any(trial.work.usage.calls and trial.work.usage.cost_usd is None for trial in trials):
        return None
    return fmean(trial.agent_cost_usd for trial in trials)


def _passes(verdict: Verdict | None) -> bool:
    return verdict is not None and verdict.kind is VerdictKind.PASS


def summary_row(summary: AgentSummary) -> list[str]:
    """The cells of one row, as COLUMNS name them."""
    return [
        summary.agent,
        show_rate(summary.target),
        show_rate(summary.preservation),
        show_rate(summary.passed),
        str(summary.undecided),
        str(summary.infra_errors),
        f"{summary.work_s:.1f} s",
        f"{summary.verify_s:.1f} s",
        f"{_money(summary.cost_usd)} + {_money(summary.verify_cost_usd)}",
    ]


def _money(dollars: float | None) -> str:
    return "unknown" if dollars is None else f"${dollars:.2f}"


def show_rate(rate: Rate) -> str:
    """Per cent, counts and Wilson interval: `66.7 % (2/3; 20.8 to 93.9)`."""
    interval = rate.wilson()
    if rate.rate is None or interval is None:
        return "– (0/0)"
    low, high = 100 * interval.low, 100 * interval.high
    return f"{100 * rate.rate:.1f} % ({rate}; {low:.1f} to {high:.1f})"

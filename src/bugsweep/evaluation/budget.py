"""What a trial and a whole run may use of models: seen to before each call, not after it.

Inspect ends a trial at the first call after its limit was passed. Here a call is not made when
it would go beyond, going by the call before it: a conversation only grows.
"""

import time
from collections.abc import Callable
from contextvars import ContextVar, Token
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import NoReturn, Self

from inspect_ai.hooks import BeforeModelGenerate, Hooks, hooks
from inspect_ai.util import Limit, LimitExceededError, cost_limit, time_limit, token_limit
from typing_extensions import override

from bugsweep.domain.errors import SetupError

_OF_THE_TRIAL: ContextVar["Budget | None"] = ContextVar("bugsweep_budget", default=None)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What may be used; None sets no limit."""

    minutes: float | None = None
    tokens: int | None = None
    cost_usd: float | None = None


NO_LIMITS = Allowance()


@dataclass(frozen=True, slots=True)
class Spending:
    """What was used."""

    tokens: int = 0
    cost_usd: float = 0

    def __add__(self, other: "Spending") -> "Spending":
        """Both together."""
        return Spending(self.tokens + other.tokens, self.cost_usd + other.cost_usd)

    def __sub__(self, other: "Spending") -> "Spending":
        """What came after `other`."""
        return Spending(self.tokens - other.tokens, self.cost_usd - other.cost_usd)

    def beyond(self, allowance: Allowance) -> str:
        """What of `allowance` this goes beyond: `token`, `cost` or nothing."""
        if allowance.tokens is not None and self.tokens > allowance.tokens:
            return "token"
        if allowance.cost_usd is not None and self.cost_usd > allowance.cost_usd:
            return "cost"
        return ""


class Purse:
    """What all trials of a run may use together."""

    def __init__(
        self,
        allowance: Allowance,
        spent: Spending,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`spent` is what was used before, by trials of this run that were done earlier."""
        self.allowance = allowance
        self._spent = spent
        self._clock = clock
        self._began = clock()
        self._open: set[Budget] = set()
        self.last_call = Spending()
        """What the last one took, whichever trial made it."""

    @property
    def spent(self) -> Spending:
        """By all trials so far."""
        return sum((it.spent for it in self._open), self._spent)

    @property
    def promised(self) -> Spending:
        """What is spent, with the calls that are under way."""
        return sum((it.under_way for it in self._open), self.spent)

    @property
    def left_s(self) -> float | None:
        """Of the run's time; None when there is no limit."""
        if self.allowance.minutes is None:
            return None
        return max(0.0, self.allowance.minutes * 60 - (self._clock() - self._began))

    def require_some_left(self) -> None:
        """See that another trial may begin.

        Raises:
            SetupError: the run has used what it may.
        """
        allowance = self.allowance
        least = Spending(tokens=1) if self.last_call == Spending() else self.last_call
        kind = (self.promised + least).beyond(allowance)
        what = {"token": f"{allowance.tokens} tokens", "cost": f"{allowance.cost_usd} USD"}.get(
            kind
        )
        if self.left_s == 0:
            what = f"{allowance.minutes:g} minutes"
        if what:
            raise SetupError(
                f"the run has used its {what}, so this trial did not begin",
                hint="`--resume` goes on with it, under a new limit for the whole run",
            )

    def join(self, budget: "Budget") -> None:
        """Count a trial in."""
        self._open.add(budget)

    def leave(self, budget: "Budget") -> None:
        """Keep what a trial has used, now that it has ended."""
        self._open.discard(budget)
        self._spent = self._spent + budget.spent


_PURSES: dict[Path, Purse] = {}
"""Of the runs of this process: Inspect makes the tasks of one run apart from each other."""


def open_purse(run: Path, allowance: Allowance, spent: Spending) -> None:
    """Begin to count what a run uses from here on."""
    _PURSES[run] = Purse(allowance, spent)


def purse_of(run: Path) -> Purse:
    """The purse that was opened for a run, else one without limits."""
    return _PURSES.setdefault(run, Purse(NO_LIMITS, Spending()))


class Budget(Limit):
    """What one trial may use, within what its run may."""

    def __init__(self, allowance: Allowance, purse: Purse) -> None:
        super().__init__()
        self._allowance = allowance
        self._purse = purse
        self._tokens = token_limit(allowance.tokens)
        self._cost = cost_limit(allowance.cost_usd)
        self._seen = Spending()
        self._ends_with_run = False
        self._token: Token[Budget | None] | None = None
        self.under_way = Spending()
        self.ended_by = ""
        """Which limit ended the work: `token`, `cost` or `time`, with `run_` before that of a
        whole run."""

    @property
    def limits(self) -> list[Limit]:
        """All that Inspect has to enforce around the work."""
        own_s = None if self._allowance.minutes is None else self._allowance.minutes * 60
        left_s = self._purse.left_s
        seconds = [it for it in (own_s, left_s) if it is not None]
        self._ends_with_run = left_s is not None and left_s == min(seconds)
        return [time_limit(min(seconds, default=None)), self._tokens, self._cost, self]

    @property
    def spent(self) -> Spending:
        """So far."""
        return Spending(int(self._tokens.usage), self._cost.usage)

    @property
    @override
    def limit(self) -> float | None:
        return self._allowance.tokens

    @property
    @override
    def usage(self) -> float:
        return self._tokens.usage

    @override
    def __enter__(self) -> Self:
        _have_a_word()
        self._token = _OF_THE_TRIAL.set(self)
        self._purse.join(self)
        return self

    @override
    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        self.under_way = Spending()
        self._purse.leave(self)
        if self._token:
            _OF_THE_TRIAL.reset(self._token)

    def before_call(self) -> None:
        """See that the trial and the run can pay for another call like the last.

        Raises:
            LimitExceededError: they cannot.
        """
        spent = self.spent
        forecast = spent - self._seen
        if forecast == Spending():
            forecast = self._purse.last_call
        self._purse.last_call = forecast
        self.under_way = Spending()
        if kind := (spent + forecast).beyond(self._allowance):
            self._refuse(kind)
        if kind := (self._purse.promised + forecast).beyond(self._purse.allowance):
            self._refuse(f"run_{kind}")
        self._seen, self.under_way = spent, forecast

    def _refuse(self, kind: str) -> NoReturn:
        self.ended_by = kind
        plain = "token" if kind.endswith("token") else "cost"
        whole = self._purse.allowance if kind.startswith("run_") else self._allowance
        spent = self._purse.spent if kind.startswith("run_") else self.spent
        value = spent.tokens if plain == "token" else spent.cost_usd
        limit = whole.tokens if plain == "token" else whole.cost_usd
        raise LimitExceededError(
            "token" if plain == "token" else "cost",
            value=value,
            limit=limit or 0,
            message=f"another call would go beyond the limit of {limit}, {value} are used",
            source=self,
        )

    def told(self, error: LimitExceededError | None) -> str:
        """In a word what ended the work; empty when nothing did."""
        if error is None:
            return ""
        if error.type == "time" and self._ends_with_run:
            return "run_time"
        return self.ended_by or error.type


class BudgetHooks(Hooks):
    """Lets a trial's budget have a word before each of its calls."""

    @override
    async def on_before_model_generate(self, data: BeforeModelGenerate) -> None:
        """Refuse a call that cannot be paid for."""
        budget = _OF_THE_TRIAL.get()
        if budget:
            budget.before_call()


@cache
def _have_a_word() -> None:
    # Hooks that are there when Inspect starts are announced on the standard output.
    hooks(name="bugsweep_budget", description="Refuses calls that would go beyond a limit.")(
        BudgetHooks
    )

"""Does actions in one window, records them, and gives up where the budget ends."""

import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Protocol

from bugsweep.browser import ActionRefusedError, BrowserGoneError
from bugsweep.browser.looking import EMPTY_LOOK, ControlSeen, FieldSeen, Look
from bugsweep.browser.scouting import Scout
from bugsweep.exploration.action import (
    Action,
    Op,
    Spot,
    find_control,
    find_field,
    spot_of_control,
    spot_of_field,
)
from bugsweep.exploration.filling import CLOCK
from bugsweep.exploration.safety import Safety
from bugsweep.exploration.trail import Held, Moment, Sense, Step, Trail

_NOWHERE = ("about:", "chrome-error:")
"""Pages of the browser: an empty one, and one that says that a page did not come."""


class BudgetSpentError(Exception):
    """The time is used up: not an error, the end of a walk."""


class JobOverError(Exception):
    """A single probe took its share of the time."""


@dataclass(slots=True)
class Budget:
    """How much may still be done."""

    seconds: float
    clock: Callable[[], float] = time.monotonic
    actions: int = 0
    began: float = field(default=0)
    is_stopped: bool = False

    def __post_init__(self) -> None:
        """Begin to count."""
        self.began = self.clock()

    @property
    def elapsed_s(self) -> float:
        """How long it has been going on."""
        return self.clock() - self.began

    @property
    def left_s(self) -> float:
        """How much time is left."""
        return max(0.0, self.seconds - self.elapsed_s)

    def count(self) -> None:
        """Count an action.

        Raises:
            BudgetSpentError: there is nothing left.
        """
        if self.is_stopped or self.left_s <= 0:
            raise BudgetSpentError
        self.actions += 1


class Meter(Protocol):
    """Counts actions, and says when to end."""

    def count(self) -> None:
        """Count an action, or raise what ends the walk."""
        ...


@dataclass(slots=True)
class Share:
    """What one of several walks at a time may take of a budget."""

    budget: Budget
    ends_s: float = float("inf")
    """When the probe at work has to end, in seconds since the budget began."""

    def count(self) -> None:
        """Count an action.

        Raises:
            BudgetSpentError: there is nothing left.
            JobOverError: this probe had its share.
        """
        if self.budget.left_s > 0 and self.budget.elapsed_s > self.ends_s:
            raise JobOverError
        self.budget.count()

    @contextmanager
    def of(self, seconds: float) -> Iterator[None]:
        """Let what is done in the block take so long at most, and end it without an error."""
        self.ends_s = self.budget.elapsed_s + seconds
        try:
            yield
        except JobOverError:
            pass
        finally:
            self.ends_s = float("inf")


class Walker:
    """One window, and the trail it leaves."""

    def __init__(self, scout: Scout, safety: Safety, meter: Meter, trail: Trail) -> None:
        self.scout = scout
        self.safety = safety
        self.meter = meter
        self.trail = trail
        self.look: Look = EMPTY_LOOK
        self.kept: Mapping[str, Mapping[str, str]] | None = None
        """What the browser holds when it begins; None leaves it as it is."""
        self.people: Mapping[str, Scout] = {}
        """The windows of all who take part, by name."""
        self.on_step: Callable[[Step], None] = lambda _: None
        self.enter: Callable[[Walker], Awaitable[object]] | None = None
        """Signs in again on a page that was loaded, in an app that remembers nobody."""
        self._entering: list[int] = []
        """The steps that did."""

    async def do(self, action: Action) -> Step:
        """Do it and look; an action that cannot be done is recorded as refused."""
        self.meter.count()
        if self.kept is not None:
            await self.scout.restore(self.kept)
            self.kept = None
        before, began = self.look, time.monotonic()
        errors, asked = len(self.scout.errors), len(self.scout.session.unasked)
        said, stirs = len(self.scout.session.said), self.scout.session.stirs
        self.scout.take_calls()
        if action.accepts:
            self.scout.answer_questions(accept=True)
        refusal = ""
        try:
            await self._perform(action)
        except BrowserGoneError:
            raise
        except ActionRefusedError as error:
            refusal = error.message
        finally:
            was_asked = self.scout.was_asked
            self.scout.answer_questions(accept=False)
        elapsed_ms = (time.monotonic() - began) * 1000
        await self._come_home()
        self.look = await self.scout.look()
        questions = tuple(self.scout.session.unasked[asked:])
        if was_asked:
            questions += tuple(entry.text for entry in self.scout.session.said[said:][:1])
        step = Step(
            index=len(self.trail.steps),
            action=action,
            before=before,
            after=self.look,
            calls=self.scout.take_calls(),
            errors=tuple(self.scout.errors[errors:]),
            questions=questions,
            elapsed_ms=elapsed_ms,
            refusal=refusal,
            stirred=self.scout.session.stirs > stirs,
        )
        self.trail.steps.append(step)
        self.on_step(step)
        if self.enter is not None and action.op in {Op.OPEN, Op.RELOAD}:
            began = len(self.trail.steps)
            await self.enter(self)
            self._entering += range(began, len(self.trail.steps))
        return step

    @property
    def way(self) -> tuple[Action, ...]:
        """What was done after signing in: the way to where it is now."""
        steps = enumerate(self.trail.steps)
        left_out = {*range(self.trail.setup), *self._entering}
        return tuple(step.action for place, step in steps if place not in left_out)

    async def _perform(self, action: Action) -> None:
        if action.op is Op.SWITCH:
            self.scout = self.people[action.value]
            return
        scout = self.scout
        if action.op is Op.OPEN:
            if not self.safety.is_inside(action.value):
                raise ActionRefusedError(f"`{action.value}` is outside the app")
            await scout.open(action.value)
        elif action.op is Op.RELOAD:
            await scout.reload()
        elif action.op in {Op.BACK, Op.FORWARD}:
            await scout.go(-1 if action.op is Op.BACK else 1)
        elif action.op is Op.PRESS:
            await scout.press(action.value)
        elif action.op is Op.TYPE:
            await scout.type_keys(action.value)
        elif action.op is Op.RESIZE:
            width, _, height = action.value.partition("x")
            await scout.resize(int(width), int(height))
        elif action.spot is not None:
            await self._touch(action, action.spot)

    async def _touch(self, action: Action, spot: Spot) -> None:
        if action.op is Op.SET:
            field_seen = find_field(self.look, spot)
            if field_seen is None:
                raise ActionRefusedError(f"there is no {spot}")
            await self.scout.set_field(field_seen, action.value)
            return
        control = find_control(self.look, spot)
        if control is not None:
            if control.target == "_blank" and action.op is Op.CLICK:
                await self.scout.open(control.href)
                return
            ref = control.ref
        else:
            found = await self.scout.find_text(spot.name) if spot.kind == "text" else None
            ref = self._ref_of(spot) if found is None else found
        if action.op is Op.HOVER:
            await self.scout.hover(ref)
            return
        if action.op is Op.SCROLL:
            await self.scout.scroll_to(ref)
            return
        if action.op is Op.DRAG and action.onto is not None:
            await self.scout.drag(ref, self._ref_of(action.onto))
            return
        await self.scout.click(ref, count=2 if action.op is Op.DOUBLE_CLICK else 1)

    def _ref_of(self, spot: Spot) -> int:
        field_seen = find_field(self.look, spot)
        if field_seen is not None:
            return field_seen.ref
        for row in self.look.rows:
            if spot.css and spot.css == row.grip_css:
                return row.grip
            is_meant = row.css == spot.css if spot.css else spot.name in row.text
            if spot.kind in {"row", "item"} and is_meant:
                return row.ref
        raise ActionRefusedError(f"there is no {spot}")

    async def _come_home(self) -> None:
        """Close what opened in a new tab, and go back when the app was left."""
        session = self.scout.session
        while len(session.tabs) > 1:
            count = len(session.tabs)
            await session.tab.close()
            if len(session.tabs) >= count:
                break
        url = session.address
        if url and not url.startswith(_NOWHERE) and not self.safety.is_inside(url):
            with suppress(ActionRefusedError):
                await self.scout.go(-1)

    def mark(self, sense: Sense, **facts: object) -> Moment:
        """Say that this point of the probe means something."""
        moment = replace(
            Moment(sense, len(self.trail.steps), self.look),
            **facts,  # type: ignore[arg-type]
        )
        self.trail.moments.append(moment)
        return moment

    async def open(self, path: str) -> Step:
        """Load an address of the app."""
        return await self.do(Action(op=Op.OPEN, value=path))

    async def click(
        self, control: ControlSeen, *, accepts: bool = False, twice: bool = False
    ) -> Step:
        """Click a control of the page as it stands."""
        op = Op.DOUBLE_CLICK if twice else Op.CLICK
        return await self.do(
            Action(op=op, spot=spot_of_control(self.look, control), accepts=accepts)
        )

    async def set(self, field_seen: FieldSeen, value: str) -> Step:
        """Give a field of the page as it stands a value."""
        spot = spot_of_field(self.look, field_seen)
        if field_seen.kind == "text" and CLOCK.fullmatch(field_seen.value.strip()):
            # What takes a time listens to every key, and ends when it is left.
            await self.do(Action(op=Op.CLICK, spot=spot))
            await self.do(Action(op=Op.PRESS, value="Control+A"))
            await self.do(Action(op=Op.TYPE, value=value))
            return await self.do(Action(op=Op.PRESS, value="Tab"))
        return await self.do(Action(op=Op.SET, spot=spot, value=value))

    async def follow(self, route: tuple[Action, ...]) -> bool:
        """Do all of a route; False when it ends in a refusal."""
        for action in route:
            step = await self.do(action)
            if step.refusal:
                return False
        return True


def held_in(look: Look, form: int) -> tuple[Held, ...]:
    """What stands in the fields of a form; a radio button that is off says nothing of its own."""
    return tuple(
        Held(field.title, field.kind, field.held, spot_of_field(look, field))
        for field in look.fields_of(form)
        if field.is_sent
        and field.kind not in {"password", "file", "hidden"}
        and not (field.kind == "radio" and not field.is_ticked)
    )

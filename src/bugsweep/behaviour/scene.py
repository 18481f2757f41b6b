"""What a step works on: the people at their browsers, what was remembered, where to look."""

import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from bugsweep.behaviour.phrases import Phrase
from bugsweep.browser import (
    PATIENCE,
    Browser,
    Effort,
    Element,
    Patience,
    Place,
    Question,
    Session,
    Tab,
    Target,
    TargetAmbiguousError,
    TargetMissingError,
    find_all,
    find_place,
    find_target,
    watch,
)
from bugsweep.browser.failures import ActionRefusedError, PageMovedError
from bugsweep.browser.observation import DEFAULT_LIMIT_S, Sight
from bugsweep.domain.errors import SetupError
from bugsweep.domain.verdict import Healing

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Remembered:
    """What something showed at an earlier moment."""

    target: Target
    scopes: tuple[Target, ...]
    lines: tuple[str, ...]


@dataclass(slots=True)
class World:
    """What lasts from step to step."""

    browser: Browser
    base_url: str
    stack: AsyncExitStack
    patience: Patience = PATIENCE
    trace: Path | None = None
    folder: Path = Path()
    """Where the behaviour test stands, and the pictures beside it."""
    evidence: Path = Path()
    people: dict[str, Session] = field(default_factory=dict)
    person: str = ""
    memory: dict[str, Remembered] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    """CSS of elements that have no name of their own, by the name given to them."""
    healings: list[Healing] = field(default_factory=list)
    acted_at: float = 0
    """When the last action began, on the monotonic clock."""

    async def become(self, person: str) -> None:
        """Sit down at the browser of `person`, which is opened at the first time."""
        if person not in self.people:
            trace = self.trace
            if trace and self.people:
                trace = trace.with_stem(f"{trace.stem}-{len(self.people) + 1}")
            self.people[person] = await self.stack.enter_async_context(
                self.browser.open_session(
                    person, base_url=self.base_url, trace=trace, patience=self.patience
                )
            )
        self.person = person

    @property
    def session(self) -> Session:
        """The browser in front."""
        return self.people[self.person]

    def said(self) -> list[str]:
        """What the app said since the last action began."""
        return [said.text for said in self.session.said if said.at >= self.acted_at]


class Scene:
    """What the function of one step is given."""

    def __init__(self, world: World, phrase: Phrase, *, text: str) -> None:
        self.world = world
        self.phrase = phrase
        self.text = text
        self.notes: list[str] = []
        self.sight: Sight | None = None
        """What a verdict may know of the page; None in an action."""

    @property
    def session(self) -> Session:
        """The person's window."""
        return self.world.session

    @property
    def tab(self) -> Tab:
        """The tab in front."""
        return self.world.session.tab

    @property
    def limit_s(self) -> float:
        """How long this step may wait."""
        return self.phrase.tails.within_s or DEFAULT_LIMIT_S

    def anywhere(self) -> "Scene":
        """The same step, looking at the whole page."""
        wide = Scene(self.world, replace(self.phrase, scopes=()), text=self.text)
        wide.sight, wide.notes = self.sight, self.notes
        return wide

    def named(self, target: Target) -> Target:
        """The target, with the CSS that was given to its name."""
        css = self.world.names.get(target.name, "")
        return replace(target, css=css) if css else target

    @property
    def _scopes(self) -> tuple[Target, ...]:
        return tuple(map(self.named, self.phrase.scopes))

    def _effort(self, sight: Sight) -> Effort:
        is_action = self.sight is None
        return Effort(
            is_loose=sight.is_loose,
            may_contain=is_action,
            may_heal=is_action,
        )

    async def find(self, *targets: Target) -> Element:
        """The one element that answers to the first of `targets` that any does.

        An action waits for it; a verdict looks once.
        """
        if self.sight is not None:
            return await self._find_now(targets, self.sight)
        element = await self.until(lambda sight: self._find_now(targets, sight))
        if element.is_early:
            # The script that makes it work may come after it.
            await self.tab.loaded()
            element = await self.until(lambda sight: self._find_now(targets, sight))
        if element.reworded_as:
            wanted = next((target.name for target in targets), "")
            self.world.healings.append(
                Healing(step=self.text, wanted=wanted, found=element.reworded_as)
            )
        if element.note:
            self.notes.append(f"{element.what}: {element.note}")
        return element

    async def until(self, attempt: Callable[[Sight], Awaitable[T]]) -> T:
        """Repeat an attempt of an action until it raises nothing, as long as the step may wait."""

        async def attempted(sight: Sight) -> tuple[bool, T | SetupError]:
            try:
                return True, await attempt(sight)
            except (TargetMissingError, TargetAmbiguousError, PageMovedError) as error:
                return False, error

        outcome = await watch(
            self.tab,
            attempted,
            limit_s=self.limit_s,
            may_end_early=self.phrase.tails.within_s is None,
        )
        if isinstance(outcome, SetupError):
            raise outcome
        return outcome

    async def _find_now(self, targets: tuple[Target, ...], sight: Sight) -> Element:
        missing: TargetMissingError | None = None
        efforts = [replace(sight, is_loose=False)] if len(targets) > 1 else []
        for effort in map(self._effort, [*efforts, sight]):
            for target in map(self.named, targets):
                try:
                    return await find_target(self.tab, self._scopes, target, effort=effort)
                except TargetMissingError as error:
                    missing = missing or error
        raise missing or ActionRefusedError("nothing was looked for")

    async def find_all(self, target: Target) -> list[Element]:
        """All visible elements that answer to `target`, looked for once."""
        loose = self.sight is not None and self.sight.is_loose
        effort = Effort(is_loose=loose, may_hide=False)
        return await find_all(self.tab, self._scopes, self.named(target), effort=effort)

    async def places(self) -> tuple[Place, ...]:
        """Where the step looks: its scope, or the whole page."""
        loose = self.sight is None or self.sight.is_loose
        return await find_place(self.tab, self._scopes, effort=Effort(is_loose=loose))

    async def answering(self, act: Callable[[], Awaitable[None]]) -> None:
        """Do an action while ready to answer the browser's question, if the step tells how."""
        reply = self.phrase.tails.reply
        if reply is None:
            await act()
            return
        question = Question(reply.accept, reply.wording, reply.answer)
        self.session.expect_question(question)
        try:
            await act()
            await self._until_asked(question)
        finally:
            self.session.expect_question(None)

    async def _until_asked(self, question: Question) -> None:
        async def asked(_: Sight) -> tuple[bool, bool]:
            return question.was_asked, question.was_asked

        if not await watch(self.tab, asked, limit_s=self.limit_s):
            other = self.session.unasked[-1:] or ["nothing"]
            raise ActionRefusedError(
                f"the browser should have asked `{question.wording}`, it asked {other[0]}"
            )

    def mark_action(self) -> None:
        """What the app says from now on is the answer to this step."""
        self.world.acted_at = time.monotonic()

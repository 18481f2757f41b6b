"""Whether an agent met the bug in its own browser: its pages judged by the target test."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from bugsweep.behaviour import Behaviour, Role, Step
from bugsweep.behaviour.deeds import Deed, deed_of, names_given
from bugsweep.behaviour.still import StillPage, is_of_the_page, open_still_page, reworded
from bugsweep.browser import Browser, Target
from bugsweep.domain.browsing import Encounter
from bugsweep.domain.verdict import StepResult, Verdict, VerdictKind
from bugsweep.recording.notes import Action, Recording, State

_MOVES: Final = frozenset({"goto", "reload", "back"})
"""These leave in place what was done before them."""
_FIELDS: Final = frozenset({"textbox", "searchbox", "spinbutton", "combobox"})
_MOST_JUDGED: Final = 200
_LAST_DEEDS: Final = 2
"""One alone, such as a click on `Submit`, may belong to another form."""
_ONE_OF_MANY: Final = re.compile(r"\d|[0-9a-f]{8}-|^[A-Za-z0-9_-]{20,}$")


def page_of(url: str) -> str:
    """The page of an address: what numbers or names one thing of many in it becomes a `*`."""
    parts = urlsplit(url)
    route = parts.fragment.partition("?")[0] if re.match(r"[!/]", parts.fragment) else ""
    path = "/".join("*" if _ONE_OF_MANY.search(it) else it for it in parts.path.split("/"))
    steps = "/".join("*" if _ONE_OF_MANY.search(it) else it for it in route.split("/"))
    return f"{path}#{steps}" if steps else path


@dataclass(frozen=True, slots=True)
class Symptom:
    """The step at which the target test fails on the unchanged app, and what leads to it."""

    step: Step
    page: str
    deeds: tuple[Deed, ...]
    data: frozenset[str] = frozenset()
    """What the test enters where only the test has a name for the place."""


def find_symptom(behaviour: Behaviour, on_buggy: Verdict) -> Symptom | None:
    """Where the bug shows; None when no page alone can show it."""
    failing: StepResult | None = on_buggy.failing_step
    if on_buggy.kind is not VerdictKind.FAIL or failing is None:
        return None
    index = len(on_buggy.steps) - 1
    step = behaviour.steps[index]
    if step.role is not Role.THEN or not is_of_the_page(step):
        return None
    first = next(
        (number for number, it in enumerate(behaviour.steps) if it.role is Role.WHEN), index
    )
    unknown = names_given(behaviour.steps)
    deeds = [deed_of(it) for it in behaviour.steps[first:index]]
    known = tuple(it for it in deeds if it is not None and it.name not in unknown)
    data = frozenset(it.value for it in deeds if it and it.value and it.name in unknown)
    return Symptom(step, page_of(failing.url), known, data)


@dataclass(slots=True)
class _Course:
    """How the test's deeds were done, and with which data."""

    last: int = 0
    """The number of the last of these actions."""
    words: dict[str, str] = field(default_factory=dict)
    """The agent's own for the test's."""
    is_other: bool = False
    """Whether anything was done with other data than the test's."""


def trace_course(deeds: Sequence[Deed], actions: Sequence[Action]) -> _Course | None:
    """The last time that all `deeds` were done in their order; None if they never were."""
    course = _Course(last=actions[-1].number if actions else 0)
    rest = list(actions)
    for number, deed in enumerate(reversed(deeds)):
        while rest and not _does(rest[-1], deed):
            rest.pop()
        if not rest:
            return None
        action = rest.pop()
        if number == 0:
            course.last = action.number
        _compare(course, deed, action)
    return course


def _does(action: Action, deed: Deed) -> bool:
    if deed.may_be_entered and (action.action, action.value) == ("press", "Enter"):
        return action.role in _FIELDS
    if action.action not in deed.actions:
        return False
    if deed.actions == {"press"}:
        return action.value == deed.value
    # One that is drawn by the app itself is chosen from with a click on the option.
    return deed.is_on(action.names) or (
        "select" in deed.actions and bool(deed.value) and deed.value in action.names
    )


def _compare(course: _Course, deed: Deed, action: Action) -> None:
    if not deed.is_in(action.row):
        course.is_other = True
    is_hidden = action.value.startswith("•")
    if is_hidden or not deed.value or action.action not in {"fill", "select"}:
        return
    if action.value != deed.value:
        course.is_other = True
        if action.value:
            course.words.setdefault(deed.value, action.value)


async def find_encounter(
    behaviour: Behaviour, on_buggy: Verdict, recording: Recording, browser: Browser
) -> Encounter:
    """Judge the recorded states by the step of `behaviour` at which it fails `on_buggy`."""
    symptom = find_symptom(behaviour, on_buggy)
    if symptom is None:
        return Encounter(reason="the target test does not fail at what one page can show")
    if not recording.states():
        return Encounter(reached=False, triggered=False, reason="no page of the app was seen")
    async with open_still_page(behaviour, browser) as still:
        return await _Search(symptom, recording, still).encounter()


class _Search:
    def __init__(self, symptom: Symptom, recording: Recording, still: StillPage) -> None:
        self._symptom = symptom
        self._recording = recording
        self._still = still
        self._actions = recording.actions()
        self._states = recording.states()

    async def encounter(self) -> Encounter:
        symptom = self._symptom
        where = f"`{symptom.step.text}` at `{symptom.page}`"
        on_page = [it for it in self._states if page_of(it.url) == symptom.page]
        if not on_page:
            return Encounter(
                reached=False, triggered=False, reason=f"the page of {where} was never seen"
            )
        used = [it for it in on_page if self._has_used(it)]
        if not used:
            return Encounter(
                reached=False, triggered=False, reason=f"what leads to {where} was never used"
            )
        reached = Encounter(
            reached=True,
            triggered=False,
            reason=f"never seen to be false: {where}",
            state=used[0].number,
        )
        doubt = ""
        for state, course in self._ended(on_page):
            told = self._told(course)
            if told is None:
                doubt = f"{where} was judged by the test's own data alone, which were not used"
                continue
            judgement = await self._still.judge(self._recording.page(state), told, at=state.url)
            if judgement.kind is VerdictKind.FAIL:
                return Encounter(
                    reached=True,
                    triggered=True,
                    reason=f"{where}: {judgement.seen}",
                    state=state.number,
                )
        if doubt:
            return reached.model_copy(update={"triggered": None, "reason": doubt})
        return reached

    def _before(self, state: State) -> list[Action]:
        return [it for it in self._actions if it.number < state.number]

    def _has_used(self, state: State) -> bool:
        deeds = self._symptom.deeds[-_LAST_DEEDS:]
        return trace_course(deeds, self._before(state)) is not None

    def _ended(self, states: Sequence[State]) -> Iterator[tuple[State, _Course]]:
        """What was there at rest after the last deed and before the next, each page once."""
        judged: set[str] = set()
        for state in states:
            before = self._before(state)
            course = trace_course(self._symptom.deeds, before)
            if course is None or not self._is_last_look(state) or len(judged) >= _MOST_JUDGED:
                continue
            if not self._symptom.data <= {it.value for it in before}:
                course.is_other = True
            since = [it for it in before if it.number > course.last]
            if all(it.action in _MOVES for it in since) and state.page not in judged:
                judged.add(state.page)
                yield state, course

    def _is_last_look(self, state: State) -> bool:
        """Whether the app had nothing more to show before the next action came."""
        later = [it.number for it in self._actions if it.number > state.number]
        upto = min(later, default=math.inf)
        return state.is_settled and not any(
            state.number < it.number < upto and it.person == state.person for it in self._states
        )

    def _told(self, course: _Course) -> Step | None:
        """The symptom in the agent's words; None where other data make another outcome right."""
        step = self._symptom.step
        if not course.is_other or step.phrase.pattern.is_absence:
            return reworded(step, course.words)
        own = [it for it in step.phrase.arguments if isinstance(it, str)]
        targets = [it for it in step.phrase.arguments if isinstance(it, Target)]
        content = [*own, *(it.name for it in targets if it.name)]
        if step.block is None and content and all(it in course.words for it in content):
            return reworded(step, course.words)
        return None

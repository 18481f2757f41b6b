"""Fewer steps, as long as they still show the same."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bugsweep.exploration.action import Op
from bugsweep.exploration.markers import find_markers
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Step

Check = Callable[[tuple[Step, ...]], Awaitable[bool]]


def droppable(steps: Sequence[Step], suspicion: Suspicion, setup: int) -> list[tuple[int, ...]]:
    """Which steps may be left out together without changing what is claimed.

    What was typed and is claimed later stays, and so does what sent it: without it the claim
    would fail for another reason. Whole visits that sent nothing may go, and whole visits about
    other things.
    """
    claimed = _Claimed.of(suspicion)
    needed = {place for place, step in enumerate(steps) if step.index in suspicion.needs}
    parts: list[tuple[int, ...]] = []
    for visit in _visits(steps, setup):
        is_about = any(claimed.is_in(steps[place]) for place in visit)
        writes = any(steps[place].writes for place in visit)
        is_last = visit[-1] == len(steps) - 1
        if needed.intersection(visit):
            continue
        if not is_last and (not writes or not is_about):
            parts.append(visit)
    for place, step in enumerate(steps):
        if place < setup or place in needed:
            continue
        if step.action.op is not Op.SET or step.action.spot is None:
            continue
        if claimed.is_in(step) or _is_required(step):
            continue
        parts.append((place,))
    return parts


def guessed(steps: tuple[Step, ...], parts: Sequence[tuple[int, ...]]) -> tuple[Step, ...]:
    """A bold guess: only what is claimed, and the last thing that was sent before."""
    visits = [part for part in parts if len(part) > 1 or steps[part[0]].action.op is Op.OPEN]
    writing = [part for part in visits if any(steps[place].writes for place in part)]
    last = max(writing, default=())
    gone = {place for part in visits if part != last for place in part}
    return tuple(step for place, step in enumerate(steps) if place not in gone)


async def shrunk(
    steps: tuple[Step, ...],
    parts: Sequence[tuple[int, ...]],
    still_fails: Check,
    *,
    is_over: Callable[[], bool],
) -> tuple[Step, ...]:
    """Leave out as many parts as the check allows: all at once, then halves, then one by one."""
    gone: set[int] = set()

    def without(more: set[int]) -> tuple[Step, ...]:
        return tuple(step for place, step in enumerate(steps) if place not in gone | more)

    queue = [list(parts)] if parts else []
    while queue and not is_over():
        group = queue.pop(0)
        places = {place for part in group for place in part}
        if await still_fails(without(places)):
            gone |= places
        elif len(group) > 1:
            half = len(group) // 2
            queue += [group[:half], group[half:]]
    return without(set())


def _visits(steps: Sequence[Step], setup: int) -> list[tuple[int, ...]]:
    """Steps from one opening of an address to the next."""
    found: list[list[int]] = []
    for place in range(setup, len(steps)):
        if steps[place].action.op is Op.OPEN or not found:
            found.append([])
        found[-1].append(place)
    return [tuple(visit) for visit in found]


@dataclass(frozen=True, slots=True)
class _Claimed:
    """What a suspicion says something about."""

    names: frozenset[str]
    values: frozenset[str]
    words: frozenset[str]

    @classmethod
    def of(cls, suspicion: Suspicion) -> "_Claimed":
        spots = [claim.spot for claim in suspicion.claims if claim.spot is not None]
        ticks = {"on", "off"}
        words: set[str] = set()
        for claim in suspicion.claims:
            words.update(find_markers(f"{claim.sentence} {claim.value}"))
            words.update({claim.shows} - {""})
        return cls(
            names=frozenset(spot.name for spot in spots),
            # A tick is told by the name of its box alone: all others hold the same.
            values=frozenset(claim.value for claim in suspicion.claims) - ticks - {""},
            words=frozenset(words),
        )

    def is_in(self, step: Step) -> bool:
        """Whether the step is about the same."""
        spot = step.action.spot
        return (
            (spot is not None and spot.name in self.names)
            or step.action.value in self.values
            or any(word in _words(step) for word in self.words)
        )


def _words(step: Step) -> str:
    spot = step.action.spot
    return f"{step.action.value} {spot.name if spot else ''} {spot.row if spot else ''}"


def _is_required(step: Step) -> bool:
    spot = step.action.spot
    return any(
        field.is_required and spot is not None and spot.name == field.title
        for field in step.before.fields
    )

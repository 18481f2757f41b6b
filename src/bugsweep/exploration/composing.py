"""A suspicion and its trail as a behaviour test."""

from collections.abc import Iterable

from bugsweep.exploration.action import Action, Op, Spot
from bugsweep.exploration.markers import Markers, exchanged, fresh_markers
from bugsweep.exploration.scenario import SETTLED, Scenario, quoted
from bugsweep.exploration.suspicion import Claim, Suspicion
from bugsweep.exploration.trail import Step, Trail

_LEAVES = {Op.OPEN, Op.RELOAD, Op.BACK, Op.FORWARD}


def steps_to(trail: Trail, suspicion: Suspicion) -> tuple[Step, ...]:
    """The steps that lead to it, without those that could not be done."""
    return tuple(step for step in trail.steps[: suspicion.at] if not step.refusal)


def compose(
    steps: Iterable[Step],
    suspicion: Suspicion,
    *,
    markers: Markers | None = None,
    by_path: frozenset[int] = frozenset(),
) -> Scenario:
    """The test of these steps; with `markers`, under other names than those used before.

    The elements of the steps in `by_path` are told by where they are, not by their names.
    """
    kept = list(steps)
    new = _new_names(kept, suspicion, markers) if markers else {}
    scenario = Scenario(exchanged(suspicion.title, new))
    for step, further in zip(kept, [*kept[1:], None], strict=True):
        if step.action.op is Op.OPEN and further and further.action.op is Op.OPEN:
            continue
        action = _under(step, new)
        if step.index in by_path and action.spot is not None:
            spot = action.spot.model_copy(update={"css": action.spot.css or action.spot.path})
            action = action.model_copy(update={"spot": spot})
        scenario.act(action, step=step.index)
        leaves = further is not None and further.action.op in _LEAVES
        if step.index == suspicion.before and suspicion.claims:
            scenario.wait(exchanged(_sentence(scenario, suspicion.claims[-1], new), new))
        if step.action.op not in _LEAVES and step.action.op is not Op.SET and leaves:
            # What the page says then is data, which may be other data on a fresh place.
            scenario.wait(f"I do not see {quoted(SETTLED)}")
    for action in suspicion.then:
        scenario.act(action)
    scenario.claim(exchanged(_sentence(scenario, claim, new), new) for claim in suspicion.claims)
    return scenario


def _sentence(scenario: Scenario, claim: Claim, new: dict[str, str]) -> str:
    if claim.spot is None:
        return claim.sentence
    spot = _renamed(claim.spot, new)
    return _said_of(scenario, claim, spot) + scenario.within(spot)


def _said_of(scenario: Scenario, claim: Claim, spot: Spot) -> str:
    if claim.order:
        one, other = map(quoted, claim.order)
        return f"{one} comes before {other} in {scenario.target(spot)}"
    if claim.once:
        return f"{scenario.target(spot)} contains {quoted(claim.once)} exactly once"
    if claim.state:
        return f"{scenario.target(spot)} is {claim.state}"
    if claim.shows:
        where = f" in the column {quoted(claim.column)}" if claim.column else ""
        return f"{scenario.target(spot)} shows {quoted(claim.shows)}{where}"
    return scenario.held(spot, claim.value)


def _under(step: Step, new: dict[str, str]) -> Action:
    action = step.action
    return action.model_copy(
        update={
            "value": exchanged(action.value, new),
            "accepts": action.accepts and bool(step.questions),
            "spot": _renamed(action.spot, new) if action.spot else None,
            "onto": _renamed(action.onto, new) if action.onto else None,
        }
    )


def _renamed(spot: Spot, new: dict[str, str]) -> Spot:
    return spot.model_copy(
        update={"name": exchanged(spot.name, new), "row": exchanged(spot.row, new)}
    )


def _new_names(steps: list[Step], suspicion: Suspicion, markers: Markers) -> dict[str, str]:
    texts = [step.action.model_dump_json() for step in steps]
    return fresh_markers([*texts, suspicion.model_dump_json()], markers)

"""Actions and claims become a behaviour test that the product can read."""

import random

import pytest

from bugsweep.behaviour import parse_feature
from bugsweep.browser.looking import FrameSeen
from bugsweep.exploration.action import Action, Op, Spot
from bugsweep.exploration.composing import compose
from bugsweep.exploration.markers import LENGTH, Markers, exchanged, find_markers
from bugsweep.exploration.minimising import droppable, shrunk
from bugsweep.exploration.scenario import Scenario
from bugsweep.exploration.suspicion import Claim, Suspicion
from unit.exploration.trails import Call, step

A = "Zqbcdfg"
NAME = Spot(kind="field", name="Name", path="#name")
FRAME = FrameSeen(name="Inner", css="#inner")
SAVE = Spot(kind="button", name='Save "all"', nth=2, row=A)
ACTIONS = (
    Action(op=Op.OPEN, value="/items?q=a"),
    Action(op=Op.SET, spot=NAME, value=f'{A} "quoted" \\n | bar'),
    Action(op=Op.SET, spot=Spot(kind="checkbox", name="Urgent"), value="on"),
    Action(op=Op.SET, spot=Spot(kind="checkbox", name="Urgent"), value="off"),
    Action(op=Op.SET, spot=Spot(kind="list", name="Colour"), value="Red"),
    Action(op=Op.SET, spot=Spot(kind="radio button", name="Weekly"), value="on"),
    Action(op=Op.SET, spot=Spot(kind="file", name="Data"), value="a.txt\nwords"),
    Action(op=Op.CLICK, spot=SAVE, accepts=True),
    Action(op=Op.CLICK, spot=Spot(kind="link", name="Next"), is_optional=True),
    Action(op=Op.DOUBLE_CLICK, spot=Spot(kind="text", name="Damson")),
    Action(op=Op.CLICK, spot=Spot(kind="button", name="⚙", css="#a > b|c")),
    Action(op=Op.SCROLL, spot=Spot(kind="item", name=A), is_optional=True),
    Action(op=Op.SET, spot=NAME.model_copy(update={"frame": FRAME}), value="x"),
    Action(op=Op.CLICK, spot=SAVE.model_copy(update={"frame": FRAME}), accepts=True),
    Action(op=Op.PRESS, value="Control+A"),
    Action(op=Op.TYPE, value="0x1F"),
    Action(op=Op.RELOAD),
    Action(op=Op.BACK),
    Action(op=Op.FORWARD),
    Action(op=Op.RESIZE, value="390x844"),
)


def suspicion(*claims, at=1):
    return Suspicion(
        oracle="o", title="t", expected="e", seen="s", at=at, subject="x", claims=claims
    )


@pytest.mark.parametrize("action", ACTIONS, ids=str)
def test_every_action_is_a_step_of_the_vocabulary(action):
    scenario = Scenario("a title")
    scenario.act(action)
    scenario.claim(['I see "x"'])

    behaviour = parse_feature(scenario.render(), source="test")

    assert len(behaviour.steps) == len(scenario.lines) + bool(scenario.names)


@pytest.mark.parametrize(
    ("spot", "value"), [(NAME, "a"), (NAME, ""), (Spot(kind="checkbox", name="U"), "off")]
)
def test_every_claim_is_a_step_of_the_vocabulary(spot, value):
    text = compose([step(0, Op.OPEN, value="/")], suspicion(Claim(spot=spot, value=value))).render()

    assert parse_feature(text, source="test").steps[-1].role == "Then"


def test_a_replay_uses_other_markers_of_the_same_length():
    setting = Action(op=Op.SET, spot=NAME, value=f"{A} thing")
    markers = Markers(random.Random(1))

    text = compose(
        [step(0, action=setting)], suspicion(Claim(sentence=f'I see "{A}"')), markers=markers
    ).render()

    assert A not in text
    assert len({marker for marker in find_markers(text) if len(marker) == LENGTH}) == 1


def test_an_element_that_its_name_did_not_tell_is_told_by_its_place():
    setting = step(3, action=Action(op=Op.SET, spot=NAME, value="x"))

    text = compose(
        [setting], suspicion(Claim(sentence='I see "x"')), by_path=frozenset({3})
    ).render()

    assert "| #name |" in text


def test_markers_keep_the_case_they_are_written_in():
    assert exchanged(f"{A} {A.lower()}", {A: "Zqxxxxx"}) == "Zqxxxxx zqxxxxx"


async def test_shrinking_keeps_what_the_check_needs():
    steps = tuple(step(number, Op.OPEN, value=f"/{number}") for number in range(6))

    async def needs_two_and_four(kept):
        return {2, 4} <= {one.index for one in kept}

    kept = await shrunk(
        steps, [(number,) for number in range(6)], needs_two_and_four, is_over=lambda: False
    )

    assert [one.index for one in kept] == [2, 4]


def test_what_is_claimed_is_never_dropped():
    spots = [NAME, Spot(kind="field", name="Note")]
    steps = [step(0, Op.OPEN, value="/")]
    steps += [
        step(n, action=Action(op=Op.SET, spot=spot, value=f"{A} {spot.name}"))
        for n, spot in enumerate(spots, 1)
    ]

    parts = droppable(steps, suspicion(Claim(spot=NAME, value=f"{A} Name"), at=3), 0)

    assert (1,) not in parts


def test_a_claim_on_a_tick_keeps_no_other_ticks():
    def ticked(index, name):
        box = Spot(kind="checkbox", name=name)
        return step(index, action=Action(op=Op.SET, spot=box, value="on"))

    sent = Call(method="POST", url="http://app/", kind="document", status=200)
    save = Action(op=Op.CLICK, spot=SAVE)
    steps = [
        step(0, Op.OPEN, value="/one"),
        ticked(1, "Retain names"),
        ticked(2, "Notify"),
        step(3, action=save, calls=(sent,)),
        step(4, Op.OPEN, value="/two"),
        ticked(5, "Permission"),
        step(6, action=save, calls=(sent,)),
        step(7, Op.OPEN, value="/one"),
    ]
    claim = Claim(spot=Spot(kind="checkbox", name="Retain names"), value="on")

    parts = droppable(steps, suspicion(claim, at=8), 0)

    assert {(2,), (5,), (4, 5, 6)} <= set(parts)
    assert not any(1 in part for part in parts)

"""How a form is made to grow."""

from bugsweep.exploration.action import Action, Op, Spot
from bugsweep.exploration.probes.growing import ways_to_add
from unit.exploration.trails import control, look, step, trail


def test_a_row_is_added_by_what_added_one_before():
    names = ("Add comment", "Add question")
    shown = look("Questions").model_copy(
        update={"controls": tuple(control(name, form=0) for name in names)}
    )
    clicks = [
        Action(op=Op.CLICK, spot=Spot(kind="button", name=name), value=str(place))
        for place, name in enumerate(names)
    ]
    done = trail(steps=[step(place, action=click) for place, click in enumerate(clicks)])

    assert [way.name for way in ways_to_add(trail(), shown, 0)] == list(names)
    assert [way.name for way in ways_to_add(done, shown, 0)] == list(reversed(names))

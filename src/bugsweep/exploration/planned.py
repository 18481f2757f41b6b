"""A scenario that somebody else planned: done step by step, so that oracles can judge it."""

import re
from collections.abc import Sequence
from typing import Literal, TypeVar

from pydantic import Field

from bugsweep.browser.looking import ControlSeen, FieldSeen, Look
from bugsweep.domain.record import Record
from bugsweep.exploration.action import Action, Op, find_field, spot_of_control, spot_of_field
from bugsweep.exploration.ground import first_marker
from bugsweep.exploration.markers import Markers
from bugsweep.exploration.trail import Held, Moment, Sense, Step
from bugsweep.exploration.walker import Walker, held_in

_NAME = re.compile(r"(?<!\{)\{(\w+)\}(?!\})")
_TICKS = {"tick": "on", "untick": "off"}
_PLAIN = {
    "open": Op.OPEN,
    "press": Op.PRESS,
    "reload": Op.RELOAD,
    "back": Op.BACK,
    "forward": Op.FORWARD,
}
_CLICKS = {"click": Op.CLICK, "double-click": Op.DOUBLE_CLICK, "hover": Op.HOVER}
_SENSES = {"made": "created", "saved again": "resaved"}
_OFFERED = 25


class PlannedStep(Record):
    """One thing to do, in the words that a user reads on the page."""

    do: Literal[
        "open", "click", "double-click", "hover", "type", "choose", "tick", "untick", "press",
        "reload", "back", "forward",
    ]  # fmt: skip
    on: str = Field(default="", description="The name of the field, button or link.")
    row: str = Field(default="", description="A text of the row that it stands in.")
    value: str = Field(
        default="",
        description="Address, text, option or key. Each {name} becomes a word that stands nowhere "
        "else, the same one for the same name.",
    )
    means: Literal[
        "", "made", "listed", "opened", "saved again", "edited", "cancelled", "deleted", "saved"
    ] = Field(
        default="",
        description="What a user now takes for done or sees, for the properties: `made` something, "
        "see it `listed`, have its form `opened`, see that form again after it was `saved again`, "
        "`edited` or `cancelled`, see a list it was `deleted` from, see settings `saved`.",
    )


class Names:
    """What `{name}` stands for, the same throughout one scenario."""

    def __init__(self, markers: Markers) -> None:
        self._markers = markers
        self._given: dict[str, str] = {}

    def put_into(self, text: str) -> str:
        """The text with a marker in place of each `{name}`."""
        return _NAME.sub(lambda found: self._of(found[1]), text)

    def _of(self, name: str) -> str:
        if name not in self._given:
            self._given[name] = self._markers.new()
        return self._given[name]


class PlannedWalk:
    """Does planned steps, and marks what they mean with what a user would expect by then."""

    def __init__(self, walker: Walker, names: Names) -> None:
        self._walker = walker
        self._names = names
        self._marker = ""
        self._made: list[str] = []
        self._found: tuple[Held, ...] = ()
        """What the form held before it was changed."""
        self._wanted: tuple[Held, ...] = ()
        """What it held when it was left."""
        self._changed: list[str] = []

    async def do(self, planned: PlannedStep) -> str:
        """Do one step; why it could not be done, else nothing."""
        action = self._action(planned)
        if isinstance(action, str):
            return action
        if action.op is Op.SET:
            self._before_setting(action)
        step = await self._walker.do(action)
        if step.refusal:
            return step.refusal
        if action.op is Op.SET:
            self._after_setting(action, step)
        if planned.means:
            self._mark(planned.means)
        return ""

    def _action(self, planned: PlannedStep) -> Action | str:
        look, value = self._walker.look, self._names.put_into(planned.value)
        on, row = self._names.put_into(planned.on), self._names.put_into(planned.row)
        if planned.do in _PLAIN:
            return Action(op=_PLAIN[planned.do], value=value)
        if planned.do in _CLICKS:
            control = _control(look, on, row)
            if control is None:
                return (
                    f"nothing to click is {_called_so(on, row)}; there is {_offered(look.controls)}"
                )
            if planned.do == "click" and not self._walker.safety.allows(look, control):
                return f"“{on}” may not be clicked: it leaves, ends or deletes what is not ours"
            spot = spot_of_control(look, control)
            return Action(op=_CLICKS[planned.do], spot=spot, accepts=planned.do == "click")
        field = _field(look, on, row)
        if field is None:
            return f"no field is {_called_so(on, row)}; there is {_offered(look.fields)}"
        return Action(
            op=Op.SET, spot=spot_of_field(look, field), value=_TICKS.get(planned.do, value)
        )

    def _before_setting(self, action: Action) -> None:
        field = _field_at(self._walker.look, action)
        if field is not None and not self._changed:
            self._found = held_in(self._walker.look, field.form)

    def _after_setting(self, action: Action, step: Step) -> None:
        field = _field_at(step.before, action)
        if field is None:
            return
        self._changed.append(field.title)
        again = _field_at(step.after, action) or field
        self._wanted = held_in(step.after, again.form)
        self._marker = first_marker(self._wanted) or self._marker

    def _mark(self, means: str) -> None:
        sense = Sense(_SENSES.get(means, means))
        changed = tuple(dict.fromkeys(self._changed))
        if sense is Sense.CREATED:
            self._made.append(self._marker)
            # What was left alone in a new form may get a value from the app.
            self._wanted = tuple(held for held in self._wanted if held.title in changed)
        facts: dict[str, object] = {"marker": self._marker, "wanted": self._wanted}
        if sense is Sense.LISTED:
            facts |= {"others": tuple(self._made), "detail": str(len(self._made))}
        elif sense is Sense.OPENED:
            facts |= {"detail": "plain"}
        elif sense in {Sense.RESAVED, Sense.CANCELLED}:
            facts |= {"wanted": self._found or self._wanted, "changed": changed}
        elif sense is Sense.SAVED:
            facts |= {"detail": "own", "changed": changed}
        elif sense is Sense.EDITED:
            facts |= {"changed": changed}
        moment: Moment = self._walker.mark(sense, **facts)
        if sense is not Sense.LISTED:
            self._changed.clear()
        if sense is Sense.OPENED:
            self._keep_opened(moment.look)

    def _keep_opened(self, look: Look) -> None:
        """Saved again without a change, a form must hold what it held."""
        for field in look.fields:
            if self._marker and self._marker in field.value:
                self._found = self._wanted = held_in(look, field.form)


def _control(look: Look, name: str, row: str) -> ControlSeen | None:
    return _called([it for it in look.controls if _is_in(look, it.row, row)], name)


def _field(look: Look, name: str, row: str) -> FieldSeen | None:
    return _called([it for it in look.fields if _is_in(look, it.row, row)], name)


def _called_so(name: str, row: str) -> str:
    return f"called “{name}”" + (f" in a row that shows “{row}”" if row else "")


def _is_in(look: Look, place: int, row: str) -> bool:
    return not row or any(row in look.rows[it].text for it in look.rows_around(place))


def _name_of(thing: ControlSeen | FieldSeen) -> str:
    return thing.title if isinstance(thing, FieldSeen) else thing.name


T = TypeVar("T", ControlSeen, FieldSeen)


def _called(things: Sequence[T], name: str) -> T | None:
    """The one with this name, else the one whose name begins with it or holds it."""
    wanted = name.strip().lower()
    names = [(_name_of(thing).strip().lower(), thing) for thing in things]
    for fits in (str.__eq__, str.startswith, str.__contains__):
        for found, thing in names:
            if wanted and fits(found, wanted):
                return thing
    return None


def _field_at(look: Look, action: Action) -> FieldSeen | None:
    return find_field(look, action.spot) if action.spot else None


def _offered(things: Sequence[ControlSeen] | Sequence[FieldSeen]) -> str:
    names = dict.fromkeys(f"“{_name_of(thing)}”" for thing in things if _name_of(thing))
    return ", ".join(list(names)[:_OFFERED]) or "nothing"

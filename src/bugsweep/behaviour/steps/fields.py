"""Verdicts on fields, checkboxes and the focus."""

from bugsweep.behaviour.pattern import Claim, verdict
from bugsweep.behaviour.scene import Scene
from bugsweep.browser import Element, Kind, Target
from bugsweep.browser.wording import holds


async def _field(scene: Scene, name: str) -> Element:
    return await scene.find(
        Target(Kind.FIELD, name), Target(Kind.SLIDER, name), Target(Kind.CHOOSER, name)
    )


@verdict(
    "the field {text} has the value {text}",
    example='the field "Name" has the value "Ann"',
    settles=True,
)
async def has_value(scene: Scene, name: str, value: str) -> Claim:
    """The field holds exactly this; for a list to choose from, what is chosen."""
    now = await (await _field(scene, name)).value()
    return Claim(now.strip() == value.strip(), f"the field `{name}` holds `{now}`")


@verdict("the field {text} is empty", example='the field "Name" is empty', settles=True)
async def is_empty(scene: Scene, name: str) -> Claim:
    """Nothing stands in the field."""
    now = await (await _field(scene, name)).value()
    return Claim(not now.strip(), f"the field `{name}` holds `{now}`")


@verdict(
    "the field {text} shows the error {text}",
    example='the field "Name" shows the error "required"',
)
async def shows_error(scene: Scene, name: str, error: str) -> Claim:
    """An error with these words belongs to the field, the browser's own bubble included."""
    errors = [str(text) for text in await (await _field(scene, name)).texts("error")]
    shown = any(holds(text, error) for text in errors)
    return Claim(shown, f"the field `{name}` shows {'; '.join(errors) or 'no error'}")


async def _is_ticked(scene: Scene, name: str, kind: Kind) -> bool:
    return await (await scene.find(Target(kind, name))).is_checked()


@verdict("the checkbox {text} is ticked", example='the checkbox "Public" is ticked', settles=True)
async def ticked(scene: Scene, name: str) -> Claim:
    """The checkbox or switch is on."""
    now = await _is_ticked(scene, name, Kind.CHECKBOX)
    return Claim(now, f"the checkbox `{name}` is {'' if now else 'not '}ticked")


@verdict(
    "the checkbox {text} is not ticked", example='the checkbox "Public" is not ticked', settles=True
)
async def not_ticked(scene: Scene, name: str) -> Claim:
    """The checkbox or switch is off."""
    now = await _is_ticked(scene, name, Kind.CHECKBOX)
    return Claim(not now, f"the checkbox `{name}` is {'' if now else 'not '}ticked")


@verdict("the focus is on the field {text}", example='the focus is on the field "Name"')
async def is_focused(scene: Scene, name: str) -> Claim:
    """What is typed goes into this field."""
    focused = await (await _field(scene, name)).is_focused()
    return Claim(focused, f"the focus is {'' if focused else 'not '}on the field `{name}`")

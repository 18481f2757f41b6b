"""Steps that give the app values: typing, choosing, ticking, uploading."""

import mimetypes

from bugsweep.behaviour.pattern import Block, action
from bugsweep.behaviour.scene import Scene
from bugsweep.browser import ActionRefusedError, Kind, Target


def _field(name: str) -> Target:
    return Target(Kind.FIELD, name)


@action("I type {text} into the field {text}", example='I type "Ann" into the field "Name"')
async def type_into(scene: Scene, text: str, name: str) -> None:
    """The field then holds this text alone, as after pasting it."""
    await (await scene.find(_field(name), Target(Kind.TITLE, name))).fill(text)


@action(
    "I type {text} into the field {text} key by key",
    example='I type "An" into the field "Search" key by key',
)
async def type_keys_into(scene: Scene, text: str, name: str) -> None:
    """The same with a key press per character, for fields that react to keys."""
    await (await scene.find(_field(name), Target(Kind.TITLE, name))).type_keys(text)


@action(
    "I type into the field {text}",
    example='I type into the field "Note"',
    block=Block.TEXT,
)
async def type_block_into(scene: Scene, name: str, text: str) -> None:
    """The field then holds the text of the doc string below."""
    await (await scene.find(_field(name), Target(Kind.TITLE, name))).fill(text)


@action("I type {text}", example='I type "hello"')
async def type_here(scene: Scene, text: str) -> None:
    """Type where the focus is, key by key."""
    await scene.tab.type_keys(text)


@action("I clear the field {text}", example='I clear the field "Name"')
async def clear(scene: Scene, name: str) -> None:
    """The field is empty then."""
    await (await scene.find(_field(name), Target(Kind.TITLE, name))).fill("")


@action("I press {text}", example='I press "Control+Enter"')
async def press(scene: Scene, keys: str) -> None:
    """Press a key or a chord where the focus is; names as in `KeyboardEvent.key`."""
    await scene.answering(lambda: scene.tab.press(keys))


@action("I press {text} in the field {text}", example='I press "Enter" in the field "Search"')
async def press_in(scene: Scene, keys: str, name: str) -> None:
    """Press a key or a chord with the focus in the field."""

    async def act() -> None:
        await (await scene.find(_field(name), Target(Kind.TITLE, name))).press(keys)

    await scene.answering(act)


@action("I choose {text} from the list {text}", example='I choose "Red" from the list "Colour"')
async def choose(scene: Scene, option: str, name: str) -> None:
    """Open a list to choose from, and choose; the browser's own or one drawn by the app."""
    chooser = await scene.find(Target(Kind.CHOOSER, name), Target(Kind.LIST_BOX, name))
    if await chooser.is_native_select():
        await chooser.select(option)
        return
    await chooser.click()
    # An open list is often attached to the end of the page, outside any scope.
    await (await scene.anywhere().find(Target(Kind.OPTION, option))).click()


@action("I select the option {text}", example='I select the option "Red"')
async def select_option(scene: Scene, option: str) -> None:
    """Choose an option of a list that is open, or of the browser's own list."""
    element = await scene.find(Target(Kind.OPTION, option), Target(Kind.RADIO, option))
    parent = await element.select_parent()
    if parent is not None:
        await parent.select(option)
    else:
        await element.click()


async def _check(scene: Scene, target: Target, *, checked: bool) -> None:
    async def act() -> None:
        await (await scene.find(target)).set_checked(checked=checked)

    await scene.answering(act)


@action("I tick the checkbox {text}", example='I tick the checkbox "I agree"')
async def tick(scene: Scene, name: str) -> None:
    """The checkbox is ticked then; nothing happens if it was."""
    await _check(scene, Target(Kind.CHECKBOX, name), checked=True)


@action("I untick the checkbox {text}", example='I untick the checkbox "I agree"')
async def untick(scene: Scene, name: str) -> None:
    """The checkbox is not ticked then; nothing happens if it was not."""
    await _check(scene, Target(Kind.CHECKBOX, name), checked=False)


@action("I turn on the switch {text}", example='I turn on the switch "Public"')
async def turn_on(scene: Scene, name: str) -> None:
    """The switch is on then."""
    await _check(scene, Target(Kind.SWITCH, name), checked=True)


@action("I turn off the switch {text}", example='I turn off the switch "Public"')
async def turn_off(scene: Scene, name: str) -> None:
    """The switch is off then."""
    await _check(scene, Target(Kind.SWITCH, name), checked=False)


@action("I set the slider {text} to {text}", example='I set the slider "Volume" to "40"')
async def set_slider(scene: Scene, name: str, value: str) -> None:
    """The slider stands at this value then."""
    await (await scene.find(Target(Kind.SLIDER, name))).set_slider(value)


async def _upload(scene: Scene, file: str, content: str, name: str) -> None:
    mime_type = mimetypes.guess_type(file)[0] or "application/octet-stream"
    element = await scene.find(_field(name), Target(Kind.BUTTON, name))
    await element.upload(file, content.encode(), mime_type)


@action(
    "I upload the file {text} with the content {text} into the field {text}",
    example='I upload the file "a.csv" with the content "x,y\\n1,2\\n" into the field "Data"',
)
async def upload(scene: Scene, file: str, content: str, name: str) -> None:
    r"""Give a file made of the text to a field or a button that asks for one; `\n` ends a line."""
    await _upload(scene, file, content, name)


@action(
    "I upload the file {text} into the field {text}",
    example='I upload the file "a.csv" into the field "Data"',
    block=Block.TEXT,
)
async def upload_block(scene: Scene, file: str, name: str, content: str) -> None:
    """The same with the doc string below as its content."""
    await _upload(scene, file, content, name)


@action("these elements have names:", example="these elements have names:", block=Block.TABLE)
async def give_names(scene: Scene, rows: list[list[str]]) -> None:
    """Give names to elements that have none: a table of `name` and `css`."""
    if not rows or rows[0] != ["name", "css"]:
        raise ActionRefusedError("the table of names needs the columns `name` and `css`")
    scene.world.names.update((name, css) for name, css in rows[1:])

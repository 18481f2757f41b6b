"""Verdicts on what lists, tables, sections and rows hold."""

from bugsweep.behaviour.pattern import Block, Claim, verdict
from bugsweep.behaviour.scene import Scene
from bugsweep.browser import Element, Target
from bugsweep.browser.wording import holds, literal_pattern, name_pattern, says

_SCROLLS = 200


def _listed(items: list[str]) -> str:
    shown = "; ".join(f"`{item}`" for item in items[:12])
    return f"{len(items)} items: {shown}" if items else "no items"


async def _contains(scene: Scene, holder: Target, text: str) -> Claim:
    element = await scene.find(holder)
    if await element.place.holds(literal_pattern(text)) or await _deep(scene, element, text):
        return Claim(holds=True, seen=f"the {holder} contains `{text}`")
    return Claim(holds=False, seen=f"the {holder} reads `{(await element.text())[:500]}`")


async def _deep(scene: Scene, element: Element, text: str) -> bool:
    """Whether a long list, rendered in part, holds the text further down."""
    if scene.sight is None or not scene.sight.is_loose:
        return False
    wanted = f"{text} in the {element.what}"
    if await scene.tab.was_scrolled_through(wanted):
        return False
    if not await element.scroll_on(to_start=True) and not await element.scroll_on():
        return False
    for _ in range(_SCROLLS):
        if await element.place.holds(literal_pattern(text)):
            return True
        if not await element.scroll_on():
            break
    await element.scroll_on(to_start=True)
    await scene.tab.note_scrolled_through(wanted)
    return False


@verdict("{holder} contains {text}", example='the list "Boards" contains "Launch"')
async def contains(scene: Scene, holder: Target, text: str) -> Claim:
    """The text is to be read in it, if need be after scrolling."""
    return await _contains(scene, holder, text)


@verdict(
    "{holder} does not contain {text}",
    example='the list "Boards" does not contain "Launch"',
    is_absence=True,
)
async def does_not_contain(scene: Scene, holder: Target, text: str) -> Claim:
    """It is there and the text is not to be read in it, even after scrolling."""
    claim = await _contains(scene, holder, text)
    return Claim(not claim.holds, claim.seen)


@verdict(
    "{holder} contains {text} exactly once",
    example='the table "Bills" contains "Rent" exactly once',
    settles=True,
)
async def contains_once(scene: Scene, holder: Target, text: str) -> Claim:
    """One item or row, and no other, shows the text."""
    items = await (await scene.find(holder)).items()
    fitting = [item for item in items if holds(item, text)]
    return Claim(len(fitting) == 1, f"{len(fitting)} times in {_listed(items)}")


@verdict(
    "{holder} contains {text} first",
    example='the list "Tasks" contains "Milk" first',
    settles=True,
)
async def contains_first(scene: Scene, holder: Target, text: str) -> Claim:
    """The uppermost item or row shows the text."""
    items = await (await scene.find(holder)).items()
    return Claim(bool(items) and holds(items[0], text), _listed(items))


@verdict(
    "{holder} contains {text} last", example='the list "Tasks" contains "Tea" last', settles=True
)
async def contains_last(scene: Scene, holder: Target, text: str) -> Claim:
    """The lowest item or row shows the text."""
    items = await (await scene.find(holder)).items()
    return Claim(bool(items) and holds(items[-1], text), _listed(items))


@verdict(
    "{holder} contains exactly:",
    example='the table "Bills" contains exactly:',
    block=Block.TABLE,
    settles=True,
)
async def contains_exactly(scene: Scene, holder: Target, rows: list[list[str]]) -> Claim:
    """Its rows are those of the table below, cell by cell; a first row may give the headings."""
    element = await scene.find(holder)
    table = await element.texts("table")
    head = [row["cells"] for row in table if row["head"]]
    body = [row["cells"] for row in table if not row["head"]]
    if not table:
        body = [[item] for item in await element.items()]
    wanted = rows[1:] if head and rows and _same(rows[0], head[-1]) else rows
    fits = len(body) == len(wanted) and all(map(_same, wanted, body))
    return Claim(fits, "\n".join(" | ".join(cells) for cells in [*head, *body]) or "no rows")


def _same(wanted: list[str], cells: list[str]) -> bool:
    return len(wanted) == len(cells) and all(
        says(cell, want) if want else not cell for want, cell in zip(wanted, cells, strict=True)
    )


@verdict("{holder} has {int} item(s)/row(s)", example='the list "Tasks" has 3 items', settles=True)
async def has_items(scene: Scene, holder: Target, count: int) -> Claim:
    """It shows this many items or rows, its heading row not counted."""
    items = await (await scene.find(holder)).items()
    return Claim(len(items) == count, _listed(items))


@verdict("{holder} is empty", example='the list "Tasks" is empty', settles=True)
async def is_empty(scene: Scene, holder: Target) -> Claim:
    """It is there and shows no item."""
    items = await (await scene.find(holder)).items()
    return Claim(not items, _listed(items))


@verdict(
    "{text} comes before {text} in {holder}",
    example='"Milk" comes before "Tea" in the list "Tasks"',
    settles=True,
)
async def comes_before(scene: Scene, first: str, second: str, holder: Target) -> Claim:
    """Both are shown, the one above the other."""
    items = await (await scene.find(holder)).items()
    ranks = [
        next((rank for rank, item in enumerate(items) if holds(item, text)), -1)
        for text in (first, second)
    ]
    return Claim(0 <= ranks[0] < ranks[1], _listed(items))


async def _shows(scene: Scene, row: Target, text: str, column: str = "") -> Claim:
    element = await scene.find(row)
    if not column:
        now = await element.text()
        return Claim(await element.place.holds(literal_pattern(text)), f"it shows `{now}`")
    cells = [str(cell) for cell in await element.place.ask("cellsIn", name_pattern(column))]
    if not cells:
        return Claim(holds=False, seen=f"there is no column `{column}`")
    return Claim(any(holds(cell, text) for cell in cells), f"the column shows `{cells[0]}`")


@verdict("{row} shows {text}", example='the row containing "Rent" shows "$900"')
async def row_shows(scene: Scene, row: Target, text: str) -> Claim:
    """The row, item or card known by one text shows another one too."""
    return await _shows(scene, row, text)


@verdict(
    "{row} does not show {text}",
    example='the row containing "Rent" does not show "overdue"',
    is_absence=True,
)
async def row_does_not_show(scene: Scene, row: Target, text: str) -> Claim:
    """The row, item or card is there and does not show the other text."""
    claim = await _shows(scene, row, text)
    return Claim(not claim.holds, claim.seen)


@verdict(
    "{row} shows {text} in the column {text}",
    example='the row containing "Rent" shows "$900" in the column "Amount"',
)
async def row_shows_in_column(scene: Scene, row: Target, text: str, column: str) -> Claim:
    """The row's cell under this heading shows the text."""
    return await _shows(scene, row, text, column)


@verdict(
    "{row} does not show {text} in the column {text}",
    example='the row containing "Rent" does not show "$0" in the column "Amount"',
    is_absence=True,
)
async def row_does_not_show_in_column(scene: Scene, row: Target, text: str, column: str) -> Claim:
    """The row's cell under this heading does not show the text."""
    claim = await _shows(scene, row, text, column)
    if claim.seen.startswith("there is no column"):
        return claim
    return Claim(not claim.holds, claim.seen)

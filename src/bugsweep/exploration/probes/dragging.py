"""Rows that can be dragged: down, up, and into another list, with a reload after each."""

from collections.abc import Iterator
from functools import partial

from bugsweep.browser.looking import GroupSeen, Look, RowSeen
from bugsweep.exploration.action import Action, Op, Spot, row_words, spot_of_grip, spot_of_row
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.markers import find_markers
from bugsweep.exploration.probes.job import Offer, views_of, words_of
from bugsweep.exploration.trail import Sense
from bugsweep.exploration.walker import Walker

_LEAST = 3
"""Of two rows nothing tells a move from an exchange."""
_SIGNS = 2
_GAP = "\n"
Route = tuple[Action, ...]


def jobs(ground: Ground) -> Iterator[Offer]:
    """One job per view in which rows can be dragged."""
    for view in views_of(ground):
        for sign in _signs(view.look)[:_SIGNS]:
            yield Offer(
                f"{view.key}|{sign}",
                words_of(view.look),
                partial(_drag, route=view.route, sign=sign),
            )


async def _drag(ground: Ground, *, route: Route, sign: str) -> None:
    walker = ground.begin("dragging", f"{route[0].value}|{sign}")
    if await ground.follow(walker, route):
        await drag_about(ground, walker, route, sign)


async def drag_what_can_be(ground: Ground, walker: Walker, route: Route) -> None:
    """Drag the rows of the page as it stands, if it has any that can be dragged."""
    for sign in _signs(walker.look)[:1]:
        await drag_about(ground, walker, route, sign)


async def drag_about(ground: Ground, walker: Walker, route: Route, sign: str) -> None:
    """Drag the first row down, the last one up, and one into the next list of the kind."""
    for first, last in ((0, 1), (-1, 0), (0, 2)):
        lists = _lists(walker, sign)
        if not lists or len(lists[0]) < _LEAST:
            break
        rows = lists[0]
        if not await _move(ground, walker, route, sign, rows[first], rows[last]):
            return
    lists = _lists(walker, sign)
    if len(lists) > 1:
        await _move(ground, walker, route, sign, lists[0][0], lists[1][0])


async def _move(
    ground: Ground, walker: Walker, route: Route, sign: str, row: RowSeen, onto: RowSeen
) -> bool:
    """Drag a row onto another and load the page again; False when it cannot be dragged."""
    look = walker.look
    before = _orders(walker, sign)
    moved, goal = row_words(look, row), row_words(look, onto)
    action = Action(op=Op.DRAG, spot=spot_of_grip(look, row), onto=spot_of_row(look, onto))
    step = await walker.do(action)
    if step.refusal or _orders(walker, sign) == before:
        return False
    holder = spot_of_group(look, look.groups[row.group])
    walker.mark(
        Sense.DRAGGED, marker=moved, detail=goal, others=before, changed=(sign,), spot=holder
    )
    dragged = _orders(walker, sign)
    if not step.writes:
        # Nothing says that it is kept without being saved.
        return True
    await ground.follow(walker, route)
    walker.mark(
        Sense.DRAGGED, marker=moved, detail="", others=dragged, changed=(sign,), spot=holder
    )
    return True


def _signs(look: Look) -> list[str]:
    """The kinds of lists whose rows can be dragged and told from each other."""
    found: dict[str, int] = {}
    for number, group in enumerate(look.groups):
        held = [row for row in look.rows if row.group == number and row.grip >= 0]
        if len(held) > 1:
            found[group.sign] = found.get(group.sign, 0) + len(held)
    return [sign for sign, count in found.items() if count >= _LEAST]


def _rows(walker: Walker, sign: str) -> list[list[RowSeen]]:
    """The rows of each list of a kind that a replay has too: no others were made on the way."""
    look = walker.look
    made = {
        marker for step in walker.trail.steps for marker in find_markers(step.action.value.lower())
    }
    numbers = [number for number, group in enumerate(look.groups) if group.sign == sign]
    return [
        [
            row
            for row in look.rows
            if row.group == number and made.issuperset(find_markers(row.text.lower()))
        ]
        for number in numbers
    ]


def _lists(walker: Walker, sign: str) -> list[list[RowSeen]]:
    lists = [[row for row in rows if row.grip >= 0] for rows in _rows(walker, sign)]
    return [rows for rows in lists if rows]


def _orders(walker: Walker, sign: str) -> tuple[str, ...]:
    """What the rows of each list of a kind are known by, in order, one text per list."""
    look = walker.look
    return tuple(_GAP.join(row_words(look, row) for row in rows) for rows in _rows(walker, sign))


def spot_of_group(look: Look, group: GroupSeen) -> Spot:
    """How a test names a list that has no name."""
    kind = {"table": "table", "list": "list"}.get(group.kind, "section")
    same = [other for other in look.groups if other.name == group.name and other.kind == group.kind]
    css = "" if group.name and len(same) == 1 else group.css
    return Spot(kind=kind, name=group.name or "rows", css=css, path=group.css)

"""Lists as a whole: sorted by each column, turned page by page."""

from collections.abc import Iterator
from functools import partial

from bugsweep.exploration.ground import Ground
from bugsweep.exploration.probes.job import Offer, views_of, words_of
from bugsweep.exploration.trail import Sense
from bugsweep.exploration.views import FURTHER, View

_PAGES = 6
_COLUMNS = 8
_ENOUGH = 3


def jobs(ground: Ground) -> Iterator[Offer]:
    """Each view with a table whose heads can be clicked, or with further pages."""
    for view in views_of(ground):
        look = view.look
        heads = {column for group in look.groups for column in group.columns}
        if len(look.rows) >= _ENOUGH and any(c.name in heads and c.name for c in look.controls):
            yield Offer(f"{view.key}|sort", words_of(look), partial(_sort, view=view))
        if any(FURTHER.match(control.name) for control in look.controls):
            yield Offer(f"{view.key}|pages", words_of(look), partial(_turn, view=view))


async def _sort(ground: Ground, *, view: View) -> None:
    columns = [column for group in view.look.groups for column in group.columns if column.strip()]
    for column in dict.fromkeys(columns[:_COLUMNS]):
        walker = ground.begin("listing", view.key)
        await ground.follow(walker, view.route)
        before = tuple(row.text for row in walker.look.rows)
        for _ in range(2):
            head = next((c for c in walker.look.controls if c.name == column and c.row < 0), None)
            if head is None:
                break
            await walker.click(head)
            walker.mark(Sense.SORTED, detail=column, others=before)


async def _turn(ground: Ground, *, view: View) -> None:
    walker = ground.begin("listing", view.key)
    await ground.follow(walker, view.route)
    walker.mark(Sense.PAGED, detail="1")
    for number in range(2, _PAGES + 1):
        further = [c for c in walker.look.controls if FURTHER.match(c.name) and c.is_enabled]
        if not further:
            break
        await walker.click(further[0])
        walker.mark(Sense.PAGED, detail=str(number))

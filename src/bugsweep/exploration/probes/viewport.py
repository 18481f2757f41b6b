"""Every control of a view in windows of three sizes."""

from collections.abc import Iterator
from functools import partial

from bugsweep.exploration.action import Action, Op, spot_of_control
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.probes.job import Offer, views_of, words_of
from bugsweep.exploration.trail import Sense
from bugsweep.exploration.views import View

WIDE = "1280x900"
SIZES = ("768x1024", "390x844")
_CONTROLS = 60
_ABOVE_ALL = 1 / 3
"""What covers more of the controls than this was put there to be used first."""


def jobs(ground: Ground) -> Iterator[Offer]:
    """Each view that says it fits any width: other pages are shown wide on a narrow screen."""
    for view in views_of(ground):
        if not view.look.fits_any_width:
            continue
        yield Offer(view.key, words_of(view.look), partial(_measure, view=view))


async def _measure(ground: Ground, *, view: View) -> None:
    walker = ground.begin("viewport", view.key)
    if not await ground.follow(walker, view.route):
        return
    look = walker.look
    controls = {item.ref: item for item in look.controls if item.is_enabled and item.name}
    shut = {ref for ref, _ in await ground.scout.unreachable(list(controls)[:_CONTROLS])}
    free = {spot_of_control(look, control) for ref, control in controls.items() if ref not in shut}
    try:
        for size in SIZES:
            await walker.do(Action(op=Op.RESIZE, value=size))
            now = {item.ref: item for item in walker.look.controls if item.is_enabled}
            refs = list(now)[:_CONTROLS]
            found = await ground.scout.unreachable(refs)
            if len(found) > len(refs) * _ABOVE_ALL:
                continue
            for ref, why in found:
                spot = spot_of_control(walker.look, now[ref])
                if spot in free:
                    walker.mark(Sense.MEASURED, spot=spot, detail=f"{size}: {why}")
    finally:
        width, _, height = WIDE.partition("x")
        await ground.scout.resize(int(width), int(height))

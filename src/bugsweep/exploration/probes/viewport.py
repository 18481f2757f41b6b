"""Every control of a view in windows of three sizes."""

from collections.abc import Iterator
from functools import partial

from bugsweep.exploration.action import Action, Op, spot_of_control
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.probes.job import Offer, views_of, words_of
from bugsweep.exploration.trail import Sense
from bugsweep.exploration.views import View

SIZES = ("390x844", "768x1024", "1280x900")
_CONTROLS = 60


def jobs(ground: Ground) -> Iterator[Offer]:
    """Each view."""
    for view in views_of(ground):
        yield Offer(view.key, words_of(view.look), partial(_measure, view=view))


async def _measure(ground: Ground, *, view: View) -> None:
    for size in SIZES:
        walker = ground.begin("viewport", view.key)
        await walker.do(Action(op=Op.RESIZE, value=size))
        try:
            if not await ground.follow(walker, view.route):
                continue
            look = walker.look
            refs = [control.ref for control in look.controls if control.is_enabled][:_CONTROLS]
            for ref, why in await ground.scout.unreachable(refs):
                control = next(control for control in look.controls if control.ref == ref)
                walker.mark(
                    Sense.MEASURED, spot=spot_of_control(look, control), detail=f"{size}: {why}"
                )
        finally:
            await ground.scout.resize(1280, 900)

"""Every control of a view once, from the view as it was."""

from collections.abc import Iterator
from functools import partial

from bugsweep.browser.looking import ControlSeen, Look
from bugsweep.exploration.action import Action, Op, spot_of_control
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.probes.job import Offer, views_of, words_of
from bugsweep.exploration.trail import Sense
from bugsweep.exploration.views import View, form_key, submits, view_key

_CONTROLS = 25


def jobs(ground: Ground) -> Iterator[Offer]:
    """Each view."""
    for view in views_of(ground):
        yield Offer(view.key, words_of(view.look), partial(_click_all, view=view))


def _left_to_others(ground: Ground, view: View) -> set[str]:
    """What sends a form is for other probes; what else a form can do, such as export, is not.

    A form that is known from another view is sent from this one too, as it stands.
    """
    found = set()
    for index in range(len(view.look.forms)):
        form = ground.model.forms.get(form_key(view.look, index))
        is_known = form is not None and form.view != view.key and form.role != "login"
        if not (is_known and ground.safety.may_destroy):
            found |= {control.css for control in submits(view.look, index)[:1]}
    return found


def _chosen(look: Look, others: set[str]) -> list[ControlSeen]:
    seen: set[tuple[str, str]] = set()
    found = []
    for control in look.controls:
        key = (control.kind, control.name if control.row < 0 else f"row {control.name}")
        # Links are followed by the crawl.
        if control.kind == "link" and control.href and "#" not in control.href:
            continue
        if key in seen or not control.is_enabled or control.css in others:
            continue
        seen.add(key)
        found.append(control)
    return found[:_CONTROLS]


async def _click_all(ground: Ground, *, view: View) -> None:
    for control in _chosen(view.look, _left_to_others(ground, view)):
        walker = ground.begin("clicking", view.key)
        if not await ground.follow(walker, view.route):
            return
        # The page may hold other rows by now.
        if not ground.safety.allows(view.look, control, gently=True):
            continue
        spot = spot_of_control(view.look, control)
        step = await walker.do(Action(op=Op.CLICK, spot=spot))
        if step.refusal:
            continue
        walker.mark(Sense.CLICKED, spot=spot, detail=control.name)
        if view_key(walker.look) not in ground.model.views:
            ground.model.learn(walker.look, walker.way)

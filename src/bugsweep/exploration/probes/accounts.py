"""Two people at once: who may no longer come in is out, also where a session is open."""

import re
from collections.abc import Iterator

from bugsweep.browser.looking import FieldSeen, Look
from bugsweep.exploration.action import Action, Op, row_words
from bugsweep.exploration.ground import Ground, form_holding
from bugsweep.exploration.login import Account, login_form, sign_in
from bugsweep.exploration.probes.job import Offer
from bugsweep.exploration.trail import Sense
from bugsweep.exploration.views import View, edits
from bugsweep.exploration.walker import Walker

_ADMITS = re.compile(r"\b(is.?)?(active|enabled?|allowed|can (log|sign)|approved)\b", re.IGNORECASE)
_VIEWS = 6


def jobs(ground: Ground) -> Iterator[Offer]:
    """One job, where a second account was given and anything may be changed."""
    if ground.further and ground.safety.may_destroy and ground.account is not None:
        yield Offer("accounts", "user administration accounts roles permissions", _shut_out)


async def _shut_out(ground: Ground) -> None:
    """Let another person come in, shut that account out, and look at what that person sees."""
    other = ground.further[0]
    walker = await ground.begin_as("second", "accounts")
    if not await sign_in(walker, other, start=ground.start):
        return
    seen = await _find_view(ground, walker)
    if seen is None:
        return
    view, token = seen
    await ground.become_first(walker)
    if not await _open_account(ground, walker, other):
        return
    index = form_holding(walker.look, other.user)
    box = _admission(walker.look, index)
    if index is None or box is None:
        return
    await walker.set(box, "off")
    step = await ground.send(walker, index)
    if step is None or not step.writes:
        return
    await walker.do(Action(op=Op.SWITCH, value="second"))
    await walker.follow(view.route)
    walker.mark(Sense.SHUT_OUT, marker=token, detail=other.user)


async def _find_view(ground: Ground, walker: Walker) -> tuple[View, str] | None:
    """A page that the person may see, and words of it that no sign-in page shows."""
    views = [view for view in ground.model.views.values() if len(view.route) == 1]
    for view in [view for view in views if view.look.rows][:_VIEWS]:
        if not await walker.follow(view.route) or login_form(walker.look) is not None:
            continue
        rows = [row for row in walker.look.rows if row.cells]
        if rows and walker.look.path == view.look.path:
            return view, row_words(walker.look, rows[0])
    return None


async def _open_account(ground: Ground, walker: Walker, other: Account) -> bool:
    """Find the form of the other person's account."""
    for view in list(ground.model.views.values()):
        found = [row for row in view.look.rows if other.user in row.text]
        if len(view.route) > 1 or not found:
            continue
        await walker.follow(view.route)
        rows = [row for row in walker.look.rows if other.user in row.text.split()]
        for control in edits(walker.look, walker.look.rows.index(rows[0]))[:3] if rows else []:
            await walker.click(control)
            if _admission(walker.look, form_holding(walker.look, other.user)) is not None:
                return True
            await walker.follow(view.route)
    return False


def _admission(look: Look, index: int | None) -> FieldSeen | None:
    """The box that says whether an account may come in."""
    own = look.fields_of(index) if index is not None else ()
    boxes = [field for field in own if field.kind == "checkbox" and field.is_ticked]
    return next((box for box in boxes if _ADMITS.search(f"{box.label} {box.name}")), None)

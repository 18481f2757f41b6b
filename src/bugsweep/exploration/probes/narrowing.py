"""A list is narrowed, a thing opened from it, and what its page offers is tried from there.

Many apps carry the narrowed list along in the address of what is opened from it: what works from
the whole list may fail from there.
"""

import re
from collections.abc import Iterator
from functools import partial
from urllib.parse import parse_qsl, urlsplit

from bugsweep.browser.looking import ControlSeen, Look
from bugsweep.exploration.action import Action, Op, spot_of_control, spot_of_field
from bugsweep.exploration.ground import Ground, fillable
from bugsweep.exploration.probes.job import Offer, views_of, words_of
from bugsweep.exploration.trail import Sense
from bugsweep.exploration.views import (
    FURTHER,
    View,
    form_key,
    is_search,
    is_texty,
    page_template,
    submits,
    url_template,
)
from bugsweep.exploration.walker import Walker

_ROWS = 2
_WAYS = 4
_CONTROLS = 10
_WORD = re.compile(r"[^\W\d_]{4,}")
Route = tuple[Action, ...]


def jobs(ground: Ground) -> Iterator[Offer]:
    """Each list that can be narrowed and from which something can be opened."""
    for view in views_of(ground):
        if not urlsplit(view.url).query and _opener(view.look) and list(_ways(view.look)):
            yield Offer(view.key, words_of(view.look), partial(_narrow, view=view))


def _ways(look: Look) -> Iterator[Route]:
    """One link of each kind that shows less of the list, its next page, and a search."""
    here = urlsplit(look.url).path
    known: set[str] = set()
    for control in look.controls:
        parts = urlsplit(control.href)
        names = {name for name, _ in parse_qsl(parts.query, keep_blank_values=True)}
        is_of_rows = control.in_head or _in_a_table(look, control)
        is_way = parts.path == here and names - known and not is_of_rows
        if is_way or (FURTHER.match(control.name) and control.is_enabled):
            known |= names
            yield (Action(op=Op.CLICK, spot=spot_of_control(look, control)),)
    fields = [item for item in look.fields if item.row < 0 and is_texty(item) and is_search(item)]
    opener = _opener(look)
    words = _WORD.findall(look.rows[opener.row].text) if opener else []
    if fields and words:
        # What searches the list is sent; what a script takes may look through a menu only.
        sent = [item for item in fields if look.forms[item.form].is_real]
        spot = spot_of_field(look, (sent or fields)[0])
        yield Action(op=Op.SET, spot=spot, value=words[0]), Action(op=Op.PRESS, value="Enter")


def _in_a_table(look: Look, control: ControlSeen) -> bool:
    """Whether a control belongs to one row of a table."""
    return control.row >= 0 and look.groups[look.rows[control.row].group].kind == "table"


def _opener(look: Look) -> ControlSeen | None:
    """The link of a row that most likely leads to a page of one thing."""
    here = page_template(look.url).partition("?")[0]
    found = []
    for control in look.controls:
        there = page_template(control.href).partition("?")[0]
        leads = control.href.startswith("http") and not control.is_download and there != here
        if leads and control.row >= 0 and not control.in_nav:
            beside = sum(row.group == look.rows[control.row].group for row in look.rows)
            found.append((("*" in there, beside >= _ROWS), control))
    return max(found, key=lambda pair: pair[0])[1] if found else None


async def _narrow(ground: Ground, *, view: View) -> None:
    tried: set[tuple[str, str]] = set()
    for way in list(_ways(view.look))[:_WAYS]:
        walker = ground.begin("narrowing", view.key)
        if not await ground.follow(walker, (*view.route, *way)):
            continue
        opener = _opener(walker.look)
        if opener is None or not ground.safety.allows(walker.look, opener, gently=True):
            continue
        opening = Action(op=Op.CLICK, spot=spot_of_control(walker.look, opener))
        if (await walker.do(opening)).refusal:
            continue
        route = (*view.route, *way, opening)
        await _try_all(ground, view, route, walker.look, tried)


async def _try_all(
    ground: Ground, view: View, route: Route, look: Look, tried: set[tuple[str, str]]
) -> None:
    """Click what the opened page offers and the list did not, each from the list anew."""
    offered = {control.name for control in view.look.controls}
    for control in look.controls:
        key = (url_template(look.url), control.name)
        is_new = control.name and control.name not in offered and key not in tried
        if not is_new or control.in_nav or control.row >= 0 or not control.is_enabled:
            continue
        if len(tried) >= _CONTROLS * _WAYS or not ground.safety.allows(look, control, gently=True):
            continue
        tried.add(key)
        walker = ground.begin("narrowing", view.key)
        if not await ground.follow(walker, route):
            return
        spot = spot_of_control(look, control)
        if (await walker.do(Action(op=Op.CLICK, spot=spot))).refusal:
            continue
        walker.mark(Sense.CLICKED, spot=spot, detail=control.name)
        if ground.safety.may_destroy:
            await _send_what_comes(ground, walker, look)


async def _send_what_comes(ground: Ground, walker: Walker, before: Look) -> None:
    """What asks for more before it is done is given it."""
    known = {form_key(before, index) for index in range(len(before.forms))}
    now = walker.look
    new = [index for index in range(len(now.forms)) if form_key(now, index) not in known]
    asking = [index for index in new if fillable(now, index) and submits(now, index)]
    if asking:
        await ground.fill(walker, asking[0])
        await ground.send(walker, asking[0])

"""Actions on several rows at once: on some, on all that a filter shows, on all pages."""

import re
from collections.abc import Iterator
from functools import partial

from bugsweep.browser.looking import ControlSeen, FieldSeen, Look
from bugsweep.exploration.action import Action, Op, spot_of_control, spot_of_field
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.probes.job import Offer, views_of, words_of
from bugsweep.exploration.rows import has_changed, remembered
from bugsweep.exploration.safety import DESTROYS
from bugsweep.exploration.trail import Sense
from bugsweep.exploration.views import FURTHER, View, is_search, is_texty, leads_away
from bugsweep.exploration.walker import Walker

_FEWEST = 3
_OPTIONS = 3
_ENTRIES = 3
_TRIES = 7
_MENU_DEPTH = 3
_GOES = re.compile(r"^(go|apply|run|ok|do|submit|execute|update|start)\b", re.IGNORECASE)
_CONFIRMS = re.compile(r"\b(yes|confirm|sure|continue|apply|proceed|ok)\b", re.IGNORECASE)
_ALL = re.compile(r"\b(all|every|toggle|alle|tous|todos)\b", re.IGNORECASE)
_ELSEWHERE = re.compile(r"export|download|print|copy|csv|share|mail", re.IGNORECASE)
Way = tuple[Action, ...]


def jobs(ground: Ground) -> Iterator[Offer]:
    """Each view whose rows can be ticked, where anything may be changed."""
    if not ground.safety.may_destroy:
        return
    for view in views_of(ground):
        if len(view.route) == 1 and len(boxes_in(view.look)) >= _FEWEST:
            words = f"{words_of(view.look)} bulk action select all"
            yield Offer(view.key.partition("|")[0], words, partial(_act_on, view=view))


def boxes_in(look: Look) -> dict[int, FieldSeen]:
    """The box to tick of each row of the group that has most of them."""
    found: dict[int, dict[int, FieldSeen]] = {}
    for field in look.fields:
        if field.kind != "checkbox" or not field.is_enabled:
            continue
        for row in look.rows_around(field.row):
            found.setdefault(look.rows[row].group, {}).setdefault(row, field)
    # Of groups within groups the outermost with as many: its rows say most.
    return max(reversed(found.values()), key=len, default={})


def _is_beside(look: Look, item: FieldSeen | ControlSeen) -> bool:
    """Whether something belongs to the list and not to one of its rows."""
    own = {look.rows[place].group for place in boxes_in(look)}
    around = {look.rows[row].group for row in look.rows_around(item.row)}
    return item.is_enabled and not around & own


async def _act_on(ground: Ground, *, view: View) -> None:
    """Find an action that changes what is ticked; then use it on wider choices."""
    for option in range(_TRIES):
        way = await _on_some(ground, view, option)
        if way is None:
            return
        if way:
            await _on_filtered(ground, view, way)
            await _on_all_pages(ground, view, way)
            return


async def _on_some(ground: Ground, view: View, option: int) -> Way | None:
    """Tick two rows and act; the way if it changed them, None when there is none to try."""
    walker = ground.begin("bulk", view.key)
    if not await ground.follow(walker, view.route):
        return None
    boxes = list(boxes_in(walker.look).items())
    if len(boxes) < _FEWEST:
        return None
    before = walker.look
    chosen = {place for place, _ in boxes[:2]}
    for _, box in boxes[:2]:
        await walker.do(Action(op=Op.SET, spot=spot_of_field(before, box), value="on"))
    held = remembered(before, chosen, {place for place, _ in boxes[2:]})
    way = await _find_way(walker, before, option)
    if way is None:
        return None
    await ground.follow(walker, view.route)
    moment = walker.mark(Sense.CHOSEN, wanted=held, detail="some")
    return way if any(has_changed(moment.look, one) for one in held[:2]) else ()


async def _find_way(walker: Walker, before: Look, option: int) -> Way | None:
    """Act on what is ticked by the `option`-th way there is."""
    ways = [(way, 0) for way in _selects(walker.look)]
    # A menu has several entries: another one each time.
    ways += [(way, pick) for way in _buttons(walker.look, before) for pick in range(_ENTRIES)]
    if option >= len(ways):
        return None
    way, pick = ways[option]
    began = len(walker.trail.steps)
    look = walker.look
    for action in way:
        step = await walker.do(action)
        if step.refusal:
            return None
    if len(way) == 1 and not walker.trail.steps[-1].writes:
        await _through_menus(walker, look, pick)
    if not walker.trail.steps[-1].writes or _asks(walker.look):
        await _confirm(walker)
    return tuple(step.action for step in walker.trail.steps[began:])


def _selects(look: Look) -> list[Way]:
    """Lists that hold actions and stand at none, with the button beside them."""
    found: list[Way] = []
    for field in look.fields:
        is_idle = field.kind == "select" and not field.value.strip(" -–—.…")
        if not is_idle or not _is_beside(look, field):
            continue
        options = [name for name in field.options if name.strip(" -–—.…")]
        options = [name for name in options if not _ELSEWHERE.search(name)]
        options.sort(key=lambda name: bool(DESTROYS.search(name)))
        senders = [c for c in look.controls if c.form == field.form and c.kind == "button"]
        senders = [c for c in senders if _is_beside(look, c) and not is_further(c)]
        senders.sort(key=lambda control: not _GOES.search(control.name))
        if not senders:
            continue
        go = Action(op=Op.CLICK, spot=spot_of_control(look, senders[0]), accepts=True)
        spot = spot_of_field(look, field)
        found += [(Action(op=Op.SET, spot=spot, value=name), go) for name in options[:_OPTIONS]]
    return sorted(found, key=lambda way: bool(DESTROYS.search(way[0].value)))


def is_further(control: ControlSeen) -> bool:
    """Whether a control turns a page."""
    return bool(FURTHER.match(control.name))


def _buttons(look: Look, before: Look) -> list[Way]:
    """What came up or woke up when rows were ticked, and menus beside the list."""
    idle = {control.css for control in before.controls if control.is_enabled}
    fresh = [c for c in look.controls if c.css not in idle and _is_beside(look, c)]
    menus = [c for c in look.controls if c.has_popup and not c.in_nav and _is_beside(look, c)]
    found = []
    for control in [*fresh, *menus]:
        if _ALL.search(control.name) or _ELSEWHERE.search(control.name):
            continue
        found.append((Action(op=Op.CLICK, spot=spot_of_control(look, control), accepts=True),))
    return sorted(found, key=lambda way: bool(DESTROYS.search(str(way[0].spot))))


async def _through_menus(walker: Walker, before: Look, pick: int) -> None:
    """Open menu within menu until something is sent."""
    known = {control.css for control in before.controls}
    for depth in range(_MENU_DEPTH):
        fresh = [
            control
            for control in walker.look.controls
            if control.css not in known and control.is_enabled and control.name
        ]
        known |= {control.css for control in walker.look.controls}
        fresh = [c for c in fresh if not _ELSEWHERE.search(c.name)]
        fresh.sort(key=lambda c: (bool(DESTROYS.search(c.name)), leads_away(walker.look, c)))
        if not fresh or leads_away(walker.look, fresh[0]):
            return
        chosen = fresh[min(1 if depth else pick, len(fresh) - 1)]
        # Some menus open when they are pointed at, and close when they are clicked.
        spot = spot_of_control(walker.look, chosen)
        await walker.do(Action(op=Op.HOVER, spot=spot))
        if any(c.css not in known and c.is_enabled for c in walker.look.controls):
            continue
        step = await walker.do(Action(op=Op.CLICK, spot=spot, accepts=True))
        if step.refusal or step.writes:
            return


def _asks(look: Look) -> bool:
    return any(_CONFIRMS.search(c.name) and (c.in_dialog or c.is_submit) for c in look.controls)


async def _confirm(walker: Walker) -> None:
    sure = [c for c in walker.look.controls if _CONFIRMS.search(c.name) and c.kind == "button"]
    sure = [c for c in sure if c.in_dialog or c.is_submit]
    if sure:
        await walker.click(sure[0], accepts=True)


async def _repeat(walker: Walker, way: Way) -> bool:
    for action in way:
        step = await walker.do(action)
        if step.refusal:
            return False
    return True


async def _tick_all(walker: Walker) -> bool:
    """Tick the box that ticks all others; found by what it does."""
    tries = [f for f in walker.look.fields if f.kind == "checkbox" and f.is_enabled]
    tries = [f for f in tries if f.css not in {b.css for b in boxes_in(walker.look).values()}]
    tries.sort(key=lambda f: not _ALL.search(f"{f.label} {f.name} {f.css}".replace("-", " ")))
    for field in tries[:2]:
        await walker.do(Action(op=Op.SET, spot=spot_of_field(walker.look, field), value="on"))
        boxes = boxes_in(walker.look)
        if boxes and all(box.is_ticked for box in boxes.values()):
            return True
    return False


async def _on_filtered(ground: Ground, view: View, way: Way) -> None:
    """Narrow the list, tick all, act; what the filter hid must be left alone."""
    walker = ground.begin("bulk", view.key)
    if not await ground.follow(walker, view.route):
        return
    before = walker.look
    boxes = boxes_in(before)
    fields = [f for f in before.fields if is_texty(f) and _is_beside(before, f)]
    fields = [f for f in fields if is_search(f) or "filter" in f.css.lower()]
    # The first two rows are as the action makes them already.
    words = _narrowing(before, [*sorted(boxes)[2:], *sorted(boxes)[:2]])
    if not fields or not words:
        return
    spot = spot_of_field(before, fields[0])
    await walker.do(Action(op=Op.CLICK, spot=spot))
    await walker.do(Action(op=Op.TYPE, value=words))
    if len(boxes_in(walker.look)) == len(boxes):
        await walker.do(Action(op=Op.PRESS, value="Enter"))
    shown = {walker.look.rows[place].text for place in boxes_in(walker.look)}
    if not 0 < len(shown) < len(boxes) or not await _tick_all(walker):
        return
    chosen = {place for place in boxes if before.rows[place].text in shown}
    if not await _repeat(walker, way):
        return
    await ground.follow(walker, view.route)
    walker.mark(
        Sense.CHOSEN, wanted=remembered(before, chosen, {*boxes} - chosen), detail="filtered"
    )


def _narrowing(look: Look, places: list[int]) -> str:
    """A word that some rows show and others do not."""
    texts = [look.rows[place].text for place in places]
    for text in texts:
        for word in (found[0] for found in re.finditer(r"[^\W\d_]{4,}", text)):
            count = sum(word in other for other in texts)
            if 0 < count < len(texts) and len(texts) - count > 0 and count <= len(texts) / 2:
                return word
    return ""


async def _on_all_pages(ground: Ground, view: View, way: Way) -> None:
    """Tick all, on all pages where that is offered; every page must then show it."""
    walker = ground.begin("bulk", view.key)
    if not await ground.follow(walker, view.route):
        return
    first = walker.look
    further = next((c for c in first.controls if _is_other_page(c)), None)
    if further is None:
        return
    await walker.click(further)
    second = walker.look
    await ground.follow(walker, view.route)
    before = walker.look
    if not await _tick_all(walker):
        return
    known = {control.css for control in before.controls}
    offers = [c for c in walker.look.controls if c.css not in known and _ALL.search(c.name)]
    if not offers:
        return
    await walker.click(offers[-1])
    if not await _repeat(walker, way):
        return
    await ground.follow(walker, view.route)
    walker.mark(
        Sense.CHOSEN, wanted=remembered(before, {*boxes_in(before)}, set()), detail="all pages"
    )
    await walker.do(Action(op=Op.CLICK, spot=spot_of_control(first, further)))
    held = remembered(second, {*boxes_in(second)}, set())
    walker.mark(Sense.CHOSEN, wanted=held, detail="all pages")


def _is_other_page(control: ControlSeen) -> bool:
    is_numbered = control.name.strip() == "2" and control.kind in {"link", "button"}
    return control.is_enabled and (is_further(control) or is_numbered)

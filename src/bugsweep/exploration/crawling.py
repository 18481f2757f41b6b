"""Getting to know the app: every kind of page that links and controls lead to."""

import re
from collections import Counter
from collections.abc import Iterator

from bugsweep.browser.looking import ControlSeen, Look
from bugsweep.exploration.action import Action, Op, spot_of_control, spot_of_field
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.views import View, leads_away, page_template, url_template
from bugsweep.exploration.walker import Walker

_PER_TEMPLATE = 2
_VARIANTS = 3
"""Of one page, told apart by what stands behind the question mark."""
_VIEWS = 40
_CLICKS = 12
_DEPTH = 2
_PER_PAGE = 8
"""Views of one page, told apart by what is open in it; where there are few pages, any number."""
_FEW_PAGES = 3
_NEAR = 3
_MOST = 0.5
_CHOICES = 4
_FEW = 12
_KEYS = ("n", "s", "a", "c")
"""New, start, add, create: what many apps take for it."""
_OPENS = re.compile(
    r"\b(new|add|create|edit|open|show|more|settings|options|menu|details|tools|preferences"
    r"|config|advanced|filter|import)\b|^[+…⋮☰⚙✎]",
    re.IGNORECASE,
)


async def crawl(ground: Ground, *, starts: tuple[str, ...]) -> None:
    """Follow links, the most telling first, then open what controls open."""
    queue: list[str] = list(starts)
    known: Counter[str] = Counter()
    seen: set[str] = set(starts)
    templates: Counter[str] = Counter()
    variants: Counter[str] = Counter()
    opened: set[str] = set()
    while queue and len(ground.model.views) < _VIEWS:
        # Pages not seen yet come before the same page with other parameters.
        path = min(
            queue, key=lambda link: known[page_template(link)] - _NEAR * nearness(ground.area, link)
        )
        queue.remove(path)
        known[page_template(path)] += 1
        walker = ground.begin("crawling", "links")
        if not await ground.follow(walker, (Action(op=Op.OPEN, value=path),)):
            continue
        view = ground.model.learn(walker.look, walker.way)
        links = list(_links(ground, walker.look))
        is_telling = path == starts[-1] or _is_near(ground.area, view.look)
        if is_telling and view.key not in opened:
            # Where a person begins, and where they want to look, controls are worth as much.
            opened.add(view.key)
            await _open_up(ground, view)
        found = []
        for link in links:
            template = url_template(link)
            page = page_template(link)
            is_variant = "?" in template
            if link in seen or templates[template] >= _PER_TEMPLATE:
                continue
            if is_variant and variants[page] >= _VARIANTS:
                continue
            seen.add(link)
            variants[page] += is_variant
            templates[template] += 1
            found.append(link)
        queue.extend(found)
    # What was opened by a control has its own, but pages that nobody has looked into come first.
    for _ in range(_DEPTH):
        shut = [view for view in ground.model.views.values() if view.key not in opened]
        for view in sorted(shut, key=lambda view: -nearness(ground.area, view.url)):
            opened.add(view.key)
            await _open_up(ground, view)


def _is_near(area: str, look: Look) -> bool:
    """Whether a page is about most of what the area names, and has something to fill in."""
    words = " ".join((look.path, *look.headings[:6], *(control.name for control in look.controls)))
    return bool(look.fields) and nearness(area, words) > _MOST


def nearness(area: str, words: str) -> float:
    """How many of the area's words are spoken of, 0..1."""
    wanted = {word[:5] for word in re.findall(r"[a-z]{3,}", area.lower())}
    if not wanted:
        return 0.0
    spoken = {word[:5] for word in re.findall(r"[a-z]{3,}", words.lower())}
    return len(wanted & spoken) / len(wanted)


def _links(ground: Ground, look: Look) -> Iterator[str]:
    for control in look.controls:
        if not control.href.startswith("http") or control.is_download:
            continue
        if "?" in control.href and control.in_head:
            # Another order of the same rows is for the probe of lists.
            continue
        if ground.safety.allows(look, control, gently=True):
            parts = control.href.split("/", 3)
            link = f"/{parts[3]}" if len(parts) > 3 else "/"  # noqa: PLR2004 - scheme://host/rest
            base, _, fragment = link.partition("#")
            yield link if fragment.startswith(("/", "!")) else base


async def _open_up(ground: Ground, view: View) -> None:
    """Open what the controls of a view open; of one page so many views and no more."""
    page = page_template(view.url)
    for action in _ways_on(ground, view.look):
        pages = Counter(page_template(other.url) for other in ground.model.views.values())
        is_full = pages[page] > _PER_PAGE and len(pages) > _FEW_PAGES
        if is_full or len(ground.model.views) >= _VIEWS:
            return
        walker: Walker = ground.begin("crawling", "controls")
        if not await ground.follow(walker, view.route):
            continue
        step = await walker.do(action)
        if not step.refusal:
            ground.model.learn(walker.look, walker.way)


def _ways_on(ground: Ground, look: Look) -> Iterator[Action]:
    """What may show something new: controls, choices that bring up fields, and keys."""
    for control in _openers(look, ground.area)[:_CLICKS]:
        if ground.safety.allows(look, control, gently=True):
            yield Action(op=Op.CLICK, spot=spot_of_control(look, control))
    idle = [field for field in look.fields if field.kind == "radio" and not field.is_ticked]
    for field in idle[:_CHOICES]:
        yield Action(op=Op.SET, spot=spot_of_field(look, field), value="on")
    if len(look.controls) <= _FEW and not look.fields:
        # What is drawn on a canvas is got at by keys.
        yield from (Action(op=Op.PRESS, value=key) for key in _KEYS)


def _openers(look: Look, area: str) -> list[ControlSeen]:
    """Controls that may show something new: one of each name, and of rows one of each place."""
    found: dict[str, ControlSeen] = {}
    places: Counter[int] = Counter()
    for control in look.controls:
        places[control.row] += 1
        if leads_away(look, control) or control.is_submit or not control.is_enabled:
            continue
        name = control.name
        if control.row >= 0:
            name = f"{look.rows[control.row].group} {places[control.row]}"
        found.setdefault(f"{control.kind} {name}", control)
    return sorted(
        found.values(),
        key=lambda control: (
            -nearness(area, control.name),
            control.kind != "tab",
            not control.has_popup,
            not _OPENS.search(control.name),
        ),
    )

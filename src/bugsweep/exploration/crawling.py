"""Getting to know the app: every kind of page that links and controls lead to."""

import re
from collections import Counter, deque
from collections.abc import Iterator

from bugsweep.browser.looking import ControlSeen, Look
from bugsweep.exploration.action import Action, Op, spot_of_control
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.views import url_template, view_key
from bugsweep.exploration.walker import Walker

_PER_TEMPLATE = 2
_VIEWS = 40
_CLICKS = 12
_DEPTH = 2
_OPENS = re.compile(
    r"\b(new|add|create|edit|open|show|more|settings|options|menu|details|tools|preferences"
    r"|config|advanced|filter|import)\b|^[+…⋮☰⚙✎]",
    re.IGNORECASE,
)


async def crawl(ground: Ground, *, starts: tuple[str, ...]) -> None:
    """Follow links breadth first, then open what controls open."""
    queue: deque[str] = deque(starts)
    seen: set[str] = set(starts)
    templates: Counter[str] = Counter()
    while queue and len(ground.model.views) < _VIEWS:
        path = queue.popleft()
        walker = ground.begin("crawling", "links")
        if not await ground.follow(walker, (Action(op=Op.OPEN, value=path),)):
            continue
        ground.model.learn(walker.look, walker.trail.actions[walker.trail.setup :])
        found = []
        for link in _links(ground, walker.look):
            template = url_template(link)
            if link in seen or templates[template] >= _PER_TEMPLATE:
                continue
            seen.add(link)
            templates[template] += 1
            found.append(link)
        queue.extend(sorted(found, key=lambda link: -nearness(ground.area, link)))
    known = [*ground.model.views.values()]
    for view in sorted(known, key=lambda view: -nearness(ground.area, view.url)):
        await _open_up(ground, view.route, view.look, depth=1)


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
        if ground.safety.allows(look, control):
            parts = control.href.split("/", 3)
            link = f"/{parts[3]}" if len(parts) > 3 else "/"  # noqa: PLR2004 - scheme://host/rest
            base, _, fragment = link.partition("#")
            yield link if fragment.startswith(("/", "!")) else base


async def _open_up(ground: Ground, route: tuple[Action, ...], look: Look, *, depth: int) -> None:
    if len(ground.model.views) >= _VIEWS:
        return
    for control in _openers(look, ground.area)[:_CLICKS]:
        walker: Walker = ground.begin("crawling", "controls")
        if not ground.safety.allows(look, control) or not await ground.follow(walker, route):
            continue
        step = await walker.do(Action(op=Op.CLICK, spot=spot_of_control(look, control)))
        if step.refusal or view_key(walker.look) in ground.model.views:
            continue
        view = ground.model.learn(walker.look, walker.trail.actions[walker.trail.setup :])
        if depth < _DEPTH:
            await _open_up(ground, view.route, view.look, depth=depth + 1)


def _openers(look: Look, area: str) -> list[ControlSeen]:
    """Controls that may show something new, one of each name."""
    found: dict[str, ControlSeen] = {}
    for control in look.controls:
        leads_away = control.kind == "link" and control.href and "#" not in control.href
        if leads_away or control.is_submit or not control.is_enabled:
            continue
        found.setdefault(f"{control.kind}{control.name if control.row < 0 else ''}", control)
    return sorted(
        found.values(),
        key=lambda control: (
            -nearness(area, control.name),
            control.kind != "tab",
            not control.has_popup,
            not _OPENS.search(control.name),
        ),
    )

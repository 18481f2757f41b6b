"""What a probe stands on: the model, the window, and ways to make, find and open things."""

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from bugsweep.browser.looking import FieldSeen, Look, RowSeen
from bugsweep.browser.scouting import Scout
from bugsweep.domain.errors import SetupError
from bugsweep.exploration.action import Action, Op, find_field, spot_of_control, spot_of_row
from bugsweep.exploration.filling import PLAIN, Filler, Variant, takes_time
from bugsweep.exploration.login import Account, enter, login_form, sign_in, signs_in
from bugsweep.exploration.markers import Markers, find_markers
from bugsweep.exploration.safety import Safety, signs_out
from bugsweep.exploration.trail import Held, Sense, Step, Trail
from bugsweep.exploration.views import (
    FURTHER,
    Form,
    Model,
    form_key,
    forms_in,
    has_further_pages,
    is_search,
    is_texty,
    leads_on,
    speaks,
    submits,
    url_template,
)
from bugsweep.exploration.walker import Meter, Walker, held_in

_REPAIRS = ("12", "2026-03-14", "zq@example.org", "")
_ASSISTED_STEPS = 6
_VIEWS_SCANNED = 8
_PAGES_TURNED = 5
_SCROLLS = 8
_LONG = 8
"""So many rows make a list that may go on below."""
_REFUSED = 400


class SignedOutError(SetupError):
    """The account is not let in any more: something that was done has shut it out."""


@dataclass(frozen=True, slots=True)
class Made:
    """Something that was made by filling a form."""

    marker: str
    values: tuple[Held, ...]
    was_sent: bool
    step: Step | None = None


@dataclass(slots=True)
class Ground:
    """Shared by all probes of one exploration."""

    scout: Scout
    safety: Safety
    meter: Meter
    random: random.Random
    markers: Markers
    start: str = "/"
    account: Account | None = None
    area: str = ""
    further: tuple[Account, ...] = ()
    """Other people with accounts."""
    model: Model = field(default_factory=Model)
    signed_in: tuple[Step, ...] = ()
    kept: dict[str, dict[str, str]] = field(default_factory=dict)
    """What each storage of the browser held when the user was signed in."""
    trails: list[Trail] = field(default_factory=list)
    """Left by probes and not judged yet."""
    open_window: Callable[[str], Awaitable[Scout]] | None = None
    """Opens the window of another person."""
    people: dict[str, Scout] = field(default_factory=dict)
    forgets: bool = False
    """Whether a page that is loaded again knows nothing of who signed in."""
    returns: int = 0
    """How often the user had to sign in again."""
    grows: bool = False
    """Whether what is made stays for the replays: the app cannot be had afresh."""
    _filler: Filler | None = None
    _leads_out: bool = False
    """Whether a page offers to sign out to somebody who is signed in."""

    @property
    def filler(self) -> Filler:
        """Chooses values."""
        if self._filler is None:
            self._filler = Filler(self.markers, self.random)
        return self._filler

    def begin(self, probe: str, about: str = "") -> Walker:
        """A new trail, which begins where a signed-in user begins."""
        signed_in = () if self.forgets else self.signed_in
        trail = Trail(probe, about, steps=list(signed_in), setup=len(signed_in))
        self.trails.append(trail)
        walker = Walker(self.scout, self.safety, self.meter, trail)
        walker.enter = self._enter if self.forgets else None
        # A replay begins in a browser that remembers nothing of other walks.
        walker.kept = self.kept
        return walker

    async def begin_as(self, person: str, probe: str) -> Walker:
        """A new trail in the window of another person, which is opened at the first time."""
        if person not in self.people and self.open_window is not None:
            self.people[person] = await self.open_window(person)
        trail = Trail(probe, probe)
        self.trails.append(trail)
        walker = Walker(self.scout, self.safety, self.meter, trail)
        walker.people = {**self.people, "first": self.scout}
        await walker.do(Action(op=Op.SWITCH, value=person))
        return walker

    async def become_first(self, walker: Walker) -> None:
        """Go on in the window that is signed in from the start; the trail says how it was."""
        await walker.do(Action(op=Op.SWITCH, value="first"))
        steps = walker.trail.steps
        steps += [replace(step, index=len(steps) + n) for n, step in enumerate(self.signed_in)]

    async def sign_in(self) -> bool:
        """Sign in with the account, if there is one, and remember how."""
        if self.account is None:
            return True
        walker = Walker(self.scout, self.safety, self.meter, Trail("sign in"))
        done = await sign_in(walker, self.account, start=self.start)
        if done:
            self.signed_in = tuple(walker.trail.steps)
            self.kept = await self.scout.stored()
            self._leads_out = any(signs_out(control.name) for control in walker.look.controls)
            # A page to sign in at may be shown to anybody: it is asked where the user came to.
            await walker.do(Action(op=Op.RELOAD))
            self.forgets = login_form(walker.look) is not None
        elif self.signed_in and self._is_outside(walker.look):
            raise SignedOutError(
                f"the account `{self.account.user}` is not let in any more",
                hint="something that was tried has shut it out; give it back its access",
            )
        return done

    async def _enter(self, walker: Walker) -> None:
        if self.account and login_form(walker.look) is not None:
            await enter(walker, self.account)

    def _is_outside(self, look: Look) -> bool:
        """Whether a page is shown as to somebody who has not signed in."""
        if login_form(look) is not None:
            return True
        names = [control.name for control in look.controls]
        return self._leads_out and not any(map(signs_out, names)) and any(map(signs_in, names))

    async def follow(self, walker: Walker, route: tuple[Action, ...]) -> bool:
        """Go a route, signing in again when the app asks for it.

        Raises:
            SignedOutError: the app does not take the account any more.
        """
        if not await walker.follow(route):
            return False
        if self.account and self.signed_in and self._is_outside(walker.look):
            await self.sign_in()
            self.returns += 1
            return await walker.follow(route)
        return True

    async def reach(self, walker: Walker, form: Form) -> int | None:
        """Go to a form; its place on the page, or None when it is not there any more."""
        await self.follow_until(
            walker, form.route, lambda look: find_form(look, form.key) is not None
        )
        return find_form(walker.look, form.key)

    async def follow_until(
        self, walker: Walker, route: tuple[Action, ...], is_there: Callable[[Look], bool]
    ) -> bool:
        """Go a route as far as is needed: what was opened once may be open still."""
        if not await self.follow(walker, route[:1]):
            return False
        for action in route[1:]:
            if is_there(walker.look):
                break
            if (await walker.do(action)).refusal:
                return False
        return is_there(walker.look)

    async def fill(
        self,
        walker: Walker,
        index: int,
        *,
        variant: Variant = PLAIN,
        skip: frozenset[str] = frozenset(),
    ) -> tuple[Held, ...]:
        """Fill a form in; what a user would now expect to stand in it."""
        decided = _decided(walker)
        has_times = any(takes_time(item) for item in walker.look.fields_of(index))
        day = ""
        for field_seen in fillable(walker.look, index):
            if field_seen.title in skip or (
                field_seen.kind == "radio" and field_seen.name in decided
            ):
                continue
            now = same_field(walker.look, index, field_seen)
            if now is None:
                continue
            value = self.filler.value(now, variant)
            if now.kind == "date" and has_times:
                # A beginning and an end with times of day lie on one day more often than not.
                value = day = day or value or ""
            if value:
                await walker.set(now, value)
        return held_in(walker.look, index)

    async def send(self, walker: Walker, index: int) -> Step | None:
        """Send a form by its likeliest control, else by Enter in its last text field."""
        senders = submits(walker.look, index)
        if senders:
            return await walker.click(senders[0])
        if not any(is_texty(item) for item in walker.look.fields_of(index)):
            return None
        return await walker.do(Action(op=Op.PRESS, value="Enter"))

    async def make(self, walker: Walker, form: Form, *, variant: Variant = PLAIN) -> Made | None:
        """Go to a form, fill it, send it, and repair it where the app refuses."""
        index = await self.reach(walker, form)
        if index is None:
            return None
        values = await self.fill(walker, index, variant=variant)
        marker = first_marker(values)
        goes_on = leads_on(walker.look, index)
        step = await self.send(walker, index)
        if step is None:
            return None
        if _only_asks(walker, step, marker):
            return None
        if goes_on and _was_taken(step, form.key, marker):
            values, step = await self._go_on(walker, values, step, variant)
            marker = first_marker(values)
        made = Made(marker, values, was_sent=_was_taken(step, form.key, marker), step=step)
        if made.was_sent:
            walker.mark(Sense.CREATED, marker=marker, wanted=values)
            return made
        return await self._repair(walker, form, made)

    async def _go_on(
        self, walker: Walker, values: tuple[Held, ...], step: Step, variant: Variant
    ) -> tuple[tuple[Held, ...], Step]:
        """Go through an assistant to its end: all that was typed, and what sent the last of it."""
        for _ in range(_ASSISTED_STEPS):
            index = form_to_go_on(walker.look)
            if index is None:
                break
            key = form_key(walker.look, index)
            values += await self.fill(walker, index, variant=variant)
            goes_on = leads_on(walker.look, index)
            sent = await self.send(walker, index)
            if sent is None or sent.refusal:
                break
            step = sent
            if is_refused(sent, key) or not goes_on:
                break
        return values, step

    async def _repair(self, walker: Walker, form: Form, made: Made) -> Made | None:
        for value in _REPAIRS:
            index = find_form(walker.look, form.key)
            if index is None:
                return None
            suspects = _suspects(walker.look, index, made.marker)
            if not suspects:
                return None
            for suspect in suspects[:3]:
                now = same_field(walker.look, index, suspect)
                if now is not None:
                    await walker.set(now, value)
            values = held_in(walker.look, index)
            step = await self.send(walker, index)
            if step and _was_taken(step, form.key, made.marker):
                walker.mark(Sense.CREATED, marker=made.marker, wanted=values)
                return Made(made.marker, values, was_sent=True, step=step)
        walker.mark(Sense.REFUSED, marker=made.marker, wanted=made.values)
        return None

    async def seek(self, walker: Walker, marker: str, *, alone: bool = False) -> bool:
        """Search for a marker, or turn pages, until it is to be seen.

        Searching comes first: a list that grows from replay to replay has it on another page. Where
        it is wanted `alone` and lists grow, it is searched for even when it is to be seen now.
        """
        in_time = alone and self.grows
        if shows(walker.look, marker) and not in_time:
            return True
        if (in_time or has_further_pages(walker.look)) and await self._search(walker, marker):
            return True
        for _ in range(_PAGES_TURNED):
            if shows(walker.look, marker):
                return True
            further = [c for c in walker.look.controls if FURTHER.match(c.name) and c.is_enabled]
            if not further or not walker.look.rows:
                return await self._scroll(walker, marker)
            spot = spot_of_control(walker.look, further[0])
            await walker.do(Action(op=Op.CLICK, spot=spot, is_optional=True))
        return shows(walker.look, marker)

    async def _scroll(self, walker: Walker, marker: str) -> bool:
        """Scroll to the end of a long list, which may go on then, until a marker is to be seen."""
        for _ in range(_SCROLLS):
            last = last_to_scroll_to(walker.look)
            if last is None:
                break
            before = walker.look.lines
            spot = spot_of_row(walker.look, last)
            await walker.do(Action(op=Op.SCROLL, spot=spot, is_optional=True))
            if shows(walker.look, marker) or walker.look.lines == before:
                break
        return shows(walker.look, marker)

    async def _search(self, walker: Walker, marker: str) -> bool:
        beside = [item for item in walker.look.fields if item.row < 0 and item.is_enabled]
        fields = [item for item in beside if is_texty(item) and is_search(item)]
        if not fields:
            return False
        route = (Action(op=Op.OPEN, value=walker.look.path),)
        await walker.set(fields[0], marker)
        if self.grows or not shows(walker.look, marker):
            await walker.do(Action(op=Op.PRESS, value="Enter"))
        if any(marker in row.text for row in walker.look.rows):
            return True
        await walker.follow(route)
        return False

    async def locate(self, walker: Walker, marker: str) -> tuple[Action, ...] | None:
        """Find a view in which a marker stands; the way to it, or None."""
        await self.seek(walker, marker)
        here = (Action(op=Op.OPEN, value=walker.look.path),)
        is_here = shows(walker.look, marker)
        # An address with an id in it is another one after a reset.
        if is_here and "*" not in url_template(walker.look.url):
            await walker.follow(here)
            if shows(walker.look, marker):
                return here
        views = sorted(
            self.model.views.values(), key=lambda view: (view.shows_history, not view.look.rows)
        )
        for view in [view for view in views if len(view.route) == 1][:_VIEWS_SCANNED]:
            await self.follow(walker, view.route)
            if await self.seek(walker, marker):
                return view.route
        return here if is_here and await walker.follow(here) else None


def last_to_scroll_to(look: Look) -> RowSeen | None:
    """The last row of the longest list, where it goes on below."""
    counts = Counter(row.group for row in look.rows if look.groups[row.group].goes_on)
    if not counts:
        return None
    ((longest, count),) = counts.most_common(1)
    return [row for row in look.rows if row.group == longest][-1] if count >= _LONG else None


def form_to_go_on(look: Look) -> int | None:
    """The form of an assistant's page: the one that leads on, or that ends it."""
    forms = [form for form in forms_in(look, (), "") if form.role in {"create", "settings"}]
    forms.sort(key=lambda form: (not leads_on(look, form.index), -len(form.fields)))
    return next((form.index for form in forms if submits(look, form.index)), None)


def shows(look: Look, marker: str) -> bool:
    """Whether a marker is to be read on the page, outside fields."""
    return marker.lower() in look.text.lower()


def find_form(look: Look, key: str) -> int | None:
    """The place of the form with these fields, if the page has it."""
    for index in range(len(look.forms)):
        if look.fields_of(index) and form_key(look, index) == key:
            return index
    return None


def form_holding(look: Look, marker: str) -> int | None:
    """The form in whose fields a marker stands."""
    for field_seen in look.fields:
        if marker in field_seen.value:
            return field_seen.form
    return None


def in_table(look: Look, field_seen: FieldSeen) -> bool:
    """Whether a field belongs to one row of many, such as a box to select it."""
    return field_seen.row >= 0 and look.groups[look.rows[field_seen.row].group].kind == "table"


def fillable(look: Look, index: int) -> list[FieldSeen]:
    """The fields that take a value; of radio buttons only one that is off."""
    found: list[FieldSeen] = []
    radios: set[str] = set()
    for field_seen in look.fields_of(index):
        if not (field_seen.is_enabled and field_seen.is_sent) or (
            field_seen.kind == "checkbox" and in_table(look, field_seen)
        ):
            continue
        if speaks(field_seen):
            continue
        if field_seen.kind == "multiselect" and _is_half(look, field_seen):
            continue
        if field_seen.kind == "radio":
            if field_seen.is_ticked or field_seen.name in radios:
                continue
            radios.add(field_seen.name)
        found.append(field_seen)
    return found


def _decided(walker: Walker) -> set[str]:
    """The groups of radio buttons of which one was chosen on the way: other fields hang on it."""
    names: set[str] = set()
    for step in reversed(walker.trail.steps):
        spot = step.action.spot
        if step.action.op is Op.OPEN:
            break
        if step.action.op is Op.SET and spot is not None and spot.kind == "radio button":
            chosen = find_field(step.before, spot)
            names |= {chosen.name} if chosen else set()
    return names


def _is_half(look: Look, field_seen: FieldSeen) -> bool:
    """Whether it is one of two lists between which options move: choosing in it moves nothing."""
    return any(
        other is not field_seen
        and other.kind == "multiselect"
        and (other.name.startswith(field_seen.name) or field_seen.name.startswith(other.name))
        for other in look.fields_of(field_seen.form)
    )


def same_field(look: Look, index: int, wanted: FieldSeen) -> FieldSeen | None:
    """The field of a later look that is the one of an earlier look."""
    own = look.fields_of(index)
    own = tuple(item for item in own if item.kind == wanted.kind)
    same = [item for item in own if item.css == wanted.css and item.title == wanted.title]
    same += [item for item in own if item.title == wanted.title]
    same += [item for item in own if item.css == wanted.css]
    return same[0] if same else None


def first_marker(values: tuple[Held, ...]) -> str:
    """The marker of the first field that holds one: what a thing is called by."""
    for held in values:
        if held.kind in {"text", "textarea", "search", "editable"} and find_markers(held.value):
            return find_markers(held.value)[0]
    for held in values:
        if find_markers(held.value):
            return find_markers(held.value)[0]
    return ""


def row_of(look: Look, marker: str) -> RowSeen | None:
    """The smallest row in which a marker stands."""
    rows = [row for row in look.rows if marker.lower() in row.text.lower()]
    return min(rows, key=lambda row: len(row.text)) if rows else None


def _only_asks(walker: Walker, step: Step, marker: str) -> bool:
    """Whether what was typed went into the address alone: a page was asked for, nothing made."""
    steps = walker.trail.steps
    begins = max((it.index for it in steps if it.action.op is Op.OPEN), default=0)
    was_sent = any(it.writes for it in steps[begins:])
    return bool(marker) and not was_sent and marker.lower() in step.after.url.lower()


def _was_taken(step: Step, key: str, marker: str) -> bool:
    failed = any(call.writes and call.status >= _REFUSED for call in step.calls)
    after = step.after
    index = find_form(after, key)
    if index is None:
        return not failed and step.after != step.before
    still_there = any(marker and marker in item.value for item in after.fields_of(index))
    is_flagged = any(item.is_invalid for item in after.fields_of(index))
    if still_there and (is_flagged or not step.writes):
        return False
    if still_there and step.before.path == after.path and not shows(after, marker):
        # Saved and shown again looks like this too: then a write went well.
        return step.writes and not failed and not _complains(step)
    return not failed


def is_refused(step: Step, key: str) -> bool:
    """Whether the app wanted something else than what was sent: it shows the form again."""
    if any(call.writes and call.status >= _REFUSED for call in step.calls):
        return True
    index = find_form(step.after, key)
    if index is None:
        return False
    return any(item.is_invalid for item in step.after.fields_of(index)) or _complains(step)


def _complains(step: Step) -> bool:
    new = set(step.after.lines) - set(step.before.lines)
    words = ("required", "invalid", "error", "must", "not a valid", "please")
    return any(word in line.lower() for line in new for word in words)


def _suspects(look: Look, index: int, marker: str) -> list[FieldSeen]:
    own = [item for item in look.fields_of(index) if is_texty(item) and item.is_enabled]
    flagged = [item for item in own if item.is_invalid]
    others = [item for item in own if marker not in item.value]
    return flagged or others

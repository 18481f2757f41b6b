"""A small server-rendered shop of items; each bug can be planted by name."""

import html
import threading
from dataclasses import dataclass, field
from urllib.parse import parse_qs

from toy_apps.serving import Answer, Page

BUGS = (
    "filtered_category",  # O02: things of one category are missing in the list
    "lost_note",  # O06: an edited note is not stored
    "reset_urgent",  # O07: renaming resets a checkbox
    "stuck_widget",  # O08: what was deleted stays on the home page
    "cancel_saves",  # O09: leaving by Cancel keeps the change
    "prefix_search",  # O10: a search finds beginnings only
    "text_sort",  # O11: numbers are sorted as text
    "repeated_row",  # O12: page 2 begins with the last row of page 1
    "stale_counter",  # O13: the counter is not lowered
    "double_escape",  # O15: text is escaped twice
    "shifted_day",  # O04: the form shows another day
    "crash_on_note",  # O01: saving with a note fails
    "grows_on_save",  # O05: saving without a change lengthens the note
    "settings_clobber",  # O07: one page of settings resets the other
    "covered_link",  # O23: in a narrow window a banner lies above a link
)


@dataclass
class Item:
    id: int
    name: str
    note: str = ""
    category: str = "Tools"
    price: int = 1
    day: str = "2026-02-03"
    urgent: bool = False


@dataclass
class State:
    items: list[Item] = field(default_factory=list)
    deleted: list[Item] = field(default_factory=list)
    counter: int = 0
    next_id: int = 1
    settings: dict[str, str] = field(
        default_factory=lambda: {"title": "Mill Lane", "mail": "", "digest": "on", "dense": "on"}
    )
    lock: threading.Lock = field(default_factory=threading.Lock)


def pages(*bugs: str, per_page: int = 8) -> dict[str, Page]:
    """The shop with these bugs; healthy without any."""
    assert set(bugs) <= set(BUGS)
    state = State()
    for number, name in enumerate(("Brass hinge", "Copper wire", "Oak plank", "Felt pad"), 1):
        _add(state, Item(0, name, price=(10, 2, 30, 4)[number - 1]))
    return _App(state, frozenset(bugs), per_page).pages()


def _add(state, item):
    item.id, state.next_id = state.next_id, state.next_id + 1
    state.items.append(item)
    state.counter += 1


class _App:
    def __init__(self, state, bugs, per_page):
        self.state, self.bugs, self.per_page = state, bugs, per_page

    def pages(self):
        return {
            "/": self.home,
            "/items": self.list,
            "/items/new": self.edit,
            "/items/edit": self.edit,
            "/items/cancel": self.cancel,
            "/items/delete": self.delete,
            "/settings": lambda request: self.settings(request, "/settings", ("title", "digest")),
            "/settings/look": lambda request: self.settings(
                request, "/settings/look", ("mail", "dense")
            ),
        }

    def text(self, value):
        value = html.escape(value)
        return html.escape(value) if "double_escape" in self.bugs else value

    def page(self, title, body):
        nav = "".join(
            f"<a href={path}>{name}</a> "
            for path, name in (
                ("/", "Home"),
                ("/items", "Items"),
                ("/items/new", "New item"),
                ("/settings", "Settings"),
                ("/settings/look", "Look"),
            )
        )
        place = "fixed; top:0; left:0" if "covered_link" in self.bugs else "static"
        banner = f"<style>@media (max-width: 500px) {{ #open {{ position:{place} }} }}</style>"
        return Answer(
            f"<!doctype html><meta name=viewport content=width=device-width>"
            f"<link rel=icon href=data:,><title>{title}</title>"
            f"<nav>{nav}</nav><h1>{title}</h1>{body}{banner}<div id=open>Open today</div>"
        )

    def go(self, path):
        return Answer("", 303, headers={"Location": path})

    def home(self, _):
        kept = list(self.state.items)
        if "stuck_widget" in self.bugs:
            kept += self.state.deleted
        rows = "".join(f"<li>{self.text(item.name)}</li>" for item in kept)
        return self.page("Home", f"<p>{self.state.counter} items</p><ul>{rows}</ul>")

    def list(self, request):
        found = list(self.state.items)
        word = request.query.get("q", "")
        if word:
            prefix = "prefix_search" in self.bugs
            fits = str.startswith if prefix else str.__contains__
            found = [item for item in found if fits(item.name.lower(), word.lower())]
        if "filtered_category" in self.bugs:
            found = [item for item in found if item.category != "Paint"]
        if request.query.get("sort") == "price":
            as_text = "text_sort" in self.bugs
            found.sort(key=lambda item: str(item.price) if as_text else item.price)
        page = int(request.query.get("page", 1))
        first = (page - 1) * self.per_page
        if "repeated_row" in self.bugs and page > 1:
            first -= 1
        shown = found[first : first + self.per_page]
        rows = "".join(
            f"<tr><td>{self.text(item.name)}<td>{self.text(item.note)}<td>{item.category}"
            f"<td>{item.price}<td><a href='/items/edit?id={item.id}'>edit</a>"
            f"<td><form method=post action='/items/delete?id={item.id}'><button>Delete</button>"
            "</form></tr>"
            for item in shown
        )
        further = ""
        if len(found) > first + self.per_page:
            further = f"<a href='/items?page={page + 1}'>Next</a>"
        return self.page(
            "Items",
            f"<p>{self.state.counter} items in stock</p>"
            f"<form><label>Search <input type=search name=q value='{html.escape(word)}'></label>"
            "<button>Search</button></form>"
            "<table><thead><tr><th>Name<th>Note<th>Category"
            "<th><a href='/items?sort=price'>Price</a><th>Change<th>Remove</thead>"
            f"<tbody>{rows}</table>{further}",
        )

    def find(self, request):
        wanted = int(request.query.get("id", 0))
        return next((item for item in self.state.items if item.id == wanted), None)

    def edit(self, request):
        item = self.find(request)
        if not request.body:
            return self.form(item)
        values = {k: v[0] for k, v in parse_qs(request.body.decode()).items()}
        with self.state.lock:
            if "crash_on_note" in self.bugs and values.get("note"):
                return Answer("<h1>Internal Server Error</h1>", 500)
            if not values.get("name"):
                return self.form(item)
            is_new = item is None
            if is_new:
                item = Item(0, "")
                _add(self.state, item)
            self.store(item, values, is_new)
        return self.go("/items")

    def store(self, item, values, is_new):
        renamed = item.name != values["name"]
        item.name = values["name"]
        note = values.get("note", "")
        if is_new or "lost_note" not in self.bugs:
            item.note = note + ("!" if "grows_on_save" in self.bugs and note else "")
        item.category, item.price = values["category"], int(values.get("price") or 0)
        item.day = values.get("day", "")
        item.urgent = "urgent" in values
        if "reset_urgent" in self.bugs and renamed and not is_new:
            item.urgent = False

    def form(self, item):
        item = item or Item(0, "", price="", day="")
        day = item.day
        if "shifted_day" in self.bugs and day:
            day = f"{day[:-2]}{max(1, int(day[-2:]) - 1):02d}"
        action = f"/items/edit?id={item.id}" if item.id else "/items/new"
        options = "".join(
            f"<option{' selected' if name == item.category else ''}>{name}"
            for name in ("Tools", "Paint", "Wood")
        )
        cancel = f"/items/cancel?id={item.id}"
        return self.page(
            "Item" if item.id else "New item",
            f"<form method=post action='{action}'>"
            f"<label>Name <input name=name required value='{html.escape(item.name, quote=True)}'>"
            f"</label><label>Note <textarea name=note>{html.escape(item.note)}</textarea></label>"
            f"<label>Category <select name=category>{options}</select></label>"
            f"<label>Price <input type=number name=price value='{item.price}'></label>"
            f"<label>Day <input type=date name=day value='{day}'></label>"
            f"<label><input type=checkbox name=urgent{' checked' if item.urgent else ''}> Urgent"
            f"</label><button>Save</button><button formaction='{cancel}' formnovalidate>Cancel"
            "</button></form>",
        )

    def cancel(self, request):
        item = self.find(request)
        if item and "cancel_saves" in self.bugs:
            values = {k: v[0] for k, v in parse_qs(request.body.decode()).items()}
            self.store(item, values, is_new=False)
        return self.go("/items")

    def delete(self, request):
        item = self.find(request)
        if item:
            self.state.items.remove(item)
            self.state.deleted.append(item)
            if "stale_counter" not in self.bugs:
                self.state.counter -= 1
        return self.go("/items")

    def settings(self, request, path, names):
        held = self.state.settings
        said = ""
        if request.body is not None and request.body:
            values = {k: v[0] for k, v in parse_qs(request.body.decode()).items()}
            for name in names:
                held[name] = values.get(name, "")
            if "settings_clobber" in self.bugs and path == "/settings":
                held["dense"] = ""
            said = "<p role=status>Settings saved</p>"
        fields = "".join(
            f"<label><input type=checkbox name={name}{' checked' if held[name] else ''}> "
            f"{name.title()}</label>"
            if name in {"digest", "dense"}
            else f"<label>{name.title()} "
            f"<input name={name} value='{html.escape(held[name])}'></label>"
            for name in names
        )
        title = "Settings" if path == "/settings" else "Look"
        return self.page(
            title,
            f"{said}<form method=post action={path}>{fields}"
            "<input type=hidden name=sent value=1><button>Save settings</button></form>",
        )

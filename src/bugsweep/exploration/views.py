"""What is known of the app: views by address pattern and make-up, forms by their fields."""

import re
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

from bugsweep.browser.looking import ControlSeen, FieldSeen, Look
from bugsweep.exploration.action import Action

_VARIABLE = re.compile(
    r"^\d+$|^[0-9a-f]{8,}$|^[0-9a-f]{8}-[0-9a-f-]{27}$|^(?=.*\d)[\w-]{12,}$", re.IGNORECASE
)
_MADE_UP = re.compile(
    r":r\w+:|(?<![a-z0-9])(?=[a-z]*\d+[a-z])[a-z0-9]{6,}(?![a-z0-9])|\d{5,}", re.IGNORECASE
)
_SEARCH_FIELDS = 6
_SAVES = re.compile(
    r"\b(save|submit|add|create|update|apply|ok|done|send|confirm|continue|next|insert|import|post"
    r"|store|start|change|register|publish|speichern|anlegen|hinzu|guardar|enregistrer|ajouter)\w*",
    re.IGNORECASE,
)
_CANCELS = re.compile(r"\b(cancel|back|close|discard|abort|abbrechen|annuler)\b", re.IGNORECASE)
_EDITS = re.compile(
    r"\b(edit|change|modify|rename|pencil|update|bearbeiten|modifier|editar)\w*|^[✎✏🖉]",
    re.IGNORECASE,
)
COPIES = re.compile(
    r"^\W*(duplicate|clone|(make a |create a )?copy|kopieren|duplizieren|dupliquer|duplicar)"
    r"(?!.*\b(link|url|address|clipboard|path|id|text|code|key|token)\b)\b",
    re.IGNORECASE,
)
"""What makes a second thing of one, not what puts words on the clipboard."""
_SEARCHES = re.compile(
    r"search|filter|find|query|lookup|^q$|suche|recherch|buscar|buscador", re.IGNORECASE
)
_SETTLES = re.compile(r"\b(settings?|preferences|profile|configuration)\b", re.IGNORECASE)
_LEADS = re.compile(
    r"page|action|act|view|mod|module|do|route|section|tab|controller|task|option|screen|cmd|func",
    re.IGNORECASE,
)
"""What stands behind these names in a query tells pages apart, as a path does."""
_LANGUAGE = re.compile(r"(?<![a-z])(locale|language|lang|sprache|langue|idioma)", re.IGNORECASE)
_GOES_ON = re.compile(
    r"^\W*(next|continue|proceed|go on|weiter|suivant|continuer|siguiente|continuar|avanti)\b",
    re.IGNORECASE,
)
FURTHER = re.compile(r"^(next|›|»|>|older|weiter|suivant|→)( page)?\W*$", re.IGNORECASE)
SHOWS_HISTORY = re.compile(
    r"histor|audit|activit|changelog|revision|trash|archive|deleted|recycle|\blogs?\b|recent",
    re.IGNORECASE,
)


def url_template(url: str) -> str:
    """An address with what varies from entity to entity left out."""
    parts = urlsplit(url)
    steps = ["*" if _VARIABLE.match(step) else step for step in parts.path.split("/")]
    query = "&".join(sorted(_names_of(parts.query)))
    fragment = parts.fragment if parts.fragment.startswith(("/", "!")) else ""
    fragment = "/".join("*" if _VARIABLE.match(step) else step for step in fragment.split("/"))
    return "/".join(steps) + (f"?{query}" if query else "") + (f"#{fragment}" if fragment else "")


def page_template(url: str) -> str:
    """The same for all variants of one page: with what leads to it, without what varies it."""
    parts = urlsplit(url)
    leading = sorted(name for name in _names_of(parts.query) if "=" in name)
    return url_template(parts._replace(query="").geturl()) + "".join(f"?{it}" for it in leading)


def _names_of(query: str) -> set[str]:
    """The names in a query, also of a query that is kept in a value of it."""
    found = set()
    for name, value in parse_qsl(query, keep_blank_values=True):
        inner = ",".join(sorted(_names_of(value))) if "=" in value else ""
        if _LEADS.fullmatch(name) and not _VARIABLE.match(value):
            found.add(f"{name}={value}")
        else:
            found.add(f"{name}({inner})" if inner else name)
    return found


@dataclass(frozen=True, slots=True)
class Form:
    """Fields that are sent together, and the way to them."""

    key: str
    view: str
    route: tuple[Action, ...]
    """From a window that is signed in."""
    index: int
    look: Look
    fields: tuple[FieldSeen, ...]
    role: str
    """`search`, `login`, `settings` or `create`: a first guess."""

    @property
    def title(self) -> str:
        """For a person."""
        names = ", ".join(field.title for field in self.fields[:3])
        return f"{self.view} ({names})"


@dataclass(slots=True)
class View:
    """A kind of page."""

    key: str
    route: tuple[Action, ...]
    look: Look
    url: str
    visits: int = 1

    @property
    def shows_history(self) -> bool:
        """Whether what is gone elsewhere rightly stays here."""
        return bool(SHOWS_HISTORY.search(f"{self.url} {' '.join(self.look.headings[:2])}"))


@dataclass(slots=True)
class Model:
    """Everything learnt so far."""

    views: dict[str, View] = field(default_factory=dict)
    forms: dict[str, Form] = field(default_factory=dict)
    tried: set[str] = field(default_factory=set)
    entities: int = 0

    def learn(self, look: Look, route: tuple[Action, ...]) -> View:
        """Take in a page and its forms."""
        key = view_key(look)
        known = self.views.get(key)
        if known is None:
            known = self.views[key] = View(key, route, look, look.path)
        else:
            known.visits += 1
        for form in forms_in(look, route, key):
            self.forms.setdefault(form.key, form)
        return known


def view_key(look: Look) -> str:
    """The same for pages of the same kind."""
    names = sorted({steady(item.name) or item.label or item.kind for item in look.fields})
    dialog = "dialog" if look.dialogs else ""
    return f"{url_template(look.url)}|{','.join(names)}|{dialog}"


def form_key(look: Look, index: int) -> str:
    """The same for forms with the same fields, wherever they stand."""
    names = {steady(field.name) or field.label or field.css for field in look.fields_of(index)}
    return "+".join(sorted(names))


def steady(name: str) -> str:
    """A technical name without what a script makes up anew at each load."""
    return _MADE_UP.sub("*", name)


def forms_in(look: Look, route: tuple[Action, ...], view: str) -> list[Form]:
    """The forms of a page that can be filled."""
    found = []
    for index in range(len(look.forms)):
        fields = tuple(
            field for field in look.fields_of(index) if field.is_enabled and field.kind != "hidden"
        )
        if not fields:
            continue
        key = form_key(look, index)
        found.append(Form(key, view, route, index, look, fields, _role(look, index, fields)))
    return found


def _role(look: Look, index: int, fields: tuple[FieldSeen, ...]) -> str:
    kinds = {field.kind for field in fields}
    texts = [field for field in fields if is_texty(field)]
    passwords = [field for field in fields if field.kind == "password"]
    if passwords and len(texts) < 1 + len(passwords) and "select" not in kinds:
        return "login"
    form = look.forms[index]
    sends = " ".join(control.name for control in submits(look, index)[:1])
    asks = bool(texts) and all(is_search(item) for item in texts)
    if (asks or _SEARCHES.search(sends)) and len(fields) <= _SEARCH_FIELDS:
        return "search"
    if form.method == "get" and form.is_real and texts and not kinds & {"textarea", "file"}:
        return "search"
    about = f"{look.path} {' '.join(look.headings[:2])} {sends}"
    if _SETTLES.search(about):
        # Values that nobody has given yet are left empty.
        has_state = True
    elif texts:
        has_state = any(item.value.strip() for item in texts)
    else:
        has_state = bool(kinds & {"checkbox", "radio"}) or any(
            item.kind == "select" and item.value.strip(" -–—.…") for item in fields
        )
    return "settings" if has_state and not _adds(look, index) else "create"


def _adds(look: Look, index: int) -> bool:
    first = submits(look, index)
    return bool(first) and bool(re.search(r"\b(add|create|new)\b", first[0].name, re.IGNORECASE))


def is_texty(field_seen: FieldSeen) -> bool:
    """Whether free text may be typed into it."""
    return field_seen.kind in {"text", "textarea", "search", "editable", "email", "url", "tel"}


def submits(look: Look, index: int) -> list[ControlSeen]:
    """The controls that may send a form, the likeliest first."""
    fitting = [
        control
        for control in look.controls
        if control.form == index
        and control.is_enabled
        and control.kind in {"button", "link", "text"}
        and (control.kind == "button" or _SAVES.search(control.name))
        and not _CANCELS.search(control.name)
    ]
    return sorted(
        fitting,
        key=lambda control: (
            not (control.is_submit and _SAVES.search(control.name)),
            not (control.is_submit and control.name),
            not (control.kind == "button" and _SAVES.search(control.name)),
            # What has only a picture more often closes than sends.
            not control.name,
        ),
    )


def leads_on(look: Look, index: int) -> bool:
    """Whether sending a form leads to the next page of an assistant."""
    return any(_GOES_ON.match(control.name) for control in submits(look, index)[:1])


def cancels(look: Look, index: int) -> list[ControlSeen]:
    """The controls that may leave a form without saving."""
    return [
        control
        for control in look.controls
        if control.form in {index, -1} and control.is_enabled and _CANCELS.search(control.name)
    ]


def edits(look: Look, row: int) -> list[ControlSeen]:
    """The controls of a row that may open it for editing, the likeliest first."""
    own = [control for control in look.controls if control.row == row and control.is_enabled]
    named = [control for control in own if _EDITS.search(f"{control.name} {control.href}")]
    links = [control for control in own if control.kind == "link" and control not in named]
    named.sort(key=lambda control: len(control.name))
    return named + links


def leads_away(look: Look, control: ControlSeen) -> bool:
    """Whether it is a link to another page; one to the page itself is there for a script."""
    if control.kind != "link" or not control.href or "#" in control.href:
        return False
    return control.href != look.url.partition("#")[0]


def speaks(field_seen: FieldSeen) -> bool:
    """Whether it chooses the language of the app: in another one the explorer reads no label."""
    return bool(_LANGUAGE.search(f"{field_seen.label} {field_seen.name}")) and not is_texty(
        field_seen
    )


def is_search(field_seen: FieldSeen) -> bool:
    """Whether a field looks like one to search in."""
    return field_seen.kind == "search" or bool(
        _SEARCHES.search(f"{field_seen.label} {field_seen.name}".strip())
    )


def has_further_pages(look: Look) -> bool:
    """Whether a list goes on elsewhere."""
    return any(FURTHER.match(control.name) for control in look.controls)

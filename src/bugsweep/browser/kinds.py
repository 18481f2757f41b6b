"""The kinds of things a text can name, and what bears them in a page."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    """What a user would call it."""

    BUTTON = "button"
    LINK = "link"
    FIELD = "field"
    TITLE = "title"
    CHECKBOX = "checkbox"
    RADIO = "radio button"
    SWITCH = "switch"
    OPTION = "option"
    TAB = "tab"
    MENU_ITEM = "menu item"
    MENU = "menu"
    HEADING = "heading"
    DIALOG = "dialog"
    LIST_BOX = "list box"
    LIST = "list"
    TABLE = "table"
    ROW = "row"
    ITEM = "item"
    CARD = "card"
    SECTION = "section"
    IMAGE = "image"
    CANVAS = "canvas"
    TEXT = "text"
    ICON = "icon"
    SLIDER = "slider"
    CHOOSER = "list to choose from"
    """A select or anything drawn like one; texts call it a list."""
    SIDEBAR = "sidebar"
    FRAME = "frame"


@dataclass(frozen=True, slots=True)
class Bearing:
    """By which roles and elements a kind is known."""

    roles: tuple[str, ...]
    css: str
    """What bears the kind where no role says so."""
    siblings: tuple[str, ...] = ()
    """Roles a user would not tell apart from it."""
    by_content: bool = False
    """Known by the text it holds, having no name of its own."""
    by_title: bool = False
    """May be known by a heading in or before it."""
    clickable: bool = False
    """A plain visible text may stand for it."""


_CLICKED: Final = "button,a,[role],[tabindex],[onclick],input,summary,svg,img,i,label"
_TYPED: Final = (
    "input:not([type=hidden],[type=button],[type=submit],[type=reset],[type=image],"
    "[type=checkbox],[type=radio]),textarea,select,[contenteditable]:not([contenteditable=false]),"
    "[role=textbox],[role=searchbox],[role=combobox],[role=spinbutton],[role=slider]"
)
_PRESSED: Final = ("button", "link", "menuitem", "tab")

BEARINGS: Final[dict[Kind, Bearing]] = {
    Kind.BUTTON: Bearing(
        ("button",), _CLICKED, siblings=("link", "menuitem", "tab"), clickable=True
    ),
    Kind.LINK: Bearing(("link",), _CLICKED, siblings=("button", "menuitem", "tab"), clickable=True),
    Kind.FIELD: Bearing(("textbox", "searchbox", "combobox", "spinbutton"), _TYPED),
    Kind.TITLE: Bearing(
        ("heading",),
        "h1,h2,h3,h4,h5,h6,[class*=title i],input,textarea,[contenteditable]",
        siblings=("textbox",),
        clickable=True,
    ),
    Kind.CHECKBOX: Bearing(
        ("checkbox",),
        "input[type=checkbox],[role=checkbox]",
        siblings=("switch", "menuitemcheckbox"),
    ),
    Kind.RADIO: Bearing(("radio",), "input[type=radio],[role=radio]", siblings=("menuitemradio",)),
    Kind.SWITCH: Bearing(("switch",), "[role=switch],input[type=checkbox]", siblings=("checkbox",)),
    Kind.OPTION: Bearing(
        ("option",),
        "[role=option],option,li,label",
        siblings=("menuitemradio", "radio", "menuitem"),
        clickable=True,
    ),
    Kind.TAB: Bearing(("tab",), _CLICKED, siblings=("link", "button"), clickable=True),
    Kind.MENU_ITEM: Bearing(
        ("menuitem", "menuitemcheckbox", "menuitemradio"),
        _CLICKED,
        siblings=("link", "button", "option"),
        clickable=True,
    ),
    Kind.MENU: Bearing(
        ("menu", "menubar"),
        "[role=menu],nav,[class*=menu i],[class*=dropdown i],details",
        by_title=True,
    ),
    Kind.HEADING: Bearing(
        ("heading",), "h1,h2,h3,h4,h5,h6,[class*=title i],[class*=heading i],legend,caption"
    ),
    Kind.DIALOG: Bearing(
        ("dialog", "alertdialog"),
        "dialog[open],[role=dialog],[aria-modal=true],[class*=modal i],[class*=dialog i],[popover]",
        by_title=True,
    ),
    Kind.LIST_BOX: Bearing(
        ("listbox",),
        "select[size],select[multiple],[role=listbox]",
        siblings=("list",),
        by_title=True,
    ),
    Kind.LIST: Bearing(
        ("list", "listbox", "tree"),
        "ul,ol,dl,[class*=list i]",
        siblings=("grid", "table"),
        by_title=True,
    ),
    Kind.TABLE: Bearing(
        ("table", "grid", "treegrid"), "table,[class*=table i],[class*=grid i]", by_title=True
    ),
    Kind.ROW: Bearing(("row",), "tr,[role=row],[class*=row i]", by_content=True),
    Kind.ITEM: Bearing(
        ("listitem", "option", "treeitem"), "li,[role=listitem],[class*=item i]", by_content=True
    ),
    Kind.CARD: Bearing(
        ("article", "listitem"), "article,[class*=card i],[class*=tile i]", by_content=True
    ),
    Kind.SECTION: Bearing(
        (
            "region",
            "group",
            "form",
            "article",
            "navigation",
            "complementary",
            "main",
            "tabpanel",
            "banner",
            "contentinfo",
            "search",
        ),
        "section,fieldset,details,form,aside,nav,[class*=section i],[class*=panel i],"
        "[class*=card i],[class*=widget i],[class*=box i]",
        by_title=True,
    ),
    Kind.IMAGE: Bearing(("img",), "img,svg,picture,canvas,[role=img]"),
    Kind.CANVAS: Bearing((), "canvas", by_title=True),
    Kind.TEXT: Bearing((), "*", clickable=True),
    Kind.ICON: Bearing(("img", "button", "link"), _CLICKED, siblings=("menuitem", "tab")),
    Kind.SLIDER: Bearing(("slider",), "input[type=range],[role=slider]"),
    Kind.CHOOSER: Bearing(
        ("combobox", "listbox", "button", "textbox", "searchbox"),
        "select,[role=combobox],[role=listbox],button,[tabindex],[class*=select i],"
        "[class*=dropdown i],[class*=choices i]",
    ),
    Kind.SIDEBAR: Bearing(
        ("complementary", "navigation"), "aside,nav,[class*=sidebar i],[id*=sidebar i]"
    ),
    Kind.FRAME: Bearing((), "iframe,frame"),
}

HOLDERS: Final = frozenset(
    {
        Kind.DIALOG,
        Kind.SECTION,
        Kind.LIST,
        Kind.LIST_BOX,
        Kind.TABLE,
        Kind.MENU,
        Kind.SIDEBAR,
        Kind.FRAME,
    }
)
"""What counts as the scene of a judgement: without it there is nothing to judge."""

MAY_HIDE: Final = frozenset({Kind.CHECKBOX, Kind.SWITCH, Kind.RADIO, Kind.FIELD})
"""Kinds whose control is often invisible behind a styled label."""


@dataclass(frozen=True, slots=True)
class Target:
    """An element as a text names it."""

    kind: Kind
    name: str = ""
    """Empty: the only one of its kind."""
    ordinal: int = 0
    """The n-th of several, from 1; -1 for the last; 0: there must be one alone."""
    css: str = ""
    """For an element without any name: where it is."""

    def __str__(self) -> str:
        """As in a text, without the article."""
        place = {0: "", -1: "last "}.get(self.ordinal, f"{self.ordinal}. ")
        if not self.name:
            return f"{place}{self.kind}"
        link = " containing" if BEARINGS[self.kind].by_content else ""
        return f'{place}{self.kind}{link} "{self.name}"'

"""Text that others wrote, made fit to be shown: short enough, nothing hidden, code in colours."""

import re

from markupsafe import Markup, escape
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers.diff import DiffLexer

_LONGEST = 20_000
_LONGEST_PATCH = 300_000
# Characters that reorder or hide what stands beside them.
_HIDDEN = re.compile(
    "[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
)

_DIFF = DiffLexer(stripnl=False)
_CLASSES = HtmlFormatter(nowrap=True)


def visible(text: str) -> str:
    """The text with every character that hides or reorders others spelled out."""
    return _HIDDEN.sub(lambda found: f"⟦U+{ord(found.group()):04X}⟧", text)


def shorten(text: str, limit: int = _LONGEST) -> str:
    """At most `limit` characters, and how many are left out."""
    shown = visible(text[:limit])
    rest = len(text) - limit
    return f"{shown}\n… {rest} more characters" if rest > 0 else shown


def is_long(text: str, *, lines: int = 8, characters: int = 600) -> bool:
    """Whether a text would push what follows it off the screen."""
    return len(text) > characters or text.count("\n") >= lines


def first_line(text: str, limit: int = 120) -> str:
    """The first line with words on it, cut at `limit`."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return visible(line if len(line) <= limit else f"{line[:limit]} …")


def duration(seconds: float) -> str:
    """A time as people say it: `0.3 s`, `37 s`, `4 min 10 s`."""
    if seconds < 10:  # noqa: PLR2004 (below, tenths matter)
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def code_in_text(text: str) -> Markup:
    """Words in which what stands between backticks is code."""
    parts = shorten(text).split("`")
    if len(parts) % 2 == 0:
        return escape("`".join(parts))
    shown = [
        Markup("<code>{}</code>").format(it) if i % 2 else escape(it) for i, it in enumerate(parts)
    ]
    return Markup("").join(shown)


def highlight_patch(diff: str) -> Markup:
    """A diff as HTML with classes for added and removed lines."""
    shown = highlight(shorten(diff, _LONGEST_PATCH), _DIFF, _CLASSES)
    return Markup(shown)  # noqa: S704 (Pygments escapes what it is given)

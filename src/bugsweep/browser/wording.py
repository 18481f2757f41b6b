"""How words in a text and words on a page are compared: as regular expressions for both sides."""

import re
from typing import Final

_SINGLE: Final = "['’‘ʼ`]"
_DOUBLE: Final = '["“”„«»]'
_DASH: Final = "[-‐‑–—−]"
# Icon fonts put pictures where Unicode has characters for private use; written so that Python and
# JavaScript, which sees the higher ones as pairs, read the same.
_GLYPH: Final = r"[\ue000-\uf8ff]|[\udb80-\udbff][\udc00-\udfff]"
_BLANK: Final = rf"(?:\s|{_GLYPH})"
_DECOR: Final = rf"(?:[\s+*:•·|×✓✔✕…›»«‹→←▾▼▸.,¶\u200b]|{_GLYPH})*"
_LINK_SIGN: Final = r"(?:\s[#§]|\ud83d\udd17)?"
"""What a heading's link to itself is often drawn as; `C#` is another name than `C`."""
_DECOR_ENDS: Final = re.compile(rf"^{_DECOR}|{_DECOR}$")


def literal_pattern(literal: str) -> str:
    """Matches where a reader sees `literal`, not where it is cut out of a longer word or number.

    Good for Python and for JavaScript. Spacing and the form of quotes and dashes do not matter.
    """
    body = _body(literal.strip())
    return f"{_edge(literal.strip()[:1], before=True)}{body}{_edge(literal.strip()[-1:])}"


def exact_pattern(literal: str) -> str:
    """Matches a text that is `literal` from end to end."""
    return rf"^{_BLANK}*{_body(literal.strip())}{_BLANK}*$"


def name_pattern(name: str) -> str:
    """Matches `name`, ignoring spacing and decoration around it; to be used ignoring case."""
    core = _DECOR_ENDS.sub("", name)
    if not core:
        return exact_pattern(name)
    return f"^{_DECOR}{_body(core)}{_DECOR}{_LINK_SIGN}{_DECOR}$"


def holds(text: str, literal: str) -> bool:
    """Whether a reader of `text` sees `literal` in it."""
    return re.search(literal_pattern(literal), text) is not None


def says(text: str, literal: str) -> bool:
    """Whether `text` is `literal`, apart from spacing, quotes and dashes."""
    return re.search(exact_pattern(literal), text) is not None


def _body(literal: str) -> str:
    return r"\s+".join(
        "".join(_character(character) for character in word) for word in literal.split()
    )


def _character(character: str) -> str:
    for family in (_SINGLE, _DOUBLE, _DASH):
        if character in family[1:-1]:
            return family
    # `re.escape` also escapes what JavaScript's stricter flags would refuse.
    return re.sub(r"[\\^$.|?*+()\[\]{}/]", r"\\\g<0>", character)


def _edge(character: str, *, before: bool = False) -> str:
    look = "(?<!{})" if before else "(?!{})"
    if character.isdigit():
        # 5 is not seen in 15, 1.5 or 5,000.
        return look.format(r"[0-9]") + look.format(r"[0-9][.,]" if before else r"[.,][0-9]")
    if character.isalpha() and character < "\u0250":
        return look.format("[A-Za-z\u00c0-\u024f]")
    return ""

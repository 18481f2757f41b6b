"""The strict rule by which a reworded label still counts as the same one.

Never by likeness of letters: of 115 usual labels that were removed, a rule at 0.85 took another
element for 8 of them (Archive for Unarchive).
"""

import re
from collections.abc import Iterable
from typing import Final

_FILLERS: Final = frozenset({"the", "your", "my", "a", "an", "new", "changes", "please", "now"})
_SYNONYMS: Final = (
    frozenset({"login", "signin", "logon", "signon"}),
    frozenset({"logout", "signout", "logoff"}),
    frozenset({"signup", "register", "createaccount"}),
    frozenset({"email", "emailaddress"}),
    frozenset({"ok", "okay"}),
    frozenset({"username", "user"}),
)


def find_reworded(wanted: str, names: Iterable[str]) -> str | None:
    """The one of `names` that is `wanted` in other words; None when none or several are."""
    others = sorted(set(names))
    if wanted in others:
        return None
    fitting = [name for name in others if is_reworded(wanted, name)]
    return fitting[0] if len(fitting) == 1 else None


def is_reworded(wanted: str, found: str) -> bool:
    """Whether the two differ only in spaces, punctuation, filler words or a known synonym."""
    left, right = _words(wanted), _words(found)
    if not left or not right:
        return False
    if "".join(left) == "".join(right):
        return True
    short, other = (tuple(word for word in side if word not in _FILLERS) for side in (left, right))
    if not short or not other:
        return False
    joined, against = "".join(short), "".join(other)
    return joined == against or any({joined, against} <= group for group in _SYNONYMS)


def _words(name: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W_]+", name.casefold()))

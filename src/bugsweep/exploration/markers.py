"""Words that stand in no app by chance, so that what was typed is known again anywhere."""

import random
import re
from collections.abc import Mapping, Sequence

_CONSONANTS = "bcdfghjklmnpqrstvwxz"
LENGTH = 7
"""Fixed, so that a replay with other markers is cut off at the same place."""

_MARKER = re.compile(rf"Zq[{_CONSONANTS}]{{{LENGTH - 2}}}", re.IGNORECASE)


class Markers:
    """Gives markers, each once."""

    def __init__(self, random_source: random.Random) -> None:
        self._random = random_source
        self._given: set[str] = set()

    def new(self) -> str:
        """A marker nobody has yet."""
        while True:
            marker = "Zq" + "".join(self._random.choices(_CONSONANTS, k=LENGTH - 2))
            if marker not in self._given:
                self._given.add(marker)
                return marker


def find_markers(text: str) -> list[str]:
    """All markers in a text, each once, in order."""
    return list(dict.fromkeys(_MARKER.findall(text)))


def exchanged(text: str, new: Mapping[str, str]) -> str:
    """`text` with its markers exchanged; other spellings of a marker keep their case."""
    for old, fresh in new.items():
        text = text.replace(old, fresh)
        text = text.replace(old.lower(), fresh.lower()).replace(old.upper(), fresh.upper())
    return text


def fresh_markers(texts: Sequence[str], markers: Markers) -> dict[str, str]:
    """A new marker for each that stands in `texts`."""
    olds = dict.fromkeys(marker.capitalize() for text in texts for marker in find_markers(text))
    return {old: markers.new() for old in olds}

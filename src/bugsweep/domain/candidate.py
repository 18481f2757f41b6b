"""What an agent leaves behind."""

from enum import StrEnum
from typing import Literal

from bugsweep.domain.record import Record


class Build(StrEnum):
    """The two known states of a Task's app."""

    BUGGY = "buggy"
    REFERENCE = "reference"


class PatchCandidate(Record):
    """A change of the product's source, as `git diff --binary` writes it."""

    kind: Literal["patch"] = "patch"
    diff: str

    @property
    def is_empty(self) -> bool:
        """Whether nothing was changed."""
        return not self.diff.strip()

    @property
    def size_bytes(self) -> int:
        """Length of the diff in UTF-8."""
        return len(self.diff.encode())


Candidate = PatchCandidate
"""Later families add a no-code fix text and a delivered agent."""

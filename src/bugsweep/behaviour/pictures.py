"""Compare what an element looks like with a picture that stands beside the behaviour test."""

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, UnidentifiedImageError

from bugsweep.domain.errors import SetupError

LARGEST_DIFFERENCE: Final = 0.01
"""Share of the area that may differ in a picture that is alike."""

_BLOCK_PX: Final = 3
"""Pixels are judged in blocks of this width: edges are smoothed differently from run to run."""
_NOTICEABLE: Final = 24
"""Of 255, in the channel that differs most."""
_LOOSE_PX: Final = 2
"""A rounded size may be larger or smaller by this much."""
_SHIFTS: Final = (-1, 0, 1)
"""A place between two pixels is rounded to either."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """How far two pictures differ."""

    difference: float
    """Share of the area that differs noticeably; 1 when the sizes do not fit."""
    told: str

    @property
    def is_alike(self) -> bool:
        """Whether a person would take one for the other."""
        return self.difference <= LARGEST_DIFFERENCE


def compare(seen: bytes, wanted: Path) -> Likeness:
    """Compare a picture with a file.

    Raises:
        SetupError: the file cannot be read as a picture.
    """
    with Image.open(io.BytesIO(seen)) as opened:
        now = opened.convert("RGB")
    try:
        with Image.open(wanted) as opened:
            then = opened.convert("RGB")
    except (OSError, UnidentifiedImageError) as error:
        raise SetupError(f"`{wanted.name}` cannot be read as a picture: {error}") from error
    if any(abs(a - b) > _LOOSE_PX for a, b in zip(now.size, then.size, strict=True)):
        sizes = [f"{width} by {height}" for width, height in (now.size, then.size)]
        return Likeness(1, f"it is {sizes[0]} pixels large, `{wanted.name}` {sizes[1]}")
    share = min(_difference(now, then, x, y) for x in _SHIFTS for y in _SHIFTS)
    return Likeness(share, f"{share:.1%} of it differs from `{wanted.name}`")


def _difference(now: Image.Image, then: Image.Image, x: int, y: int) -> float:
    """Share of the blocks that differ with one of them moved by `x` and `y`."""
    size = (min(now.width, then.width) - 1, min(now.height, then.height) - 1)
    at = ((max(0, x), max(0, y)), (max(0, -x), max(0, -y)))
    crops = [
        picture.crop((left, top, left + size[0], top + size[1])).reduce(_BLOCK_PX)
        for picture, (left, top) in zip((now, then), at, strict=True)
    ]
    bands = ImageChops.difference(*crops).split()
    strongest = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    counts = strongest.histogram()
    return sum(counts[_NOTICEABLE:]) / max(1, sum(counts))

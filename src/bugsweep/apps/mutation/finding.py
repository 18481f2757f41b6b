"""Which files of a product are its own, which faults fit in them, and which are tried first."""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from bugsweep.apps.mutation.fault import Fault, plant, words
from bugsweep.apps.mutation.javascript_faults import find_javascript_faults, is_javascript
from bugsweep.apps.mutation.python_faults import find_python_faults, is_python
from bugsweep.apps.mutation.template_faults import find_template_faults

_FINDERS: Final[Mapping[str, Callable[[bytes, str], list[Fault]]]] = {
    ".py": find_python_faults,
    ".js": find_javascript_faults,
    ".mjs": find_javascript_faults,
    ".cjs": find_javascript_faults,
    ".html": find_template_faults,
    ".jinja": find_template_faults,
    ".jinja2": find_template_faults,
    ".j2": find_template_faults,
    ".ejs": find_template_faults,
}
_CHECKS: Final[Mapping[Callable[[bytes, str], list[Fault]], Callable[[bytes], bool]]] = {
    find_python_faults: is_python,
    find_javascript_faults: is_javascript,
}
_NOT_ITS_OWN: Final = words(
    "test tests testing __tests__ spec migrations locale translations node_modules vendor "
    "vendored third_party thirdparty external docs examples bower_components __pycache__ .git "
    "site-packages"
)
_LARGEST_BYTES: Final = 300_000
_LONGEST_LINE: Final = 2_000
"""A script with a longer line was written by a program."""


def find_faults(
    product: Path, *, is_wanted: Callable[[Fault], bool] = lambda _: True
) -> list[Fault]:
    """All faults that fit in the product's own server code and templates."""
    faults: list[Fault] = []
    for path in _own_files(product):
        source = path.read_bytes()
        if _is_written_by_hand(source):
            name = path.relative_to(product).as_posix()
            faults += filter(is_wanted, _FINDERS[path.suffix](source, name))
    return faults


def is_sound(product: Path, fault: Fault) -> bool:
    """Whether the file is still one of its language with the fault in it."""
    check = _CHECKS.get(_FINDERS[Path(fault.path).suffix])
    return check is None or check(plant((product / fault.path).read_bytes(), fault))


def _own_files(product: Path) -> Iterator[Path]:
    for path in sorted(product.rglob("*")):
        parts = path.relative_to(product).parts
        is_own = not _NOT_ITS_OWN & {part.lower() for part in parts[:-1]}
        is_test = parts[-1].startswith(("test_", "conftest")) or ".min." in parts[-1]
        if path.suffix in _FINDERS and is_own and not is_test and _is_plain(path):
            yield path


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _is_written_by_hand(source: bytes) -> bool:
    return len(source) <= _LARGEST_BYTES and all(
        len(line) <= _LONGEST_LINE for line in source.splitlines()
    )


def choose_faults(
    faults: Sequence[Fault],
    count: int,
    *,
    seed: int,
    is_sound: Callable[[Fault], bool] = lambda _: True,
    is_near: Callable[[Fault], bool] = lambda _: True,
) -> list[Fault]:
    """Choose `count` of them at random, operators in turn and no line twice.

    The same seed chooses the same, and a larger `count` only adds to a smaller one. Of every
    operator those that are near come first. Only those that are drawn are asked whether they
    are sound.
    """
    chance = random.Random(seed)  # noqa: S311  # a choice, no secret
    by_operator: dict[str, list[Fault]] = defaultdict(list)
    for fault in faults:
        by_operator[fault.operator].append(fault)
    for _, group in sorted(by_operator.items()):
        chance.shuffle(group)
        group.sort(key=is_near)
    chosen: dict[tuple[str, int], Fault] = {}
    while len(chosen) < count and any(by_operator.values()):
        for operator in sorted(by_operator):
            group = by_operator[operator]
            while group and len(chosen) < count:
                drawn = group.pop()
                if (drawn.path, drawn.line) not in chosen and is_sound(drawn):
                    chosen[drawn.path, drawn.line] = drawn
                    break
    return list(chosen.values())

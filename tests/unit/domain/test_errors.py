import inspect

import pytest

from bugsweep.domain import errors
from bugsweep.domain.errors import BugsweepError, UnknownPluginError

CLASSES = [
    cls for _, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, BugsweepError)
]


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_every_error_says_whose_fault_it_is(cls):
    assert cls.exit_code in {1, 2, 3, 70}
    assert cls.__doc__


def test_an_unknown_name_lists_the_known_ones_and_the_nearest():
    error = UnknownPluginError("agent", "refrence", ["noop", "reference"])

    assert error.hint == "did you mean `reference`? known: noop, reference"

import inspect

import pytest

from bugsweep.domain import errors
from bugsweep.domain.errors import BugsweepError, SetupError, UnknownPluginError, explain

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


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (SetupError("the seed failed", hint="look"), "the seed failed"),
        (KeyError("name"), "KeyError: 'name'"),
        (TimeoutError(), "TimeoutError"),
        (ExceptionGroup("2 of them", [OSError("gone"), SetupError("no bread")]), "no bread"),
        (ExceptionGroup("a", [ExceptionGroup("b", [ValueError("deep")])]), "ValueError: deep"),
    ],
)
def test_a_group_of_errors_is_told_by_its_cause(error, said):
    assert explain(error) == said

"""What every test has: the marker of its folder, and a home of its own for Images."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parent
_MARKED = ("integration", "browser", "e2e")


def pytest_collection_modifyitems(items):
    for item in items:
        folder = item.path.relative_to(ROOT).parts[0]
        if folder in _MARKED:
            item.add_marker(folder)


def skip_or_fail(reason):
    """Skip with the reason shown; where everything is required, fail instead."""
    if os.environ.get("BUGSWEEP_REQUIRE_ALL"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture
def require():
    """Stop a test for want of something: `require(there_is_npm, "npm is not installed")`."""

    def check(is_there, reason):
        if not is_there:
            skip_or_fail(reason)

    return check

"""What every test has: the marker of its folder, and a home of its own for Images."""

from pathlib import Path

import pytest
from hypothesis import settings

from requiring import skip_or_fail

# Hypothesis fails an example that takes longer than 200 ms: on a loaded machine that is noise.
settings.register_profile("no time limit", deadline=None)
settings.load_profile("no time limit")

ROOT = Path(__file__).parent
_MARKED = ("integration", "browser", "e2e")


def pytest_collection_modifyitems(items):
    for item in items:
        folder = item.path.relative_to(ROOT).parts[0]
        if folder in _MARKED:
            item.add_marker(folder)


@pytest.fixture
def require():
    """Stop a test for want of something: `require(there_is_npm, "npm is not installed")`."""

    def check(is_there, reason):
        if not is_there:
            skip_or_fail(reason)

    return check

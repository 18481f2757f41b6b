"""What a test needs of the machine: without it, the test is skipped, or fails in CI."""

import os

import pytest


def skip_or_fail(reason):
    """Skip with the reason shown; where everything is required, fail instead."""
    if os.environ.get("BUGSWEEP_REQUIRE_ALL"):
        pytest.fail(reason)
    pytest.skip(reason)

"""Failures in the checks show their values; examples have no time limit."""

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("unit.stats.vector_checks")

# Hypothesis fails an example that takes longer than 200 ms: on a loaded machine that is noise.
settings.register_profile("no time limit", deadline=None)
settings.load_profile("no time limit")

"""Failures in the checks show their values, as those in test files do."""

import pytest

pytest.register_assert_rewrite("unit.stats.vector_checks")

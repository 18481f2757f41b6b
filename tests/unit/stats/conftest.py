"""Failures in the checks show their values."""

import pytest

pytest.register_assert_rewrite("unit.stats.vector_checks")

"""Files of rows."""

import json

import pytest

from unit.foreign.rows import row


@pytest.fixture
def write_rows(tmp_path):
    def write(*rows):
        path = tmp_path / "test.jsonl"
        path.write_text("".join(json.dumps(it) + "\n" for it in rows or [row()]))
        return path

    return write

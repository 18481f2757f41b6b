"""A list of hosts says what it lets through, and nothing by accident."""

import pytest

from bugsweep.agents.egress import load_hosts
from bugsweep.domain.errors import UsageError


def test_hosts_are_read_one_a_line(tmp_path):
    path = tmp_path / "hosts"
    path.write_text("# mine\nAPI.example.com.\n\napi.example.com  # again\nother.example:8443\n")

    assert load_hosts(path) == ("api.example.com:443", "other.example:8443")


@pytest.mark.parametrize(
    "line",
    [
        "*.example.com",
        "https://api.example.com",
        "api.example.com/v1",
        "a:b@host",
        "host:port",
        ":1",
    ],
)
def test_what_is_no_host_is_refused(tmp_path, line):
    path = tmp_path / "hosts"
    path.write_text(line)

    with pytest.raises(UsageError, match="line 1"):
        load_hosts(path)

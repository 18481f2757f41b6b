from pathlib import Path, PurePosixPath

import pytest

from bugsweep.sandboxes.api import Bind, Layer, Limits, Network, SandboxSpec
from bugsweep.sandboxes.inspect_provider import BugsweepSandboxConfig, BugsweepSandboxEnvironment

pytestmark = pytest.mark.integration

SPEC = SandboxSpec(
    binds=(Bind(Path("/a"), PurePosixPath("/b"), is_writable=True),),
    layers=(Layer(Path("/c"), PurePosixPath("/d")),),
    limits=Limits(memory_mb=1, processes=2, disk_mb=3),
    env={"A": "1"},
    path=("/opt/bin",),
)


def test_a_spec_survives_a_log():
    config = BugsweepSandboxConfig.from_spec(SPEC, cwd="/workspace")

    read = BugsweepSandboxEnvironment.config_deserialize(config.model_dump(mode="json"))

    assert read == config
    assert read.to_spec() == SPEC
    assert read.cwd == "/workspace"


def test_inspect_can_key_a_table_with_it():
    first, second = (BugsweepSandboxConfig.from_spec(SPEC) for _ in range(2))

    assert {first: 1}[second] == 1


def test_the_hosts_network_cannot_be_written_down():
    config = BugsweepSandboxConfig.from_spec(SandboxSpec(network=Network.HOST))

    assert config.to_spec().network is Network.LOOPBACK

import shlex
from pathlib import Path, PurePosixPath

import pytest

import bugsweep
from bugsweep.domain.errors import SandboxError
from bugsweep.sandboxes.api import Bind, Layer, Network, SandboxSpec, User
from bugsweep.sandboxes.identities import Identities
from bugsweep.sandboxes.stage import StageFds, render_stage

THREE = Identities(100_000, is_single=False)
ONE = Identities(1234, is_single=True)


def render(spec=SandboxSpec(), identities=THREE):  # noqa: B008 (frozen)
    return render_stage(spec, identities, StageFds(info=20, block=21))


def test_the_loopback_network_is_the_default_and_the_hosts_has_to_be_asked_for():
    assert "--unshare-net" in render()
    assert "resolv.conf" not in render()
    assert "--unshare-net" not in render(SandboxSpec(network=Network.HOST))
    assert "resolv.conf" in render(SandboxSpec(network=Network.HOST))


def test_one_user_needs_no_id_map_and_no_change_of_user():
    assert "--userns-block-fd 21" in render()
    assert "--reuid=100000" in render()
    assert "--userns-block-fd" not in render(identities=ONE)
    assert "--reuid" not in render(identities=ONE)
    assert " -o 1234" not in render(identities=ONE)


def test_a_source_of_any_name_stays_one_word(tmp_path):
    folder = tmp_path / "it's a\\name, with\ttab"
    folder.mkdir()
    bind = Bind(folder, PurePosixPath("/opt/$(touch x) y"))

    script = render(SandboxSpec(binds=(bind,)))
    words = shlex.split(script)
    table = next(word for word in words if word.endswith("none rbind 0 0\n"))

    assert table.split()[0].endswith("/it's\\040a\\134name,\\040with\\011tab")
    assert "/opt/$(touch x) y" in words


@pytest.mark.parametrize("kind", ["bind", "lower"])
def test_a_missing_source_is_an_error_before_anything_is_made(kind, tmp_path):
    source, target = tmp_path / "nothing", PurePosixPath("/opt/x")
    spec = (
        SandboxSpec(binds=(Bind(source, target),))
        if kind == "bind"
        else SandboxSpec(layers=(Layer(source, target),))
    )

    with pytest.raises(SandboxError, match=f"{kind} source .*nothing"):
        render(spec)


def test_parents_of_a_target_are_open_to_the_users_inside(tmp_path):
    words = render(SandboxSpec(binds=(Bind(tmp_path, PurePosixPath("/deep/down/here")),))).split()
    place = words.index("/deep")

    assert words[place - 3 : place + 1] == ["--perms", "0755", "--dir", "/deep"]
    assert words[place + 4] == "/deep/down"


def test_the_product_is_masked_only_where_it_lies_beneath():
    package = Path(bugsweep.__file__).resolve().parent
    above = Bind(package.parent, PurePosixPath("/opt/code"))
    below = Bind(package / "domain", PurePosixPath("/opt/code"))

    assert "--tmpfs /opt/code/bugsweep" in render(SandboxSpec(binds=(above,)))
    assert "--tmpfs /opt/code" not in render(SandboxSpec(binds=(below,)))


def test_ids_outside_are_those_inside_moved_up():
    assert [THREE.outside(user) for user in User] == [101_001, 101_000, 100_000]
    assert [ONE.outside(user) for user in User] == [1234, 1234, 1234]

from pathlib import Path, PurePosixPath

import pytest

from bugsweep.domain.errors import SandboxError
from bugsweep.sandboxes.api import Bind, Layer, Limits, SandboxSpec, User

pytestmark = pytest.mark.integration

PRODUCT = PurePosixPath("/workspace/product")


@pytest.fixture
def source(tmp_path, give):
    folder = tmp_path / "a name, with: odd=letters"
    folder.mkdir()
    (folder / "old").write_text("old\n")
    for path in (folder, folder / "old"):
        give(path, User.AGENT)
    return folder


async def test_a_layer_takes_changes_and_the_source_keeps_its_own(make, shell, source):
    spec = SandboxSpec(layers=(Layer(source, PRODUCT),))
    first, second = await make(spec), await make(spec)

    changed = await shell(
        first, f"cd {PRODUCT} && cat old && rm old && echo new >new && mkdir folder && ls"
    )
    seen_by_second = await shell(second, f"ls {PRODUCT}")

    assert changed.output == "old\nfolder\nnew\n"
    assert seen_by_second.text == "old\n"
    assert [path.name for path in source.iterdir()] == ["old"]


async def test_a_layers_folder_keeps_its_owner_and_mode(make, shell, source):
    source.chmod(0o750)
    box = await make(SandboxSpec(layers=(Layer(source, PRODUCT),)))

    done = await shell(box, f"stat -c '%a %u' {PRODUCT}", User.ROOT)

    assert done.text == f"750 {box.identities.inside(User.AGENT)}\n"


async def test_a_bind_is_read_only_unless_it_is_writable(make, shell, tmp_path, give):
    closed, opened = tmp_path / "closed", tmp_path / "opened"
    for folder in (closed, opened):
        folder.mkdir()
        give(folder, User.AGENT)
    binds = (
        Bind(closed, PurePosixPath("/deep/down/closed")),
        Bind(opened, PurePosixPath("/deep/down/opened"), is_writable=True),
    )
    box = await make(SandboxSpec(binds=binds))

    refused = await shell(box, "touch /deep/down/closed/x")
    allowed = await shell(box, "touch /deep/down/opened/x")

    assert "Read-only file system" in refused.output
    assert allowed.exit_code == 0
    assert list(closed.iterdir()) == []
    assert [path.name for path in opened.iterdir()] == ["x"]


async def test_a_single_file_can_be_bound(make, tmp_path):
    file = tmp_path / "file"
    file.write_text("words")
    box = await make(SandboxSpec(binds=(Bind(file, PurePosixPath("/opt/words")),)))

    assert await box.read_file("/opt/words") == b"words"


async def test_a_missing_source_is_named(make, tmp_path):
    spec = SandboxSpec(binds=(Bind(tmp_path / "nothing", PurePosixPath("/opt/x")),))

    with pytest.raises(SandboxError, match="nothing` does not exist"):
        await make(spec)


async def test_what_the_tools_refuse_is_told(make, tmp_path):
    spec = SandboxSpec(binds=(Bind(tmp_path, PurePosixPath("/usr/no-such-folder/x")),))

    with pytest.raises(SandboxError, match="no-such-folder"):
        await make(spec)


@pytest.mark.parametrize("place", ["/workspace/product", "/tmp", "/home/agent", "/dev/shm"])
async def test_a_disk_filler_hits_the_limit_and_nothing_of_it_stays(make, shell, source, place):
    spec = SandboxSpec(layers=(Layer(source, PRODUCT),), limits=Limits(disk_mb=8))
    box = await make(spec)

    done = await shell(box, f"dd if=/dev/zero of={place}/fill bs=1M count=64; wc -c <{place}/fill")

    assert "No space left on device" in done.output
    assert 0 < int(done.text) <= 8 * 1024 * 1024


async def test_mounts_stay_invisible_on_the_host(make, source):
    before = Path("/proc/self/mountinfo").read_text()

    await make(SandboxSpec(layers=(Layer(source, PRODUCT),)))

    assert Path("/proc/self/mountinfo").read_text() == before

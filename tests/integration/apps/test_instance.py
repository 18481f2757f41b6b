import asyncio
from dataclasses import dataclass

import pytest

from bugsweep.apps.candidates import apply_patch, collect_patch
from bugsweep.apps.image import Image
from bugsweep.apps.instance import open_instance
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.errors import AppStartError, CandidateRejectedError
from bugsweep.sandboxes.api import Command, User

GREETING = """\
diff --git a/greeting.py b/greeting.py
--- a/greeting.py
+++ b/greeting.py
@@ -1 +1 @@
-TEXT = "hello"
+TEXT = "hello, well"
"""


@dataclass
class Toy:
    image: object
    log: object

    def open(self, candidate=None):
        return open_instance(self.image, log=self.log, candidate=candidate)


@pytest.fixture
def toy(toy_image, tmp_path):
    return Toy(toy_image, tmp_path / "app.log")


def with_app(toy, **changes):
    """The same Image, its app described otherwise."""
    app = toy.image.app.model_copy(update=changes)
    manifest = toy.image.manifest.model_copy(update={"app": app})
    return Toy(Image(toy.image.folder, manifest), toy.log)


async def fetch(instance):
    script = (
        "import urllib.request as u; print(u.urlopen('http://127.0.0.1:13200').read().decode())"
    )
    done = await instance.sandbox.exec(Command(["python", "-c", script]))
    assert done.exit_code == 0, done.output
    return done.text.strip()


async def test_every_instance_begins_with_the_seeded_data(toy):
    seen = []
    for _ in range(2):
        async with toy.open() as instance:
            seen.append(await fetch(instance))

    # The readiness probe counts too: 5 was seeded.
    assert seen == ["hello 7", "hello 7"]


async def test_instances_beside_each_other_have_the_same_address_and_other_data(toy):
    async with toy.open() as one, toy.open() as other:
        assert one.url == other.url
        assert await fetch(one) == "hello 7"
        assert await fetch(one) == "hello 8"
        assert await fetch(other) == "hello 7"


async def test_a_patch_is_applied_before_the_app_starts(toy):
    async with toy.open(PatchCandidate(diff=GREETING)) as instance:
        assert await fetch(instance) == "hello, well 7"


async def test_what_was_changed_is_collected_and_does_the_same_elsewhere(toy):
    async with toy.open() as instance:
        await apply_patch(PatchCandidate(diff=GREETING), instance.sandbox)
        await instance.sandbox.write_file("/workspace/product/notes/new.txt", b"new\n")
        collected = await collect_patch(instance.sandbox)

    async with toy.open(collected) as instance:
        assert await collect_patch(instance.sandbox) == collected
    assert "notes/new.txt" in collected.diff
    assert "hello, well" in collected.diff


async def test_an_unchanged_product_gives_an_empty_patch_though_the_app_ran(toy):
    async with toy.open() as instance:
        await fetch(instance)
        assert (await collect_patch(instance.sandbox)).is_empty


@pytest.mark.parametrize("size", [20_000_000, 70_000_000])
async def test_a_change_beyond_all_measure_is_refused(toy, size):
    fill = f"head -c {size} /dev/urandom > /workspace/product/blob"
    resources = toy.image.app.resources.model_copy(update={"disk_mb": 256})

    async with with_app(toy, resources=resources).open() as instance:
        await instance.sandbox.exec(Command(["sh", "-c", fill]))
        with pytest.raises(CandidateRejectedError, match="larger than"):
            await collect_patch(instance.sandbox)


@pytest.mark.parametrize(
    "meddling",
    [
        "git -c user.name=a -c user.email=a@b commit -qam done",
        "rm -rf .git",
        "echo greeting.py > .gitignore",
        "echo 'greeting.py' > .git/info/exclude",
        "git update-index --assume-unchanged greeting.py",
        "echo '*.py filter=x -diff' > .gitattributes",
        "git config core.fsmonitor 'touch /tmp/was-run'; git config diff.external 'false'",
    ],
)
async def test_work_is_collected_whatever_was_done_to_the_repository(toy, meddling):
    script = f"echo 'TEXT = \"hello 2\"' > greeting.py; {meddling}"

    async with toy.open() as instance:
        await instance.sandbox.exec(Command(["sh", "-c", script], cwd="/workspace/product"))
        collected = await collect_patch(instance.sandbox)
        was_run = await instance.sandbox.exec(Command(["test", "-e", "/tmp/was-run"]))

    assert '+TEXT = "hello 2"' in collected.diff
    assert was_run.exit_code == 1


async def test_text_in_another_encoding_is_collected(toy):
    async with toy.open() as instance:
        await instance.sandbox.write_file("/workspace/product/cafe.txt", b"caf\xe9\n")
        collected = await collect_patch(instance.sandbox)

    async with toy.open(collected) as instance:
        assert await instance.sandbox.read_file("/workspace/product/cafe.txt") == b"caf\xe9\n"


async def test_a_link_out_of_the_product_is_not_taken(toy):
    async with toy.open() as instance:
        await instance.sandbox.exec(Command(["ln", "-s", "/etc/passwd", "/workspace/product/p"]))
        collected = await collect_patch(instance.sandbox)

    with pytest.raises(CandidateRejectedError, match="symbolic link"):
        async with toy.open(collected):
            pass


async def test_a_patch_that_does_not_apply_says_why(toy):
    other = PatchCandidate(diff=GREETING.replace('-TEXT = "hello"', '-TEXT = "bonjour"'))

    with pytest.raises(CandidateRejectedError, match=r"does not apply: .*greeting\.py"):
        async with toy.open(other):
            pass


async def test_an_app_that_ends_shows_its_log(toy):
    broken = PatchCandidate(diff=GREETING.replace('"hello, well"', "no such name"))

    with pytest.raises(AppStartError, match=r"ended with exit code 1 .*\n(.*\n)*.*SyntaxError"):
        async with toy.open(broken):
            pass


async def test_an_app_that_never_gets_ready_says_what_was_seen(toy):
    wanted = toy.image.app.ready.model_copy(update={"text": "goodbye", "timeout_s": 1})

    with pytest.raises(AppStartError, match="status 200 without the text `goodbye`"):
        async with with_app(toy, ready=wanted).open():
            pass


async def test_survives_a_megabyte_of_log(toy):
    noise = PatchCandidate(
        diff=GREETING.replace('"hello, well"', '"hello"; print("x" * 1_000_000)')
    )

    async with toy.open(noise) as instance:
        assert await fetch(instance) == "hello 7"
        assert len(instance.process.log_tail()) < 100_000


async def test_the_app_cannot_change_its_own_source_nor_the_agent_its_data(toy):
    async with toy.open() as instance:
        as_app = Command(["touch", "/workspace/product/greeting.py"], user=User.APP)
        as_agent = Command(["touch", "/srv/state/count"], user=User.AGENT)

        assert (await instance.sandbox.exec(as_app)).exit_code != 0
        assert (await instance.sandbox.exec(as_agent)).exit_code != 0


async def test_a_full_disk_is_the_sandbox_affair_alone(toy):
    async with toy.open() as instance:
        fill = Command(["sh", "-c", "head -c 100000000 /dev/zero > /workspace/product/blob"])
        done = await instance.sandbox.exec(fill)

    assert "No space left" in done.output


async def test_cancelling_the_start_leaves_nothing_running(toy):
    async def run_for_ever():
        async with toy.open():
            await asyncio.Event().wait()

    tasks = [asyncio.create_task(run_for_ever()) for _ in range(3)]
    await asyncio.sleep(0.2)
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)

    assert all(isinstance(it, asyncio.CancelledError) for it in ended)

import asyncio
import os
import shutil
import signal
import subprocess
import sys

import pytest

from bugsweep.apps.build import build_image
from bugsweep.apps.image import MANIFEST
from bugsweep.apps.instance import open_instance
from bugsweep.domain.app import App
from bugsweep.domain.errors import ImageBuildError, MissingToolError


async def test_an_image_is_built_once(toy_app, toy_folder, store):
    image = await build_image(toy_app, toy_folder, store=store)
    built_at = (image.folder / MANIFEST).read_bytes()

    again = await build_image(toy_app, toy_folder, store=store)

    assert again.digest == image.digest
    assert (again.folder / MANIFEST).read_bytes() == built_at
    assert (image.tree / "srv/state/count").read_text().strip() == "5"


async def test_any_file_of_the_app_changes_the_name(toy_app, toy_folder, store):
    before = await build_image(toy_app, toy_folder, store=store)
    (toy_folder / "project" / "greeting.py").write_text('TEXT = "hello there"\n')

    after = await build_image(toy_app, toy_folder, store=store)

    assert after.digest != before.digest
    assert len(store.images()) == 2


async def test_builds_of_one_image_at_the_same_time_make_one(toy_app, toy_folder, store):
    images = await asyncio.gather(
        *(build_image(toy_app, toy_folder, store=store) for _ in range(3))
    )

    assert len({image.manifest.built_at for image in images}) == 1
    assert len(store.images()) == 1


async def test_a_failed_seed_leaves_no_image(toy_app, toy_folder, store):
    seed = toy_app.seed.model_copy(update={"command": ("sh", "-c", "echo no bread >&2; exit 4")})
    broken = toy_app.model_copy(update={"seed": seed})

    with pytest.raises(ImageBuildError, match="exit code 4:\nno bread"):
        await build_image(broken, toy_folder, store=store)

    assert store.images() == []
    assert [path for path in store.folder.iterdir() if path.is_dir()] == []


async def test_a_missing_program_is_named_before_anything_is_built(toy_app, toy_folder, store):
    needy = toy_app.model_copy(update={"tools": ("no-such-program",)})

    with pytest.raises(MissingToolError, match="no-such-program"):
        await build_image(needy, toy_folder, store=store)


async def test_a_missing_interpreter_is_named(toy_app, toy_folder, store):
    source = toy_app.source.model_copy(update={"interpreter": "==3.4.*"})
    old = toy_app.model_copy(update={"source": source})

    with pytest.raises(ImageBuildError, match=r"no Python ==3\.4\.\*"):
        await build_image(old, toy_folder, store=store)


async def test_a_build_that_is_killed_leaves_nothing_that_counts(toy_app, toy_folder, store):
    seed = toy_app.seed.model_copy(update={"command": ("sleep", "600")})
    slow = toy_app.model_copy(update={"seed": seed})
    program = (
        "import asyncio, pathlib, sys\n"
        "from bugsweep.apps.build import build_image\n"
        "from bugsweep.apps.store import ImageStore\n"
        "from bugsweep.domain.app import App\n"
        f"app = App.model_validate_json({slow.model_dump_json()!r})\n"
        f"store = ImageStore(pathlib.Path({str(store.folder)!r}))\n"
        f"asyncio.run(build_image(app, pathlib.Path({str(toy_folder)!r}), store=store))\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program])
    while not list(store.folder.glob(".building-*/tree/opt/app/venv/pyvenv.cfg")):
        assert process.poll() is None
        await asyncio.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()

    image = await build_image(toy_app, toy_folder, store=store)

    assert [it.digest for it in store.images()] == [image.digest]


async def test_prune_removes_the_longest_unused_and_spares_what_runs(
    toy_app, toy_folder, store, tmp_path
):
    first = await build_image(toy_app, toy_folder, store=store)
    (toy_folder / "project" / "greeting.py").write_text('TEXT = "hello 2"\n')
    second = await build_image(toy_app, toy_folder, store=store)
    os.utime(first.folder / MANIFEST, (1, 1))

    async with open_instance(second, log=tmp_path / "app.log"):
        removed = store.prune(budget_bytes=0)

    assert [image.digest for image in removed] == [first.digest]
    assert [image.digest for image in store.images()] == [second.digest]


@pytest.mark.parametrize("asked_for", [False, True])
async def test_programs_of_npm_packages_run_only_when_asked_for(
    toy_app, toy_folder, store, require, asked_for
):
    require(shutil.which("npm"), "npm is not installed")
    package = toy_folder / "files/eager"
    package.mkdir(parents=True)
    (package / "package.json").write_text(
        '{"name": "eager", "version": "1.0.0", "scripts": {"install": "touch /opt/app/has-run"}}'
    )
    source = {
        "kind": "local",
        "project": "project",
        "registry": "npm",
        "also": ["/opt/files/eager"],
        "install_scripts": asked_for,
    }
    told = {**toy_app.model_dump(), "source": source, "files": "files"}

    image = await build_image(App.model_validate(told), toy_folder, store=store)

    assert (image.tree / "opt/app/node_modules/eager").exists()
    assert (image.tree / "opt/app/has-run").exists() is asked_for

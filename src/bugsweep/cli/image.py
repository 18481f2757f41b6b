"""`bugsweep image`: build, list and prune prepared apps."""

import re
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from bugsweep.apps.image import Image
from bugsweep.apps.instance import open_instance
from bugsweep.apps.references import build_buggy, build_reference
from bugsweep.apps.store import ImageStore
from bugsweep.cli.output import AsJson, print_json, print_table, run_async, say
from bugsweep.domain.errors import UsageError
from bugsweep.domain.task import Task
from bugsweep.files.suite import select_tasks

image_app = typer.Typer(help="Apps installed and seeded once.", no_args_is_help=True)

_UNITS = {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3, "T": 1024**4}


@image_app.command("build")
def build_command(
    names: Annotated[list[str], typer.Argument(help="Suites, subsets or tasks.")],
    start: Annotated[
        bool, typer.Option("--start", help="Start each app once, to see that it gets ready.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Build the Images of both builds; what is built already stays."""
    images = run_async(_build(select_tasks(names), does_start=start))
    _show(images, as_json=as_json)


async def _build(tasks: list[Task], *, does_start: bool) -> list[Image]:
    images = await _built(tasks)
    for image in images if does_start else ():
        began = time.monotonic()
        with TemporaryDirectory(prefix="bugsweep-") as folder:
            async with open_instance(image, log=Path(folder, "app.log")):
                elapsed_s = time.monotonic() - began
        say(f"{image.app.name} {image.app.source.version}: ready after {elapsed_s:.1f} s")
    return images


async def _built(tasks: list[Task]) -> list[Image]:
    images = []
    for task in tasks:
        say(f"{task.id}: {task.app.name} {task.app.source.version}")
        images.append(await build_buggy(task))
        release = await build_reference(task)
        if release:
            say(f"{task.id}: {task.app.name} {release.app.source.version}")
            images.append(release)
    return images


@image_app.command("list")
def list_command(
    as_json: AsJson = False,
) -> None:
    """List the Images of this machine, the most recently used first."""
    _show(ImageStore().images(), as_json=as_json)


@image_app.command("prune")
def prune_command(
    budget: Annotated[str, typer.Option(help="How much may stay, such as `5G`; 0 for nothing.")],
) -> None:
    """Remove the Images longest unused until the rest fits the budget."""
    store = ImageStore()
    removed = store.prune(budget_bytes=_bytes(budget))
    freed = sum(image.manifest.size_bytes for image in removed)
    typer.echo(f"removed {len(removed)} Images, {freed / 1024**2:.0f} MiB; {store.folder}")


def _bytes(text: str) -> int:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", text.strip(), re.IGNORECASE)
    if not match:
        raise UsageError(f"`{text}` is no size", hint="write it like `500M` or `5G`")
    return int(float(match[1]) * _UNITS[match[2].upper()])


def _show(images: list[Image], *, as_json: bool) -> None:
    if as_json:
        print_json([image.manifest for image in images])
        return
    rows = [
        [
            image.digest,
            image.app.name,
            image.app.source.version,
            f"{image.manifest.size_bytes / 1024**2:.0f} MiB",
            f"{image.manifest.build_s:.1f} s",
            image.manifest.built_at,
        ]
        for image in images
    ]
    print_table("Images", ["digest", "app", "version", "size", "built in", "built at"], rows)

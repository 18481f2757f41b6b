"""`bugsweep suite`: what a suite holds."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, TypeVar

import typer

from bugsweep.apps.build import find_image
from bugsweep.apps.image import Image
from bugsweep.apps.instance import open_instance
from bugsweep.cli.output import AsJson, print_rows, print_table, run_async, say
from bugsweep.domain.errors import SetupError
from bugsweep.domain.task import Suite, Task
from bugsweep.files.suite import load_suite

T = TypeVar("T")

suite_app = typer.Typer(help="Suites.", no_args_is_help=True)


@suite_app.callback()
def _group() -> None:
    """Suites."""


@dataclass(frozen=True, slots=True)
class _Row:
    suite: str
    suite_version: str
    suite_digest: str
    task: str
    domain: str
    app: str
    version: str
    task_digest: str
    image: str = ""
    """Its digest; empty when it is not built."""
    image_bytes: int | None = None
    product_files: int | None = None
    start_s: float | None = None


@suite_app.command("show")
def show_command(
    name: Annotated[str, typer.Argument(help="A suite, a subset, or a suite's folder.")],
    start: Annotated[
        bool, typer.Option("--start", help="Start each app that is built, to time it.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List the tasks of a suite; sizes are known once `bugsweep image build` has run."""
    suite = load_suite(name)
    rows = run_async(_rows(suite, does_start=start))
    if as_json:
        print_rows([asdict(row) for row in rows])
        return
    table = [
        [
            row.task,
            row.domain,
            row.app,
            row.version,
            _or_dash(row.image_bytes, lambda size: f"{size / 1024**2:.0f} MiB"),
            _or_dash(row.product_files, str),
            _or_dash(row.start_s, lambda seconds: f"{seconds:.1f} s"),
            row.image or "–",
            row.task_digest[:16],
        ]
        for row in rows
    ]
    title = f"{suite.name} {suite.version}, digest {suite.digest[:16]}, {len(rows)} tasks"
    columns = ["task", "domain", "app", "version", "image", "files", "start"]
    print_table(title, [*columns, "Image digest", "task digest"], table)


def _or_dash(value: T | None, render: Callable[[T], str]) -> str:
    return "–" if value is None else render(value)


async def _rows(suite: Suite, *, does_start: bool) -> list[_Row]:
    return [await _row(suite, task, does_start=does_start) for task in suite.tasks]


async def _row(suite: Suite, task: Task, *, does_start: bool) -> _Row:
    try:
        image = await find_image(task.app, task.folder / "app")
    except SetupError as error:
        say(f"{task.id}: {error.message}")
        image = None
    return _Row(
        suite=suite.name,
        suite_version=suite.version,
        suite_digest=suite.digest,
        task=task.id,
        domain=task.card.domain,
        app=task.app.name,
        version=task.app.source.version,
        task_digest=task.digest,
        image=image.digest if image else "",
        image_bytes=image.manifest.size_bytes if image else None,
        product_files=_count_files(image) if image else None,
        start_s=await _time_start(image) if image and does_start else None,
    )


def _count_files(image: Image) -> int:
    ignored = {".git", "__pycache__", "node_modules"}
    return sum(
        path.is_file() and not ignored & set(path.relative_to(image.product).parts)
        for path in image.product.rglob("*")
    )


async def _time_start(image: Image) -> float | None:
    """Seconds from nothing to an app that is ready; None when it does not get so far."""
    say(f"starting {image.app.name}")
    began = time.monotonic()
    with TemporaryDirectory(prefix="bugsweep-") as folder:
        try:
            async with open_instance(image, log=Path(folder, "app.log")):
                return round(time.monotonic() - began, 2)
        except SetupError as error:
            say(error.message)
            return None

"""The repaired App of a Task, and its repair as a candidate."""

import asyncio
import os
import subprocess
import tempfile
from pathlib import Path

from bugsweep.apps.build import build_image
from bugsweep.apps.image import Image
from bugsweep.apps.store import ImageStore
from bugsweep.domain.app import App
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.errors import ImageBuildError
from bugsweep.domain.task import Task


async def build_buggy(task: Task, *, store: ImageStore | None = None) -> Image:
    """The Image that a Task starts from."""
    return await build_image(task.app, task.folder / "app", store=store)


async def build_reference(task: Task, *, store: ImageStore | None = None) -> Image | None:
    """The Image of the release that holds the repair; None when the repair is only a patch."""
    app = release_of(task)
    return await build_image(app, task.folder / "app", store=store) if app else None


def release_of(task: Task) -> App | None:
    """The App at the release that holds the repair; None when the repair is only a patch."""
    build = task.reference.build
    if build is None:
        return None
    source = task.app.source
    changes: dict[str, object] = {"version": build.version}
    if build.also is not None:
        changes["also"] = build.also
    if build.exclude_newer is not None:
        changes["exclude_newer"] = build.exclude_newer
    return task.app.model_copy(update={"source": source.model_copy(update=changes)})


async def reference_candidate(task: Task, *, store: ImageStore | None = None) -> PatchCandidate:
    """The known repair as a change of the buggy product.

    Raises:
        ImageBuildError: an Image it is made from cannot be built, or nothing differs.
    """
    candidate = task.reference.candidate
    if candidate and candidate.patch:
        text = (task.folder / "reference" / candidate.patch).read_text(encoding="utf-8")
        return PatchCandidate(diff=text)
    release = await build_reference(task, store=store)
    if release is None:
        raise ImageBuildError(f"the reference of `{task.id}` names neither a release nor a patch")
    buggy = await build_buggy(task, store=store)
    files = candidate.files if candidate else ()
    diff = await asyncio.to_thread(_difference, buggy.baseline, release.product, files)
    if not diff.strip():
        raise ImageBuildError(f"the release of `{task.id}` does not differ from the buggy product")
    return PatchCandidate(diff=diff)


def _difference(baseline: Path, product: Path, files: tuple[str, ...]) -> str:
    """What makes the committed product equal to the folder `product`, in `files` or everywhere."""
    with tempfile.TemporaryDirectory(prefix="bugsweep-") as work:
        env = {
            "PATH": os.environ["PATH"],
            "GIT_DIR": str(baseline),
            "GIT_WORK_TREE": str(product),
            "GIT_INDEX_FILE": f"{work}/index",
            "GIT_OBJECT_DIRECTORY": f"{work}/objects",
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(baseline / "objects"),
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_CONFIG_SYSTEM": "/dev/null",
        }
        Path(work, "objects").mkdir()

        def git(*argv: str, stdin: bytes = b"") -> bytes:
            run = subprocess.run(
                ["git", *argv], env=env, cwd=product, input=stdin, capture_output=True, check=False
            )
            if run.returncode:
                raise ImageBuildError(
                    f"the release cannot be compared: {run.stderr.decode(errors='replace').strip()}"
                )
            return run.stdout

        git("read-tree", "HEAD")
        if files:
            names = "\0".join(files).encode()
        else:
            exclude = f"--exclude-from={baseline / 'info/exclude'}"
            names = git("ls-files", "-z", "--others", "--modified", "--deleted", exclude)
        git("update-index", "-z", "--add", "--remove", "--stdin", stdin=names)
        return git("diff", "--cached", "--binary", "--no-color", "HEAD", "--").decode()

"""Where Images lie on the host: found by digest, locked while they are built, pruned by size."""

import fcntl
import os
import shutil
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from filelock import AsyncFileLock, FileLock, Timeout
from pydantic import ValidationError

from bugsweep.apps.image import MANIFEST, Image, Manifest
from bugsweep.domain.errors import SetupError


def home() -> Path:
    """Where bugsweep keeps what it can make again: `$BUGSWEEP_HOME`, else the user's cache."""
    given = os.environ.get("BUGSWEEP_HOME")
    if given:
        return Path(given).expanduser().resolve()
    cache = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(cache).expanduser().resolve() / "bugsweep"


class ImageStore:
    """All Images of this machine's user."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or home() / "images"

    def find(self, digest: str) -> Image | None:
        """The finished Image of this name, and a note that it was used now."""
        folder = self.folder / digest
        try:
            manifest = Manifest.model_validate_json((folder / MANIFEST).read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return None
        except ValidationError:
            return None
        if manifest.digest != digest:
            return None
        os.utime(folder / MANIFEST)
        return Image(folder, manifest)

    def images(self) -> list[Image]:
        """All finished Images, the most recently used first."""
        if not self.folder.is_dir():
            return []
        manifests = sorted(
            self.folder.glob(f"*/{MANIFEST}"), key=lambda path: path.stat().st_mtime, reverse=True
        )
        found = (self._peek(path) for path in manifests)
        return [image for image in found if image]

    def _peek(self, path: Path) -> Image | None:
        try:
            manifest = Manifest.model_validate_json(path.read_bytes())
        except (OSError, ValidationError):
            return None
        return Image(path.parent, manifest) if manifest.digest == path.parent.name else None

    @asynccontextmanager
    async def locked(self, digest: str) -> AsyncIterator[None]:
        """Hold the right to build this Image; others wait. It ends with the process."""
        self._make_folder()
        async with AsyncFileLock(self.folder / f".{digest}.lock"):
            yield

    @contextmanager
    def lease(self, image: Image) -> Iterator[None]:
        """Keep an Image from being pruned for the length of the block."""
        with (image.folder / MANIFEST).open("rb") as manifest:
            fcntl.flock(manifest, fcntl.LOCK_SH)
            yield

    @contextmanager
    def workshop(self, digest: str) -> Iterator[Path]:
        """A folder to build in; what is left of builds that died is cleared away first."""
        for stale in self.folder.glob(f".building-{digest}-*"):
            shutil.rmtree(stale, ignore_errors=True)
        folder = self.folder / f".building-{digest}-{uuid.uuid4().hex[:8]}"
        folder.mkdir(parents=True)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def admit(self, workshop: Path, manifest: Manifest) -> Image:
        """Make a finished build an Image, all at once."""
        (workshop / MANIFEST).write_text(manifest.model_dump_json(indent=2), encoding="utf-8")
        target = self.folder / manifest.digest
        if target.exists():
            shutil.rmtree(target)
        workshop.rename(target)
        return Image(target, manifest)

    def prune(self, *, budget_bytes: int) -> list[Image]:
        """Remove the Images longest unused until the rest fits the budget.

        An Image that is being built or that an Instance runs on stays.
        """
        removed: list[Image] = []
        images = self.images()
        total = sum(image.manifest.size_bytes for image in images)
        for image in reversed(images):
            if total <= budget_bytes:
                break
            if not self._remove(image):
                continue
            total -= image.manifest.size_bytes
            removed.append(image)
        self._clear_stale_builds()
        return removed

    def _remove(self, image: Image) -> bool:
        """Whether it could be removed: not while an Instance runs on it."""
        with (image.folder / MANIFEST).open("rb") as manifest:
            try:
                fcntl.flock(manifest, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            # Without its manifest it is no Image any more, whatever happens next.
            (image.folder / MANIFEST).unlink()
        shutil.rmtree(image.folder, ignore_errors=True)
        return True

    def _clear_stale_builds(self) -> None:
        for folder in self.folder.glob(".building-*"):
            digest = folder.name.split("-")[1]
            try:
                with FileLock(self.folder / f".{digest}.lock", timeout=0):
                    shutil.rmtree(folder, ignore_errors=True)
            except Timeout:
                continue

    def _make_folder(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SetupError(
                f"the Image folder `{self.folder}` cannot be made: {error.strerror}",
                hint="set BUGSWEEP_HOME to a folder that can be written",
            ) from error

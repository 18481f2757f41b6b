"""A running App on a fresh layer over its Image, in its own sandbox."""

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

from bugsweep.apps.candidates import apply_patch
from bugsweep.apps.image import Image
from bugsweep.apps.running import AppProcess
from bugsweep.apps.store import ImageStore
from bugsweep.domain.app import INSTANCE_URL
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.sandboxes.api import Sandbox
from bugsweep.sandboxes.bubblewrap import BubblewrapSandbox


class Instance:
    """One App, running, at `url` within its sandbox's network."""

    url = INSTANCE_URL

    def __init__(self, image: Image, sandbox: Sandbox, process: AppProcess) -> None:
        self.image = image
        self.sandbox = sandbox
        self.process = process

    @property
    def door(self) -> list[str]:
        """A command prefix that leads a program of the host into the app's network."""
        return self.sandbox.network_door([])


@asynccontextmanager
async def open_instance(
    image: Image, *, log: Path, candidate: PatchCandidate | None = None
) -> AsyncIterator[Instance]:
    """Run `image`, changed by `candidate`, for the length of the block.

    Raises:
        CandidateRejectedError: the candidate cannot be applied.
        AppStartError: the App does not get ready.
        SandboxError: there is no sandbox to be had.
    """
    with ImageStore(image.folder.parent).lease(image):
        async with aclosing(await BubblewrapSandbox.create(image.sandbox_spec())) as sandbox:
            if candidate and not candidate.is_empty:
                await apply_patch(candidate, sandbox)
            process = AppProcess(image.app, sandbox, log)
            await process.start()
            try:
                yield Instance(image, sandbox, process)
            finally:
                await process.stop()

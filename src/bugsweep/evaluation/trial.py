"""One trial: the app is started beside the agent, the clocks run, and the app is stopped."""

import time
from pathlib import Path

from inspect_ai.solver import Generate, Solver, TaskState, solver

from bugsweep.apps.image import Image
from bugsweep.domain.errors import InternalError
from bugsweep.evaluation.live_app import LiveApp
from bugsweep.files.run_folder import RunFolder
from bugsweep.sandboxes.api import Command, Sandbox, User
from bugsweep.sandboxes.inspect_provider import sample_sandbox


class Trial:
    """What belongs to one sample and epoch while it runs."""

    def __init__(self, agent: str, image: Image, folder: Path) -> None:
        self.agent = agent
        self.image = image
        self.folder = folder
        self.start_s = 0.0
        self.work_s = 0.0
        self._app: LiveApp | None = None
        self._work_began: float | None = None

    async def start(self) -> None:
        """Start the app in the agent's sandbox; from its readiness on the agent works.

        Raises:
            AppStartError: the unchanged app does not get ready.
        """
        began = time.monotonic()
        self._app = LiveApp(self.image, sample_sandbox(), self.folder / "app.log")
        await self._app.start()
        self._work_began = time.monotonic()
        self.start_s = self._work_began - began

    async def end_work(self) -> None:
        """Stop the clock, the app and whatever the agent left running."""
        if self._work_began is not None:
            self.work_s = time.monotonic() - self._work_began
            self._work_began = None
        if self._app is not None:
            await self._app.stop()
            self._app = None
            await _make_room(sample_sandbox())


_TRIALS: dict[str, Trial] = {}
"""Running trials by the unique id of their sample; a live process cannot stand in a log."""


def trial_of(state: TaskState) -> Trial:
    """The trial that this sample is."""
    if state.uuid not in _TRIALS:
        raise InternalError(f"sample `{state.sample_id}` is no running trial")
    return _TRIALS[state.uuid]


@solver
def app_started(run: RunFolder, agent: str, images: dict[str, Image]) -> Solver:
    """Set a trial up: the app runs when the agent begins."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        del generate
        task = str(state.sample_id)
        trial = Trial(agent, images[task], run.trial(agent=agent, task=task, epoch=state.epoch))
        _TRIALS[state.uuid] = trial
        await trial.start()
        return state

    return solve


async def trial_ended(state: TaskState) -> None:
    """Forget a trial, however it ended."""
    trial = _TRIALS.pop(state.uuid, None)
    if trial:
        await trial.end_work()


async def _make_room(sandbox: Sandbox) -> None:
    """Nothing runs on, and a disk that the agent filled has room to collect its work."""
    await sandbox.kill_all()
    folders = ["/tmp", "/var/tmp", "/dev/shm", "/home/agent"]  # noqa: S108  # inside
    sweep = ["find", *folders, "-mindepth", "1", "-delete"]
    await sandbox.exec(Command(sweep, user=User.ROOT), timeout_s=60)

"""One trial: the app is started beside the agent, the clocks run, and the app is stopped."""

import asyncio
import contextlib
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass

from inspect_ai.agent import run as run_agent
from inspect_ai.event import ModelEvent
from inspect_ai.log import transcript
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import LimitExceededError, SandboxUnavailableError

from bugsweep.agents import load_agent
from bugsweep.agents.equipment import Equipment
from bugsweep.agents.prompts import PromptCondition
from bugsweep.agents.registry import AgentSetting, argument_of
from bugsweep.apps.candidates import collect_patch
from bugsweep.apps.image import Image
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.errors import BugsweepError, InternalError, SandboxError, SetupError
from bugsweep.domain.outcome import Clocks, Outcome, Provenance, TrialResult, Work
from bugsweep.evaluation.budget import Allowance, Budget, Purse
from bugsweep.evaluation.deadline import until_the_deadline
from bugsweep.evaluation.live_app import LiveApp
from bugsweep.evaluation.trajectory import write_trajectory
from bugsweep.evaluation.usage import measure_usage
from bugsweep.files.run_folder import RunFolder, begin_attempt, write_record
from bugsweep.recording.notes import ACTIONS_FILE
from bugsweep.recording.notes import FOLDER as RECORDING
from bugsweep.recording.recorder import open_recorder
from bugsweep.sandboxes.api import Command, Sandbox, User
from bugsweep.sandboxes.inspect_provider import sample_sandbox

CANDIDATE_FILE = "candidate.patch"
WORK_FILE = "work.json"
_TRAJECTORY_FILE = "trajectory.json"
_APP_LOG = "app.log"
_OF_THE_WORK = frozenset(
    {CANDIDATE_FILE, WORK_FILE, _TRAJECTORY_FILE, _APP_LOG, ACTIONS_FILE, RECORDING}
)
_NO_MODEL = "none"
"""Inspect's name for no model at all."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What all trials of one agent have in common."""

    run: RunFolder
    agent: str
    allowance: Allowance
    condition: PromptCondition
    images: dict[str, Image]
    equipment: Equipment
    repairs: dict[str, PatchCandidate]
    provenance: dict[str, Provenance]
    areas: dict[str, str]
    egress: tuple[str, ...]
    purse: Purse


class Trial:
    """What belongs to one sample and epoch while it runs."""

    def __init__(self, setting: Setting, state: TaskState) -> None:
        task_id = str(state.sample_id)
        self.setting = setting
        self.task_id = task_id
        self.epoch = state.epoch
        self.agent = setting.agent
        self.image = setting.images[task_id]
        self.folder = setting.run.trial(agent=setting.agent, task=task_id, epoch=state.epoch)
        self.result: TrialResult | None = None
        """Of an earlier command, when this trial has nothing more to do."""
        self.has_model = state.model.api != _NO_MODEL
        """Whether there is a model behind Inspect's bridge."""
        model = str(state.model) if self.has_model else ""
        provenance = setting.provenance[task_id].model_copy(update={"model": model})
        self.work = Work(provenance=provenance)
        self._app: LiveApp | None = None
        self._recording = AsyncExitStack()
        self._work_began: float | None = None

    @property
    def is_worked(self) -> bool:
        """Whether the agent has ended and its candidate was carried out, now or earlier."""
        return (self.folder / CANDIDATE_FILE).exists() and (self.folder / WORK_FILE).exists()

    def recall(self) -> None:
        """Find what an earlier command left of this trial, and set aside what is of no use."""
        found = self.setting.run.find_result(agent=self.agent, task=self.task_id, epoch=self.epoch)
        if found and found.outcome is not Outcome.INFRA_ERROR:
            self.result = found
            return
        keep = _OF_THE_WORK if self.is_worked else frozenset[str]()
        attempt = begin_attempt(self.folder, keep=keep)
        if self.is_worked:
            self.work = Work.model_validate_json((self.folder / WORK_FILE).read_bytes())
        else:
            self.work = self.work.model_copy(update={"attempt": attempt})

    async def start(self, *, queue_s: float) -> None:
        """Start the app in the agent's sandbox; from its readiness on the agent works.

        Args:
            queue_s: how long the trial waited for this.

        Raises:
            AppStartError: the unchanged app does not get ready.
        """
        began = time.monotonic()
        self._app = LiveApp(self.image, sample_sandbox(), self.folder / _APP_LOG)
        await self._app.start()
        await self._start_recording()
        self._work_began = time.monotonic()
        clocks = Clocks(queue_s=queue_s, start_s=self._work_began - began)
        self.work = self.work.model_copy(update={"clocks": clocks})

    async def _start_recording(self) -> None:
        """Watch what the agent does in its browser; what works without one has none."""
        if not self.setting.equipment.binds:
            return
        recorder = open_recorder(sample_sandbox(), self.folder, own_path=self.image.app.ready.path)
        # A trial that nobody could watch is as good as any other.
        with contextlib.suppress(SandboxError):
            await self._recording.enter_async_context(recorder)

    def count_return(self) -> None:
        """Note that the agent was sent back to work."""
        self.work = self.work.model_copy(update={"sent_back": self.work.sent_back + 1})

    async def end_work(self, *, ended_by: str = "", error: str = "") -> None:
        """Stop the clock, the app and whatever the agent left running."""
        if self._work_began is not None:
            events = transcript().events
            clocks = self.work.clocks
            work_s = time.monotonic() - self._work_began
            self._work_began = None
            self.work = self.work.model_copy(
                update={
                    "clocks": clocks.model_copy(update={"work_s": work_s}),
                    "usage": measure_usage(events),
                    "ended_by": ended_by,
                    "error": error,
                }
            )
            await asyncio.to_thread(write_trajectory, events, self.folder / _TRAJECTORY_FILE)
        await self._recording.aclose()
        if self._app is not None:
            await self._app.stop()
            self._app = None
            await _make_room(sample_sandbox())

    async def carry_out(self, name: str = CANDIDATE_FILE) -> PatchCandidate:
        """Take the candidate out of the sandbox, once.

        Raises:
            SandboxError: the product cannot be read any more.
            CandidateRejectedError: the change is larger than a patch may be.
        """
        kept = self.folder / name
        if kept.exists():
            return PatchCandidate(diff=kept.read_bytes().decode())
        candidate = await collect_patch(sample_sandbox())
        write_record(self.work, self.folder / WORK_FILE)
        kept.write_bytes(candidate.diff.encode())
        return candidate


_TRIALS: dict[str, Trial] = {}
"""Running trials by the unique id of their sample; a live process cannot stand in a log."""


def trial_of(state: TaskState) -> Trial:
    """The trial that this sample is."""
    if state.uuid not in _TRIALS:
        raise InternalError(f"sample `{state.sample_id}` is no running trial")
    return _TRIALS[state.uuid]


@solver
def app_started(setting: Setting) -> Solver:
    """Set a trial up: the app runs when the agent begins."""
    # Inspect starts all trials that have a place at once, the first of them without waiting.
    first: list[float] = []

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        del generate
        if not first:
            first.append(time.monotonic())
        trial = Trial(setting, state)
        trial.recall()
        _TRIALS[state.uuid] = trial
        if trial.result is None and not trial.is_worked:
            setting.purse.require_some_left()
            await trial.start(queue_s=time.monotonic() - first[0])
        return state

    return solve


@solver(name="agent")
def agent_at_work(setting: Setting) -> Solver:
    """Every sample gets an agent of its own; its work is carried out whatever ends it."""
    module = load_agent(setting.agent)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        del generate
        trial = trial_of(state)
        if trial.result or trial.is_worked:
            return state
        subject = module.build(
            AgentSetting(
                task_id=trial.task_id,
                argument=argument_of(setting.agent),
                equipment=setting.equipment,
                has_model=trial.has_model,
                area=setting.areas[trial.task_id],
                folder=str(trial.folder),
                egress=setting.egress,
                reference=setting.repairs.get(trial.task_id),
            )
        )
        if module.NEEDS_MODEL and setting.allowance.minutes:
            subject = until_the_deadline(
                subject,
                setting.allowance.minutes,
                setting.condition,
                sent_back=trial.count_return,
            )
        budget = Budget(setting.allowance, setting.purse)
        try:
            ended, limit = await run_agent(subject, state.messages, limits=budget.limits)
        except LimitExceededError:
            raise
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            await trial.end_work(error=said)
            if is_not_the_agents_fault(error, needs_model=module.NEEDS_MODEL):
                # Another attempt follows; what there is of this one is kept beside it.
                with contextlib.suppress(BugsweepError):
                    await trial.carry_out("partial.patch")
                raise
            return state
        state.messages, state.output = ended.messages, ended.output
        await trial.end_work(ended_by=budget.told(limit))
        if trial.work.ended_by.startswith("run_") and not trial.work.usage.calls:
            # What other trials used up is no failure of this one.
            setting.purse.require_some_left()
        return state

    return solve


def is_not_the_agents_fault(error: Exception, *, needs_model: bool) -> bool:
    """Whether the sandbox or the model failed it."""
    if isinstance(error, (SetupError, InternalError, SandboxUnavailableError)):
        return True
    calls = [event for event in transcript().events if isinstance(event, ModelEvent)]
    # Without one call answered, the agent had nothing to go by.
    return bool(calls[-1].error) if calls else needs_model


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

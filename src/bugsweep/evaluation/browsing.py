"""What a trial's recording says of the agent's use of the browser."""

import tempfile
from collections import Counter
from pathlib import Path

from bugsweep.apps.image import Image
from bugsweep.browser import open_browser
from bugsweep.domain.browsing import BrowserUse, Encounter
from bugsweep.domain.errors import BugsweepError
from bugsweep.domain.task import Task
from bugsweep.domain.verdict import BehaviourRole, Verdict
from bugsweep.recording.notes import Action, Recording
from bugsweep.verification.encountering import find_encounter, page_of
from bugsweep.verification.executors import open_executor
from bugsweep.verification.judging import Subject, behaviour_of, judge_behaviour

_ON_BUGGY: dict[str, Verdict] = {}
"""What the target tests show on the unchanged apps, by the digests of both."""


async def measure_browsing(task: Task, image: Image, trial: Path) -> BrowserUse | None:
    """Count and judge what was recorded in a trial's folder; None when nobody watched."""
    recording = Recording(trial)
    if not recording.was_made:
        return None
    launches, actions = recording.launches(), recording.actions()
    states, requests = recording.states(), recording.requests()
    by_browser = sum(request.is_browser for request in requests)
    use = BrowserUse(
        launches=len(launches),
        unwatched_launches=sum(not launch.is_watched for launch in launches),
        actions=dict(Counter(action.action for action in actions)),
        pages=tuple(dict.fromkeys(page_of(state.url) for state in states)),
        features=tuple(dict.fromkeys(filter(None, map(_feature, actions)))),
        states=len({state.page for state in states}),
        requests=by_browser,
        other_requests=len(requests) - by_browser,
    )
    try:
        encounter = await _encounter(task, image, recording)
    except BugsweepError as error:
        encounter = Encounter(reason=f"could not be judged: {error.message}")
    return use.model_copy(update={"encounter": encounter})


def _feature(action: Action) -> str:
    if not action.target:
        return ""
    return f"{action.role} `{action.target[:80]}` at {page_of(action.url)}"


async def _encounter(task: Task, image: Image, recording: Recording) -> Encounter:
    if not recording.states():
        return Encounter(reached=False, triggered=False, reason="no page of the app was seen")
    behaviour = behaviour_of(task, BehaviourRole.TARGET)
    on_buggy = await _on_buggy(task, image)
    async with open_browser() as browser:
        return await find_encounter(behaviour, on_buggy, recording, browser)


async def _on_buggy(task: Task, image: Image) -> Verdict:
    key = f"{task.digest} {image.digest}"
    if key not in _ON_BUGGY:
        with tempfile.TemporaryDirectory(prefix="bugsweep-") as folder:
            async with open_executor("scripted") as executor:
                _ON_BUGGY[key] = await judge_behaviour(
                    behaviour_of(task, BehaviourRole.TARGET),
                    Subject(image),
                    executor,
                    evidence_dir=Path(folder),
                    reruns=False,
                )
    return _ON_BUGGY[key]

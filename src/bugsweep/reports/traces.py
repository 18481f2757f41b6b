"""What an agent did and what was judged of it, read from a trial's folder; all of it optional.

trajectory.json   steps: source, message, tool_calls, observation, time
browser.jsonl     one browser action per line
recording/        launches.jsonl: browsers that were started; states.jsonl: pages at rest
stages.json       the judged stages of a trial
candidate.patch   the change

These files come from other programs and hold what an agent wrote: nothing in them is trusted,
and what does not read is told, never raised.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bugsweep.reports.untrusted import Json, as_dicts, as_text, load_json
from bugsweep.stats.funnel import OUTCOME_STAGES, STAGES

JUDGED_STAGES = STAGES[:-OUTCOME_STAGES]
_BROWSER_WORDS = ("browser", "playwright", "chrom")


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool and what it was given, as text."""

    name: str
    arguments: str

    @property
    def is_browser(self) -> bool:
        """Whether the call names a browser; a hint, not proof that one was driven."""
        text = f"{self.name} {self.arguments}".casefold()
        return any(word in text for word in _BROWSER_WORDS)


@dataclass(frozen=True, slots=True)
class AgentStep:
    """One turn of an agent's trajectory."""

    source: str
    message: str
    tools: tuple[ToolCall, ...] = ()
    observation: str = ""
    time: str = ""


@dataclass(frozen=True, slots=True)
class BrowserAction:
    """One thing done in a browser."""

    kind: str
    subject: str
    time: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class StageJudgement:
    """Whether a stage was reached, and why the judge thinks so."""

    stage: str
    is_met: bool | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class BrowserUse:
    """How much of a trial went through a browser."""

    turns: int
    browser_turns: int
    actions: Mapping[str, int]
    """Browser actions by kind."""
    launches: int | None = None
    """Browsers that were started; None when nobody watched for them."""
    pages: int | None = None
    """Different addresses that were seen at rest; None likewise."""

    @property
    def was_used(self) -> bool:
        """Whether a browser was driven at all."""
        return bool(self.actions or self.launches) or self.browser_turns > 0


def load_patch(folder: Path) -> str:
    """The candidate's diff; empty when there is none."""
    try:
        return (folder / "candidate.patch").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def load_steps(folder: Path) -> tuple[AgentStep, ...]:
    """What the agent said and did, turn by turn."""
    content = load_json(folder / "trajectory.json")
    listed = content.get("steps") if isinstance(content, dict) else content
    return tuple(_step(item) for item in as_dicts(listed))


def load_actions(folder: Path) -> tuple[BrowserAction, ...]:
    """What was done in a browser, in order."""
    return tuple(map(_action, _lines(folder / "browser.jsonl")))


def load_stages(folder: Path) -> tuple[StageJudgement, ...]:
    """The judged stages in their order; empty when nobody judged."""
    content = load_json(folder / "stages.json")
    listed = content.get("stages") if isinstance(content, dict) else None
    if not isinstance(listed, dict):
        return ()
    return tuple(_stage(stage, listed.get(stage)) for stage in JUDGED_STAGES)


def measure_browser_use(folder: Path) -> BrowserUse | None:
    """Count turns and browser actions; None when nothing was recorded."""
    steps, actions = load_steps(folder), load_actions(folder)
    recording = folder / "recording"
    is_recorded = recording.is_dir()
    if not steps and not actions and not is_recorded:
        return None
    turns = [step for step in steps if step.source == "agent"]
    return BrowserUse(
        turns=len(turns),
        browser_turns=sum(any(tool.is_browser for tool in step.tools) for step in turns),
        actions=Counter(action.kind for action in actions),
        launches=len(list(_lines(recording / "launches.jsonl"))) if is_recorded else None,
        pages=len({_address(item) for item in _lines(recording / "states.jsonl")})
        if is_recorded
        else None,
    )


def _step(item: Mapping[str, Json]) -> AgentStep:
    return AgentStep(
        source=as_text(item.get("source")) or "unknown",
        message="\n".join(
            filter(None, (as_text(item.get("reasoning_content")), as_text(item.get("message"))))
        ),
        tools=tuple(_tool(call) for call in as_dicts(item.get("tool_calls"))),
        observation=as_text(item.get("observation")),
        time=as_text(item.get("time") or item.get("timestamp")),
    )


def _tool(call: Mapping[str, Json]) -> ToolCall:
    name = as_text(call.get("name") or call.get("function_name"))
    return ToolCall(name or "tool", _arguments(call.get("arguments")))


def _arguments(value: Json) -> str:
    """One text as it is, so that a command reads like one; several by name."""
    if not isinstance(value, dict):
        return as_text(value)
    texts = {name: as_text(part) for name, part in value.items()}
    if len(texts) == 1:
        return next(iter(texts.values()))
    return "\n".join(f"{name}: {text}" for name, text in texts.items())


def _lines(path: Path) -> Iterator[dict[str, Json]]:
    """The objects of a file with one on each line; lines that do not read are passed over."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    for line in text.splitlines():
        try:
            item = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(item, dict):
            yield item


def _action(item: Mapping[str, Json]) -> BrowserAction:
    kind = as_text(item.get("action") or item.get("kind") or item.get("type"))
    rest = ("role", "target", "selector", "text", "value")
    subject = " ".join(as_text(item[name]) for name in rest if item.get(name))
    time, url = as_text(item.get("time")), as_text(item.get("url"))
    return BrowserAction(kind or "action", subject, time, url)


def _address(state: Mapping[str, Json]) -> str:
    return as_text(state.get("url")).partition("?")[0]


def _stage(stage: str, entry: Json) -> StageJudgement:
    if isinstance(entry, bool):
        return StageJudgement(stage, entry)
    if isinstance(entry, dict):
        met = entry.get("met")
        return StageJudgement(
            stage, met if isinstance(met, bool) else None, as_text(entry.get("reason"))
        )
    return StageJudgement(stage, None)

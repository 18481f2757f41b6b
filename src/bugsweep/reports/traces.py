"""What an agent did and what was judged of it, read from a trial's folder; all of it optional.

trajectory.json   steps: source, message, tool_calls, observation, time
browser.jsonl     one browser action per line
stages.json       the judged stages of a trial
findings.json     what the explorer found
candidate.patch   the change

These files come from other programs and hold what an agent wrote: nothing in them is trusted,
and what does not read is told, never raised.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from bugsweep.stats.funnel import OUTCOME_STAGES, STAGES

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

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


@dataclass(frozen=True, slots=True)
class StageJudgement:
    """Whether a stage was reached, and why the judge thinks so."""

    stage: str
    is_met: bool | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ExplorerFinding:
    """A breach of a property, as the explorer reports it."""

    oracle: str
    title: str
    expected: str = ""
    seen: str = ""
    steps: tuple[str, ...] = ()
    evidence: str = ""
    screenshot: str = ""


@dataclass(frozen=True, slots=True)
class BrowserUse:
    """How much of a trial went through a browser."""

    turns: int
    browser_turns: int
    actions: Mapping[str, int]
    """Browser actions by kind."""

    @property
    def was_used(self) -> bool:
        """Whether a browser was driven at all."""
        return bool(self.actions) or self.browser_turns > 0


def load_patch(folder: Path) -> str:
    """The candidate's diff; empty when there is none."""
    try:
        return (folder / "candidate.patch").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def load_steps(folder: Path) -> tuple[AgentStep, ...]:
    """What the agent said and did, turn by turn."""
    content = _load(folder / "trajectory.json")
    listed = content.get("steps") if isinstance(content, dict) else content
    return tuple(_step(item) for item in _dicts(listed))


def load_actions(folder: Path) -> tuple[BrowserAction, ...]:
    """What was done in a browser, in order."""
    try:
        lines = (folder / "browser.jsonl").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    return tuple(_actions(lines.splitlines()))


def load_stages(folder: Path) -> tuple[StageJudgement, ...]:
    """The judged stages in their order; empty when nobody judged."""
    content = _load(folder / "stages.json")
    listed = content.get("stages") if isinstance(content, dict) else None
    if not isinstance(listed, dict):
        return ()
    return tuple(_stage(stage, listed.get(stage)) for stage in JUDGED_STAGES)


def load_findings(folder: Path) -> tuple[ExplorerFinding, ...]:
    """What the explorer found, in its order."""
    content = _load(folder / "findings.json")
    listed = content.get("findings") if isinstance(content, dict) else content
    return tuple(
        ExplorerFinding(
            oracle=_text(item.get("oracle")),
            title=_text(item.get("title")),
            expected=_text(item.get("expected")),
            seen=_text(item.get("seen")),
            steps=tuple(map(_text, _list(item.get("steps")))),
            evidence=_text(item.get("evidence")),
            screenshot=_text(item.get("screenshot")),
        )
        for item in _dicts(listed)
    )


def measure_browser_use(folder: Path) -> BrowserUse | None:
    """Count turns and browser actions; None when nothing was recorded."""
    steps, actions = load_steps(folder), load_actions(folder)
    if not steps and not actions:
        return None
    turns = [step for step in steps if step.source == "agent"]
    return BrowserUse(
        turns=len(turns),
        browser_turns=sum(any(tool.is_browser for tool in step.tools) for step in turns),
        actions=Counter(action.kind for action in actions),
    )


def _load(path: Path) -> Json:
    try:
        content: Json = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return content


def _step(item: Mapping[str, Json]) -> AgentStep:
    return AgentStep(
        source=_text(item.get("source")) or "unknown",
        message="\n".join(
            filter(None, (_text(item.get("reasoning_content")), _text(item.get("message"))))
        ),
        tools=tuple(_tool(call) for call in _dicts(item.get("tool_calls"))),
        observation=_text(item.get("observation")),
        time=_text(item.get("time") or item.get("timestamp")),
    )


def _tool(call: Mapping[str, Json]) -> ToolCall:
    name = _text(call.get("name") or call.get("function_name"))
    return ToolCall(name or "tool", _text(call.get("arguments")))


def _actions(lines: Sequence[str]) -> Iterator[BrowserAction]:
    for line in lines:
        try:
            item = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if not isinstance(item, dict):
            continue
        kind = _text(item.get("action") or item.get("kind") or item.get("type"))
        rest = ("target", "selector", "url", "text", "value")
        subject = " ".join(_text(item[name]) for name in rest if item.get(name))
        yield BrowserAction(kind or "action", subject, _text(item.get("time")))


def _stage(stage: str, entry: Json) -> StageJudgement:
    if isinstance(entry, bool):
        return StageJudgement(stage, entry)
    if isinstance(entry, dict):
        met = entry.get("met")
        return StageJudgement(
            stage, met if isinstance(met, bool) else None, _text(entry.get("reason"))
        )
    return StageJudgement(stage, None)


def _text(value: Json) -> str:
    """Words as they are; parts of a message joined; anything else as JSON."""
    match value:
        case None:
            return ""
        case str():
            return value
        case {"results": list(parts)}:
            return "\n".join(map(_text, parts))
        case {"content": content} | {"text": str(content)}:
            return _text(content)
        case list() if all(isinstance(part, str | dict) for part in value):
            return "\n".join(map(_text, value))
        case _:
            return json.dumps(value, ensure_ascii=False, indent=1)


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _dicts(value: Json) -> list[dict[str, Json]]:
    return [item for item in _list(value) if isinstance(item, dict)]

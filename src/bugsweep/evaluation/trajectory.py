"""What an agent did, step by step, from Inspect's record of its conversation with the model."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from inspect_ai.event import Event, ModelEvent
from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageTool, ContentReasoning

_MAX_OBSERVATION = 100_000
"""Characters; a file that an agent printed whole is cut in the middle."""

_SOURCES = {"assistant": "agent", "tool": "environment"}


def write_trajectory(events: Sequence[Event], path: Path) -> None:
    """Write the conversation; of an agent without a model there is none, and no file."""
    steps = list(_steps(events))
    if steps:
        text = json.dumps({"steps": steps}, ensure_ascii=False, indent=1)
        path.write_text(text + "\n", encoding="utf-8")


def _steps(events: Sequence[Event]) -> Iterator[dict[str, Any]]:
    """Every message once, in the order in which the model first saw or said it."""
    seen: set[str] = set()
    by_call: dict[str, dict[str, Any]] = {}
    for event in events:
        if not isinstance(event, ModelEvent):
            continue
        answer = [event.output.message] if event.output.choices else []
        for message in (*event.input, *answer):
            key = _key(message)
            if key in seen:
                continue
            seen.add(key)
            if isinstance(message, ChatMessageTool) and message.tool_call_id in by_call:
                call = by_call[message.tool_call_id]
                call["observation"] = _joined(call.get("observation"), _cut(message.text))
                continue
            step = _step(message, event)
            if isinstance(message, ChatMessageAssistant):
                by_call.update({call.id: step for call in message.tool_calls or ()})
            yield step


def _key(message: ChatMessage) -> str:
    """A bridge gives messages new ids when they come around again."""
    calls = []
    if isinstance(message, ChatMessageAssistant):
        calls = [call.id for call in message.tool_calls or ()]
    answered = message.tool_call_id if isinstance(message, ChatMessageTool) else None
    if calls or answered:
        return json.dumps([message.role, calls, answered])
    return json.dumps([message.role, message.text])


def _step(message: ChatMessage, event: ModelEvent) -> dict[str, Any]:
    step: dict[str, Any] = {
        "source": _SOURCES.get(message.role, message.role),
        "message": _cut(message.text),
        "timestamp": event.timestamp.isoformat(timespec="milliseconds"),
    }
    if isinstance(message, ChatMessageAssistant):
        if message.tool_calls:
            step["tool_calls"] = [
                {"function_name": call.function, "arguments": call.arguments}
                for call in message.tool_calls
            ]
        reasoning = _reasoning(message)
        if reasoning:
            step["reasoning_content"] = reasoning
    return step


def _reasoning(message: ChatMessageAssistant) -> str:
    if isinstance(message.content, str):
        return ""
    parts = [part.reasoning for part in message.content if isinstance(part, ContentReasoning)]
    return "\n".join(parts)


def _joined(earlier: str | None, text: str) -> str:
    return f"{earlier}\n{text}" if earlier else text


def _cut(text: str) -> str:
    if len(text) <= _MAX_OBSERVATION:
        return text
    half = _MAX_OBSERVATION // 2
    return f"{text[:half]}\n[… {len(text) - 2 * half} characters …]\n{text[-half:]}"

"""Trajectories as ATIF (Agent Trajectory Interchange Format): read 1.0 to 1.8, written as 1.7.

What older versions said otherwise is lifted while it is read, so that one set of records stands
for all of them.
"""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BeforeValidator, Field, JsonValue, field_validator, model_validator

from bugsweep.domain.errors import UsageError
from bugsweep.domain.record import Record
from bugsweep.files.foreign.documents import load_json, parse_record

WRITTEN: Final = "ATIF-v1.7"
READ: Final = tuple(f"ATIF-v1.{minor}" for minor in range(9))

Extra = dict[str, JsonValue] | None


class Media(Record):
    """A file beside the trajectory."""

    media_type: str = Field(pattern=r"^(image|audio)/[\w.+-]+$")
    path: str = Field(min_length=1)
    duration_sec: float | None = Field(default=None, ge=0)
    """Of audio only."""


class ContentPart(Record):
    """Text, an image (from 1.6) or audio (from 1.8)."""

    type: Literal["text", "image", "audio"]
    text: str | None = None
    source: Media | None = None

    @model_validator(mode="after")
    def _holds_what_its_type_says(self) -> Self:
        is_text = self.type == "text"
        if is_text != (self.text is not None) or is_text == (self.source is not None):
            raise ValueError(f"a part of type {self.type} needs {'text' if is_text else 'source'}")
        if self.source and not self.source.media_type.startswith(f"{self.type}/"):
            raise ValueError(f"a part of type {self.type} cannot be {self.source.media_type}")
        return self


Content = str | tuple[ContentPart, ...]


def _lift_reference(value: object) -> object:
    # Before 1.7 a run had one trajectory, so its session named the trajectory as well.
    if not isinstance(value, dict) or value.get("trajectory_id") or value.get("trajectory_path"):
        return value
    return {**value, "trajectory_id": value.get("session_id")}


class SubagentReference(Record):
    """Where the trajectory of a delegated agent is."""

    trajectory_id: str | None = None
    session_id: str | None = None
    trajectory_path: str | None = None
    extra: Extra = None

    @model_validator(mode="after")
    def _leads_somewhere(self) -> Self:
        if self.trajectory_id is None and self.trajectory_path is None:
            raise ValueError("`trajectory_id` or `trajectory_path` is needed")
        return self


class ToolCall(Record):
    """One use of a tool."""

    tool_call_id: str
    function_name: str
    arguments: dict[str, JsonValue]
    extra: Extra = None


class ObservationResult(Record):
    """What came back from one use of a tool."""

    source_call_id: str | None = None
    content: Content | None = None
    subagent_trajectory_ref: (
        tuple[Annotated[SubagentReference, BeforeValidator(_lift_reference)], ...] | None
    ) = None
    extra: Extra = None


class Observation(Record):
    """What the environment answered to a step."""

    results: tuple[ObservationResult, ...]


class Metrics(Record):
    """Tokens and money of a step."""

    prompt_tokens: int | None = None
    """Cached ones included."""
    completion_tokens: int | None = None
    cached_tokens: int | None = None
    cost_usd: float | None = None
    prompt_token_ids: tuple[int, ...] | None = None
    completion_token_ids: tuple[int, ...] | None = None
    logprobs: tuple[float, ...] | None = None
    extra: Extra = None


class Step(Record):
    """One turn."""

    step_id: int = Field(ge=1)
    timestamp: str | None = None
    source: Literal["system", "user", "agent"]
    model_name: str | None = None
    reasoning_effort: str | float | None = None
    message: Content
    reasoning_content: str | None = None
    tool_calls: tuple[ToolCall, ...] | None = None
    observation: Observation | None = None
    metrics: Metrics | None = None
    is_copied_context: bool | None = None
    llm_call_count: int | None = Field(default=None, ge=0)
    """How many inferences it stands for; 0 for none."""
    extra: Extra = None

    @field_validator("timestamp")
    @classmethod
    def _is_a_time(cls, value: str | None) -> str | None:
        if value is not None:
            datetime.fromisoformat(value)
        return value

    @model_validator(mode="after")
    def _says_what_its_source_can(self) -> Self:
        if self.source != "agent":
            own = ("model_name", "reasoning_effort", "reasoning_content", "tool_calls", "metrics")
            for field in own:
                if getattr(self, field) is not None:
                    raise ValueError(f"`{field}` belongs to steps of the agent")
        elif self.llm_call_count == 0 and (self.metrics or self.reasoning_content is not None):
            raise ValueError("without an inference there are no `metrics`, no `reasoning_content`")
        called = {call.tool_call_id for call in self.tool_calls or ()}
        for result in self.observation.results if self.observation else ():
            if result.source_call_id is not None and result.source_call_id not in called:
                raise ValueError(f"`source_call_id` `{result.source_call_id}` is no call of it")
        return self


class Agent(Record):
    """Who acted."""

    name: str
    version: str
    model_name: str | None = None
    tool_definitions: tuple[dict[str, JsonValue], ...] | None = None
    extra: Extra = None


class FinalMetrics(Record):
    """Sums over the whole trajectory."""

    total_prompt_tokens: int | None = None
    total_completion_tokens: int | None = None
    total_cached_tokens: int | None = None
    total_cost_usd: float | None = None
    total_steps: int | None = Field(default=None, ge=0)
    extra: Extra = None


class Trajectory(Record):
    """All that an agent did, turn by turn."""

    schema_version: str = WRITTEN
    session_id: str | None = None
    """Of the run, shared by its parts; needed before 1.7."""
    trajectory_id: str | None = None
    agent: Agent
    steps: tuple[Step, ...] = Field(min_length=1)
    notes: str | None = None
    final_metrics: FinalMetrics | None = None
    continued_trajectory_ref: str | None = None
    extra: Extra = None
    subagent_trajectories: "tuple[Trajectory, ...] | None" = None

    @field_validator("schema_version")
    @classmethod
    def _is_known(cls, value: str) -> str:
        if value not in READ:
            raise ValueError(f"must be {READ[0]} to {READ[-1]}")
        return value

    @model_validator(mode="after")
    def _is_in_order(self) -> Self:
        for number, step in enumerate(self.steps, start=1):
            if step.step_id != number:
                raise ValueError(f"`step_id` {number} was expected, found {step.step_id}")
        if self.session_id is None and READ.index(self.schema_version) < READ.index(WRITTEN):
            raise ValueError(f"`session_id` is needed before {WRITTEN}")
        names = [sub.trajectory_id for sub in self.subagent_trajectories or ()]
        if None in names or len(set(names)) < len(names):
            raise ValueError("subagent trajectories need a `trajectory_id`, each its own")
        return self

    @property
    def media(self) -> Iterator[ContentPart]:
        """Its parts that are no text, those of its subagents last."""
        for step in self.steps:
            contents = [step.message, *(it.content for it in _results(step))]
            for content in contents:
                if isinstance(content, tuple):
                    yield from (part for part in content if part.type != "text")
        for sub in self.subagent_trajectories or ():
            yield from sub.media


def _results(step: Step) -> tuple[ObservationResult, ...]:
    return step.observation.results if step.observation else ()


def load_trajectory(path: Path) -> Trajectory:
    """Read a trajectory of any version.

    Raises:
        TaskFileError: with the first thing that is wrong and its field.
    """
    return load_json(path, Trajectory)


def parse_trajectory(text: str, *, path: Path) -> Trajectory:
    """Read a trajectory; `path` is what errors call it.

    Raises:
        TaskFileError: with the first thing that is wrong and its field.
    """
    return parse_record(text, Trajectory, path)


def render_trajectory(trajectory: Trajectory) -> str:
    """The text of a trajectory, as version 1.7.

    Raises:
        UsageError: it holds audio, which 1.7 does not know.
    """
    sounds = sum(part.type == "audio" for part in trajectory.media)
    if sounds:
        raise UsageError(
            f"{WRITTEN} knows no audio, the trajectory holds {sounds} such parts",
            hint="leave them out, or keep the file as it is",
        )
    return _as_written(trajectory).model_dump_json(indent=2, exclude_none=True) + "\n"


def save_trajectory(trajectory: Trajectory, path: Path) -> None:
    """Write a trajectory as version 1.7.

    Raises:
        UsageError: it holds audio.
    """
    path.write_text(render_trajectory(trajectory), encoding="utf-8")


def _as_written(trajectory: Trajectory) -> Trajectory:
    subs = trajectory.subagent_trajectories
    changes: dict[str, Any] = {"schema_version": WRITTEN}
    if subs is not None:
        changes["subagent_trajectories"] = tuple(_as_written(sub) for sub in subs)
    return trajectory.model_copy(update=changes)

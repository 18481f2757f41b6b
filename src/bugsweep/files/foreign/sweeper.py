"""The rows of the paper's data set: JSON Lines of ten fields, one of them YAML."""

import json
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Self

import yaml
from pydantic import Field, field_validator, model_validator

from bugsweep.domain.errors import TaskFileError
from bugsweep.domain.record import Record
from bugsweep.domain.verdict import BehaviourRole
from bugsweep.files.foreign.documents import load_json_lines, to_record

UNKNOWN_COMMIT = "0" * 40
"""Stands for a commit where the app has none that is known."""


class SetupKind(StrEnum):
    """What is done to the browser before the first step."""

    SET = "set_localStorage"
    CLEAR = "clear_localStorage"


class Setup(Record):
    """One preparation of the browser."""

    type: SetupKind
    key: str = ""
    value: str = ""

    @model_validator(mode="after")
    def _set_needs_a_key(self) -> Self:
        if self.type is SetupKind.SET and not self.key:
            raise ValueError(f"`{SetupKind.SET}` needs `key`")
        return self


class Viewport(Record):
    """The size of the browser's window, in CSS pixels."""

    width: int = Field(default=1920, gt=0)
    height: int = Field(default=1200, gt=0)


class Workflow(Record):
    """A behaviour test in prose."""

    id: str = Field(min_length=1)
    category: BehaviourRole
    purpose: str = ""
    steps: tuple[str, ...] = Field(min_length=1)
    setup: tuple[Setup, ...] = ()
    viewport: Viewport | None = None

    @field_validator("steps")
    @classmethod
    def _steps_say_something(cls, steps: tuple[str, ...]) -> tuple[str, ...]:
        if not all(step.strip() for step in steps):
            raise ValueError("a step is empty")
        return steps


class Workflows(Record):
    """What the YAML in the field `workflows` says."""

    workflows: tuple[Workflow, ...]

    @model_validator(mode="after")
    def _one_of_each(self) -> Self:
        roles = [workflow.category for workflow in self.workflows]
        if sorted(roles) != sorted(BehaviourRole):
            raise ValueError(
                f"one target and one preservation are needed, found {', '.join(roles) or 'none'}"
            )
        return self

    def of(self, role: BehaviourRole) -> Workflow:
        """The one of this category."""
        return next(workflow for workflow in self.workflows if workflow.category is role)


class SweeperRow(Record):
    """One row as it stands in the file."""

    case_id: str = Field(pattern=r"^[a-z]+-\d+$")
    slug: str = Field(min_length=1)
    repo: str = Field(min_length=1)
    base_commit: str = Field(pattern=r"^[0-9a-f]{40}$")
    reference_commit: str = Field(pattern=r"^[0-9a-f]{40}$")
    task_scoped: str = Field(min_length=1)
    """The request that names app and area."""
    task_specified: str = Field(min_length=1)
    """The request that tells the fault."""
    pr: str = ""
    issue: str = ""
    workflows: str

    @field_validator("pr", "issue", mode="before")
    @classmethod
    def _as_text(cls, value: object) -> object:
        if value is None:
            return ""
        return str(value) if isinstance(value, int) else value


class SweeperCase(Record):
    """A row, with its behaviour tests read."""

    row: SweeperRow
    workflows: Workflows


def load_cases(path: Path) -> list[SweeperCase]:
    """Read all rows of a file.

    Raises:
        TaskFileError: with file, record and field of the first thing that is wrong.
    """
    cases: dict[str, SweeperCase] = {}
    for number, row in enumerate(load_json_lines(path, SweeperRow), start=1):
        if row.case_id in cases:
            raise TaskFileError(
                path, f"`{row.case_id}` stands there twice", field="case_id", line=number
            )
        workflows = _parse_workflows(row, path, number)
        cases[row.case_id] = SweeperCase(row=row, workflows=workflows)
    if not cases:
        raise TaskFileError(path, "holds no row", hint="one JSON object a line is expected")
    return list(cases.values())


def _parse_workflows(row: SweeperRow, path: Path, number: int) -> Workflows:
    try:
        value = yaml.safe_load(row.workflows)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" on its line {mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or "it cannot be read"
        raise TaskFileError(
            path, f"is not YAML{where}: {problem}", field="workflows", line=number
        ) from None
    if isinstance(value, list):
        value = {"workflows": value}
    return to_record(value, Workflows, path, record=number, within="workflows")


def make_case(row: SweeperRow, workflows: Sequence[Workflow]) -> SweeperCase:
    """A row whose field `workflows` says `workflows`."""
    read = Workflows(workflows=tuple(workflows))
    text = yaml.safe_dump(
        read.model_dump(mode="json", exclude_defaults=True), sort_keys=False, allow_unicode=True
    )
    return SweeperCase(row=row.model_copy(update={"workflows": text}), workflows=read)


def render_cases(cases: Iterable[SweeperCase]) -> str:
    """The text of a file of rows."""
    rows = (json.dumps(case.row.model_dump(mode="json"), ensure_ascii=False) for case in cases)
    return "".join(f"{row}\n" for row in rows)

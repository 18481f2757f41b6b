"""Rows of the paper's data set as task folders, and tasks as such rows."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

import tomli_w

from bugsweep.domain.task import PromptKind, Task
from bugsweep.domain.verdict import BehaviourRole
from bugsweep.files.foreign.prose import is_prose, parse_prose, render_prose
from bugsweep.files.foreign.sweeper import (
    UNKNOWN_COMMIT,
    SweeperCase,
    SweeperRow,
    Workflow,
    make_case,
)
from bugsweep.files.scaffold import diagnosis, todo

_REQUEST: Final = re.compile(r".*\bin (?P<app>.+?)['’]s (?P<area>.+?)[.!]?\s*", re.DOTALL)
_REPOSITORY: Final = re.compile(r"\bof ([\w.-]+/[\w.-]+)")
_ISSUE: Final = re.compile(r"\bissue (\S+?)(?=[;,.]?(?:\s|$))", re.IGNORECASE)
_PULL: Final = re.compile(r"\b(?:pull request|PR) (\S+?)(?=[;,.]?(?:\s|$))", re.IGNORECASE)
_CASE: Final = re.compile(r"\bcase ([a-z]+-\d+)\b")
_COMMIT: Final = re.compile(r"[0-9a-f]{40}")


def task_name(case: SweeperCase) -> str:
    """What the task of this row is called."""
    words = re.findall(r"[a-z0-9]+", case.row.slug.lower())
    return "-".join(words) or case.row.case_id


def task_files(case: SweeperCase) -> dict[str, str]:
    """The texts of the row's task folder by their paths.

    What a row does not say, how the app is built above all, is marked to be written.
    """
    row = case.row
    name = task_name(case)
    request = _REQUEST.fullmatch(row.task_scoped)
    app_name = request["app"] if request else row.repo.rpartition("/")[2]
    area = request["area"] if request else row.task_scoped.strip()
    card: dict[str, object] = {
        "format_version": 1,
        "family": "web",
        "id": name,
        "domain": todo("what kind of application it is, in one word"),
        "area": area,
        "open_prompt": row.task_scoped,
        "detailed_prompt": row.task_specified,
        "interaction_note": case.workflows.of(BehaviourRole.TARGET).purpose
        or todo("why only using the app shows the bug"),
        "upstream": {
            "reference": _upstream(row),
            "buggy_version": row.base_commit,
            "fixed_version": row.reference_commit,
        },
    }
    app: dict[str, object] = {
        "format_version": 1,
        "name": app_name,
        "source": {"kind": "local", "project": "project"},
        "start": {"command": [todo("the program that serves it on 127.0.0.1:13200")]},
        "ready": {"path": "/", "timeout_s": 600},
    }
    reference = {"format_version": 1, "candidate": {"patch": "repair.patch"}}
    return {
        "task.toml": tomli_w.dumps(card),
        "app/app.toml": tomli_w.dumps(app),
        "app/project/README.md": f"The tree of {row.repo} at {row.base_commit} belongs here.\n",
        "reference/reference.toml": tomli_w.dumps(reference),
        "reference/repair.patch": f"# {todo('what ' + row.reference_commit + ' changes')}\n",
        **{
            f"{role.value}.feature": render_prose(case.workflows.of(role), feature=row.slug)
            for role in BehaviourRole
        },
        "diagnosis.md": diagnosis(
            f"{app_name}: {area}",
            row.task_specified.strip(),
            todo("what in the source makes it so"),
        ),
    }


def _upstream(row: SweeperRow) -> str:
    parts = [f"case {row.case_id}"]
    parts += [f"issue {row.issue}"] if row.issue else []
    parts += [f"pull request {row.pr}"] if row.pr else []
    return "; ".join([*parts, f"of {row.repo}"])


def export_case(
    task: Task,
    *,
    number: int,
    steps: Mapping[BehaviourRole, Sequence[str]],
    commits: Mapping[str, str] | None = None,
) -> SweeperCase:
    """A task as a row; `number` makes its id when it has none of such a data set.

    Args:
        task: the task.
        number: its place among those exported.
        steps: what the steps of its behaviour tests say; those in prose are read by themselves.
        commits: `buggy` and `reference` of the built product; zeros stand for what is not built.
    """
    upstream = task.card.upstream
    known = commits or {}
    case_id = _CASE.search(upstream.reference)
    row = SweeperRow(
        case_id=case_id[1] if case_id else f"bugsweep-{number:03}",
        slug=task.id,
        repo=_repository(task),
        base_commit=_commit(upstream.buggy_version, known.get("buggy")),
        reference_commit=_commit(upstream.fixed_version, known.get("reference")),
        task_scoped=task.prompt(PromptKind.OPEN).strip(),
        task_specified=task.prompt(PromptKind.DETAILED).strip(),
        pr=_first(_PULL, upstream.reference),
        issue=_first(_ISSUE, upstream.reference),
        workflows="",
    )
    return make_case(row, [_workflow(task, role, steps.get(role, ())) for role in BehaviourRole])


def _repository(task: Task) -> str:
    source = task.app.source
    registry = source.package_registry
    packaged = f"{registry}:{source.package}" if registry and source.package else task.app.name
    return _first(_REPOSITORY, task.card.upstream.reference) or packaged


def _commit(version: str, built: str | None) -> str:
    if _COMMIT.fullmatch(version):
        return version
    return built or UNKNOWN_COMMIT


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[1] if found else ""


def _workflow(task: Task, role: BehaviourRole, steps: Sequence[str]) -> Workflow:
    text = task.features[role]
    if is_prose(text):
        return parse_prose(text, role=role, source=str(task.feature_path(role)))
    scenario = re.search(r"^\s*Scenario:\s*(.+?)\s*$", text, re.MULTILINE)
    return Workflow(
        id=f"{task.id}-{role.value}",
        category=role,
        purpose=scenario[1] if scenario else role.value,
        steps=tuple(steps),
    )

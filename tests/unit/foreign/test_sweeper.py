"""Rows become task folders and come back; what is wrong is told with file, record and field."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bugsweep.behaviour import parse_feature
from bugsweep.domain.errors import TaskFileError
from bugsweep.domain.task import PromptKind
from bugsweep.domain.verdict import BehaviourRole
from bugsweep.files.foreign.prose import parse_prose, render_prose
from bugsweep.files.foreign.sweeper import (
    UNKNOWN_COMMIT,
    Setup,
    SetupKind,
    Viewport,
    Workflow,
    load_cases,
    render_cases,
)
from bugsweep.files.foreign.sweeper_tasks import export_case, task_files, task_name
from bugsweep.files.scaffold import find_markers, write_task_folder
from bugsweep.files.task_folder import load_task
from unit.foreign.rows import row


@pytest.fixture
def import_row(tmp_path, write_rows):
    def bring(**changes):
        (case,) = load_cases(write_rows(row(**changes)))
        folder = tmp_path / "imported" / task_name(case)
        write_task_folder(folder, task_files(case))
        return case, load_task(folder)

    return bring


def test_a_row_becomes_a_task_that_asks_the_same(import_row):
    _, task = import_row()

    assert task.id == "board-names"
    assert task.app.name == "Boards"
    assert task.card.area == "sidebar"
    assert task.prompt(PromptKind.OPEN) == "Find and fix issues in Boards's sidebar."
    assert task.prompt(PromptKind.DETAILED).startswith("A renamed board forgets")


def test_what_a_row_does_not_say_is_marked(import_row):
    _, task = import_row()

    told = [error.message for error in find_markers(task.folder)]
    assert any("serves it on 127.0.0.1:13200" in message for message in told)
    assert any("what in the source makes it so" in message for message in told)


def test_its_prose_can_be_read_as_a_behaviour_test(import_row):
    _, task = import_row()

    behaviour = parse_feature(task.features[BehaviourRole.TARGET], source="target.feature")

    assert behaviour.is_prose
    assert behaviour.steps[-1].text == '* Verify that "Q3 Desk" is shown.'


def test_a_row_comes_back_from_its_task(import_row):
    case, task = import_row()

    back = export_case(task, number=1, steps={})

    assert back.workflows == case.workflows
    assert back.row.model_dump(exclude={"workflows", "slug"}) == case.row.model_dump(
        exclude={"workflows", "slug"}
    )


@pytest.mark.parametrize(
    "request_text", ["Find bugs", "Please look at Boards.", "Fix issues in the app's"]
)
def test_a_request_of_another_form_is_taken_as_it_is(import_row, request_text):
    _, task = import_row(task_scoped=request_text)

    assert task.card.open_prompt == request_text
    assert task.card.area in request_text


def test_rendered_rows_are_read_back(tmp_path, write_rows):
    cases = load_cases(write_rows())
    path = tmp_path / "again.jsonl"
    path.write_text(render_cases(cases))

    assert load_cases(path) == cases
    assert set(json.loads(path.read_text())) == set(row())


def test_a_task_of_ours_is_a_row_of_what_its_steps_say(import_row):
    _, task = import_row()
    own = task.model_copy(
        update={
            "features": dict.fromkeys(BehaviourRole, "Feature: f\n\n  Scenario: s t\n    Then x\n"),
            "card": task.card.model_copy(
                update={
                    "upstream": task.card.upstream.model_copy(
                        update={"reference": "issue 5 of a/b; changelog", "buggy_version": "1.0"}
                    )
                }
            ),
        }
    )

    case = export_case(own, number=3, steps={role: ["Then x"] for role in BehaviourRole})

    assert case.row.case_id == "bugsweep-003"
    assert (case.row.repo, case.row.issue, case.row.pr) == ("a/b", "5", "")
    assert case.row.base_commit == UNKNOWN_COMMIT
    assert case.workflows.of(BehaviourRole.TARGET).purpose == "s t"
    assert case.workflows.of(BehaviourRole.TARGET).steps == ("Then x",)


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"base_commit": "abc"}, "base_commit", "found `abc`"),
        ({"case_id": "7"}, "case_id", "found `7`"),
        ({"more": 1}, "more", "not permitted"),
        ({"workflows": "a: [1"}, "workflows", "is not YAML on its line"),
        ({"workflows": "workflows: []"}, "workflows`", "found none"),
        (
            {"workflows": "workflows: [{id: a, category: odd, steps: [b]}]"},
            "workflows.workflows.0.category",
            "found `odd`",
        ),
        (
            {"workflows": "workflows: [{id: a, category: target, steps: []}]"},
            "workflows.workflows.0.steps",
            "at least 1 item",
        ),
    ],
)
def test_a_malformed_row_is_told_with_file_record_and_field(write_rows, changes, field, words):
    path = write_rows(row(), row(**{"case_id": "sweeper-008", **changes}))

    with pytest.raises(TaskFileError) as caught:
        load_cases(path)

    assert caught.value.message.startswith(f"{path}:2: `{field}")
    assert words in caught.value.message
    assert "\n" not in caught.value.message


def test_a_line_that_is_no_json_is_told_with_its_record(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row()) + "\n\n{oops\n")

    with pytest.raises(TaskFileError, match=r"rows\.jsonl:3: is not JSON"):
        load_cases(path)


def test_a_case_that_stands_there_twice_is_refused(write_rows):
    with pytest.raises(TaskFileError, match=r":2: `case_id` `sweeper-007` stands there twice"):
        load_cases(write_rows(row(), row()))


# Gherkin is text of lines; runs of blanks become one when prose is written down.
_flat = st.text(min_size=1).map(lambda text: " ".join(text.split())).filter(bool)
_setups = st.one_of(
    st.just(Setup(type=SetupKind.CLEAR)),
    st.builds(Setup, type=st.just(SetupKind.CLEAR), key=st.text(min_size=1)),
    st.builds(Setup, type=st.just(SetupKind.SET), key=st.text(min_size=1), value=st.text()),
)
_workflows = st.builds(
    Workflow,
    id=_flat,
    category=st.sampled_from(BehaviourRole),
    purpose=_flat,
    steps=st.lists(_flat, min_size=1).map(tuple),
    setup=st.lists(_setups).map(tuple),
    viewport=st.none()
    | st.builds(Viewport, width=st.integers(1, 9999), height=st.integers(1, 9999)),
)


@given(_workflows)
def test_any_workflow_survives_as_prose(workflow):
    text = render_prose(workflow, feature="f")

    assert parse_prose(text, role=workflow.category, source="x.feature") == workflow
    assert parse_feature(text, source="x.feature").is_prose

"""Trajectories of every version are read, and written as 1.7."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bugsweep.domain.errors import TaskFileError, UsageError
from bugsweep.files.foreign import atif


def trajectory(**changes):
    values = {
        "schema_version": "ATIF-v1.4",
        "session_id": "run-1",
        "agent": {"name": "toy", "version": "1"},
        "steps": [
            {"step_id": 1, "source": "user", "message": "Fix", "timestamp": "2026-01-02T03:04:05Z"},
            {
                "step_id": 2,
                "source": "agent",
                "message": "",
                "tool_calls": [
                    {"tool_call_id": "c1", "function_name": "bash", "arguments": {"a": None}}
                ],
                "observation": {"results": [{"source_call_id": "c1", "content": "ok"}]},
                "metrics": {"prompt_tokens": 3, "cost_usd": 0.1, "logprobs": [-0.5]},
            },
        ],
    }  # fmt: skip
    return {**values, **changes}


@pytest.fixture
def read(tmp_path):
    def load(**changes):
        path = tmp_path / "trajectory.json"
        path.write_text(json.dumps(trajectory(**changes)))
        return atif.load_trajectory(path)

    return load


@pytest.mark.parametrize("version", atif.READ)
def test_every_version_is_read_and_written_as_1_7(read, version):
    written = json.loads(atif.render_trajectory(read(schema_version=version)))

    assert written == trajectory(schema_version="ATIF-v1.7")


def test_before_1_7_a_session_names_its_trajectory(read):
    steps = trajectory()["steps"]
    steps[1]["observation"]["results"][0]["subagent_trajectory_ref"] = [{"session_id": "sub-1"}]

    loaded = read(steps=steps)

    (result,) = loaded.steps[1].observation.results
    assert result.subagent_trajectory_ref[0].trajectory_id == "sub-1"


def test_audio_cannot_be_written_as_1_7(read):
    part = {"type": "audio", "source": {"media_type": "audio/wav", "path": "a.wav"}}
    steps = [{"step_id": 1, "source": "user", "message": [part]}]

    with pytest.raises(UsageError, match="knows no audio"):
        atif.render_trajectory(read(schema_version="ATIF-v1.8", steps=steps))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"schema_version": "ATIF-v2.0"}, "`schema_version` must be ATIF-v1.0 to ATIF-v1.8"),
        ({"steps": []}, "`steps`"),
        ({"session_id": None}, "`session_id` is needed before ATIF-v1.7"),
        ({"odd": 1}, "`odd`"),
        ({"steps": [{"step_id": 2, "source": "user", "message": "a"}]}, "`step_id` 1 was expected"),
        (
            {"steps": [{"step_id": 1, "source": "user", "message": "a", "metrics": {}}]},
            "`metrics` belongs to steps of the agent",
        ),
        (
            {"steps": [{"step_id": 1, "source": "user", "message": "a", "timestamp": "noon"}]},
            "`steps.0.timestamp`",
        ),
        (
            {
                "steps": [
                    {
                        "step_id": 1,
                        "source": "agent",
                        "message": "a",
                        "observation": {"results": [{"source_call_id": "x"}]},
                    }
                ]
            },
            "`x` is no call of it",
        ),
    ],
)
def test_a_malformed_trajectory_is_told_with_file_and_field(read, changes, words):
    with pytest.raises(TaskFileError) as caught:
        read(**changes)

    assert "trajectory.json" in caught.value.message
    assert words in caught.value.message
    assert "\n" not in caught.value.message


_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)
_calls = st.builds(
    atif.ToolCall,
    tool_call_id=st.text(),
    function_name=st.text(),
    arguments=st.dictionaries(st.text(), _json, max_size=3),
)
_steps = st.lists(
    st.builds(
        lambda source, message, calls: {
            "source": source,
            "message": message,
            "tool_calls": calls if source == "agent" else None,
        },
        st.sampled_from(["system", "user", "agent"]),
        st.text(),
        st.none() | st.lists(_calls, max_size=2).map(tuple),
    ),
    min_size=1,
    max_size=3,
)


@given(_steps, st.none() | st.dictionaries(st.text(), _json, max_size=3))
def test_what_is_written_is_read_back(tmp_path_factory, steps, extra):
    made = atif.Trajectory(
        agent=atif.Agent(name="a", version="1"),
        steps=tuple(atif.Step(step_id=n, **step) for n, step in enumerate(steps, start=1)),
        extra=extra,
    )

    text = atif.render_trajectory(made)

    assert atif.parse_trajectory(text, path=tmp_path_factory.getbasetemp() / "t.json") == made

import json

import pytest
from inspect_ai.event import ModelEvent
from inspect_ai.model import (
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    ContentReasoning,
    ContentText,
    GenerateConfig,
    ModelOutput,
)
from inspect_ai.tool import ToolCall

from bugsweep.evaluation.trajectory import write_trajectory

ASKED = [ChatMessageSystem(content="You are an agent."), ChatMessageUser(content="Mend it.")]
SAID = ChatMessageAssistant(
    content=[ContentReasoning(reasoning="It must be here."), ContentText(text="I look.")],
    tool_calls=[ToolCall(id="1", function="bash", arguments={"command": "ls"})],
)
SEEN = ChatMessageTool(content="guests.py", tool_call_id="1")
ENDED = ChatMessageAssistant(content="Done.")


def call(messages, answer):
    return ModelEvent(
        model="mockllm/model",
        input=messages,
        tools=[],
        tool_choice="auto",
        config=GenerateConfig(),
        output=ModelOutput.from_message(answer),
    )


@pytest.fixture
def written(tmp_path):
    def write(events):
        path = tmp_path / "trajectory.json"
        write_trajectory(events, path)
        return json.loads(path.read_text())["steps"] if path.exists() else None

    return write


def test_every_message_is_one_step_and_an_answer_stands_with_its_call(written):
    # A bridge gives a message a new id each time it comes around.
    again = [message.model_copy(update={"id": f"{message.role}-new"}) for message in ASKED]

    steps = written([call(ASKED, SAID), call([*again, SAID, SEEN], ENDED)])

    assert [step["source"] for step in steps] == ["system", "user", "agent", "agent"]
    assert steps[2]["tool_calls"] == [{"function_name": "bash", "arguments": {"command": "ls"}}]
    assert steps[2]["reasoning_content"] == "It must be here."
    assert steps[2]["observation"] == "guests.py"
    assert steps[3]["message"] == "Done."


def test_what_is_very_long_is_cut_in_the_middle(written):
    (step, _) = written([call([ChatMessageUser(content="a" * 300_000 + "z")], ENDED)])

    assert len(step["message"]) < 101_000
    assert step["message"].startswith("aaa")
    assert step["message"].endswith("z")


def test_without_a_model_there_is_no_file(written):
    assert written([]) is None

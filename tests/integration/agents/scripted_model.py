"""A model that plays a list of shell commands through whatever shell tool an agent offers it."""

from inspect_ai.model import ModelOutput, ModelUsage, get_model

# How the agents' own shell tools call their one text.
SHELLS = {
    "exec_command": "cmd",
    "Bash": "command",
    "bash": "command",
    "run_shell_command": "command",
}

USAGE = ModelUsage(input_tokens=1000, output_tokens=50, total_tokens=1050)


ENOUGH = "That is enough for now."


def scripted_model(commands, *, ending="Done.", ends_by=None, rests_after=None):
    """Deterministic: what it said itself says which command is next.

    Args:
        commands: of the agent's shell.
        ending: its last words.
        ends_by: the command that ends a turn, for an agent that knows no other end.
        rests_after: after so many commands it ends its turn once, with commands left.
    """

    def policy(messages, tools, tool_choice, config):
        known = next((tool for tool in tools if tool.name in SHELLS), None)
        shell = known and known.name
        said = [message.text for message in messages if message.role == "assistant"]
        # Not by the answers: a client that goes on with a conversation may repeat them.
        played = sum(any(_step(i) in text for text in said) for i in range(len(commands)))
        if shell is None:
            output = ModelOutput.from_content("mockllm/model", "A title.")
        elif played == rests_after and not any(ENOUGH in text for text in said):
            output = _end_turn(tools, ENOUGH, shell, ends_by)
        elif played < len(commands):
            arguments = {SHELLS[shell]: commands[played]}
            if "description" in known.parameters.properties:
                arguments["description"] = "Go on"
            output = ModelOutput.for_tool_call(
                "mockllm/model", shell, arguments, content=_step(played)
            )
        else:
            output = _end_turn(tools, ending, shell, ends_by)
        output.usage = USAGE.model_copy()
        return output

    return get_model("mockllm/model", custom_outputs=policy, memoize=False)


def _step(index):
    return f"Step {index + 1}."


def _end_turn(tools, words, shell, ends_by):
    if any(tool.name == "submit" for tool in tools):
        return ModelOutput.for_tool_call(
            "mockllm/model", "submit", {"answer": words}, content=words
        )
    if ends_by:
        arguments = {SHELLS[shell]: ends_by}
        return ModelOutput.for_tool_call("mockllm/model", shell, arguments, content=words)
    return ModelOutput.from_content("mockllm/model", words)

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


def scripted_model(commands, *, ending="Done."):
    """Deterministic: the number of answered calls says which command is next."""

    def policy(messages, tools, tool_choice, config):
        known = next((tool for tool in tools if tool.name in SHELLS), None)
        shell = known and known.name
        answered = sum(message.role == "tool" for message in messages)
        if shell is None:
            output = ModelOutput.from_content("mockllm/model", "A title.")
        elif answered < len(commands):
            arguments = {SHELLS[shell]: commands[answered]}
            if "description" in known.parameters.properties:
                arguments["description"] = "Go on"
            output = ModelOutput.for_tool_call(
                "mockllm/model", shell, arguments, content=f"Step {answered + 1}."
            )
        elif any(tool.name == "submit" for tool in tools):
            output = ModelOutput.for_tool_call("mockllm/model", "submit", {"answer": ending})
        else:
            output = ModelOutput.from_content("mockllm/model", ending)
        output.usage = USAGE.model_copy()
        return output

    return get_model("mockllm/model", custom_outputs=policy, memoize=False)

"""Runs one browser-use agent; started by an interpreter that has browser-use and not bugsweep.

`python browser_use_run.py REQUEST RESULT`, two JSON files.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any, Literal

from browser_use import (
    Agent,
    BrowserProfile,
    BrowserSession,
    ChatAnthropic,
    ChatGoogle,
    ChatOpenAI,
    Tools,
)
from pydantic import BaseModel, Field

Result = Literal["PASS", "FAIL", "SETUP", "UNCLEAR"]

PROVIDERS = {"openai": ChatOpenAI, "anthropic": ChatAnthropic, "google": ChatGoogle}
# A user at the browser has no files, no scripts and no search engine.
EXCLUDED = [
    "evaluate",
    "read_file",
    "replace_file",
    "save_as_pdf",
    "search",
    "upload_file",
    "write_file",
]


class StepTold(BaseModel):
    """One step, as reported."""

    number: int = Field(description="The step's number.")
    result: Result
    seen: str = Field(description="What was seen that shows it, in the words of the page.")


class Told(BaseModel):
    """What the agent reports in the end."""

    steps: list[StepTold] = Field(description="Each step that was carried out, in order.")
    verdict: Result
    reason: str


async def main(request: dict[str, Any]) -> dict[str, Any]:
    """Let the agent work, and tell what it said."""
    session = BrowserSession(
        browser_profile=BrowserProfile(
            cdp_url=request["cdp_url"],
            allowed_domains=[request["host"]],
            enable_default_extensions=False,
            keep_alive=False,
        )
    )
    agent = Agent(
        task=request["task"],
        llm=PROVIDERS[request["provider"]](model=request["model"]),
        browser_session=session,
        tools=Tools(exclude_actions=EXCLUDED),
        output_model_schema=Told,
        # It is judged by what it reports, not by another model.
        use_judge=False,
        use_vision=request["vision"],
        initial_actions=None,
        directly_open_url=False,
        enable_signal_handler=False,
    )
    history = await agent.run(max_steps=request["max_steps"])
    agent.save_history(request["history"])
    told = history.structured_output
    usage = history.usage
    return {
        "told": told.model_dump(mode="json") if told else None,
        "errors": [error for error in history.errors() if error],
        "usage": {
            "calls": usage.entry_count if usage else 0,
            "input_tokens": usage.total_prompt_tokens if usage else 0,
            "cached_tokens": usage.total_prompt_cached_tokens if usage else 0,
            "output_tokens": usage.total_completion_tokens if usage else 0,
        },
    }


if __name__ == "__main__":
    asked, answer = map(Path, sys.argv[1:])
    answer.write_text(json.dumps(asyncio.run(main(json.loads(asked.read_text())))))

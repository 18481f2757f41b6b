"""Work until the deadline: an agent that ends before it is sent back, with what time is left."""

import time
from collections.abc import Callable

from inspect_ai.agent import Agent, AgentState, agent
from inspect_ai.event import ModelEvent
from inspect_ai.log import transcript
from inspect_ai.model import ChatMessageUser

from bugsweep.agents.prompts import PromptCondition, render_return

_LEAST_S = 60
"""With less time left, nobody is sent back: a round trip and a look would use it up."""


@agent(name="until-the-deadline")
def until_the_deadline(
    work: Agent, minutes: float, condition: PromptCondition, *, sent_back: Callable[[], None]
) -> Agent:
    """The same agent, in one conversation, again and again until its time is over.

    A turn without any work ends it sooner: who only says to be ready would say it until the
    deadline, and be paid for it.

    Args:
        work: goes on with a conversation when a message of the user ends it.
        minutes: of the whole work; that it ends then is for a limit to see to.
        condition: what it was told at first.
        sent_back: told of each time.
    """

    async def execute(state: AgentState) -> AgentState:
        began = time.monotonic()
        while True:
            before = len(transcript().events)
            state = await work(state)
            left_s = minutes * 60 - (time.monotonic() - began)
            if left_s < _LEAST_S or not _has_worked(before):
                return state
            sent_back()
            state.messages.append(ChatMessageUser(content=render_return(left_s / 60, condition)))

    return execute


def _has_worked(before: int) -> bool:
    """Whether a tool was called for more than to hand the work in."""
    calls = [event for event in transcript().events[before:] if isinstance(event, ModelEvent)]
    # The last call of a turn only says or hands in what came before it.
    return len(calls) > 1 and any(
        event.output.choices and event.output.message.tool_calls for event in calls
    )

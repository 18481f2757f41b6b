import pytest
from inspect_ai.event import InfoEvent, ModelEvent
from inspect_ai.model import GenerateConfig, ModelOutput, ModelUsage

from bugsweep.domain.usage import Usage
from bugsweep.evaluation.usage import measure_usage


def call(usage):
    output = ModelOutput.from_content("mockllm/model", "yes")
    output.usage = usage
    return ModelEvent(
        model="mockllm/model",
        input=[],
        tools=[],
        tool_choice="auto",
        config=GenerateConfig(),
        output=output,
    )


def test_calls_are_added_up_and_what_was_cached_is_input_too():
    events = [
        call(ModelUsage(input_tokens=10, output_tokens=1, total_tokens=11, total_cost=0.25)),
        InfoEvent(data="no call"),
        call(
            ModelUsage(
                input_tokens=5,
                input_tokens_cache_read=100,
                input_tokens_cache_write=7,
                output_tokens=2,
                total_tokens=114,
                total_cost=0.5,
            )
        ),
    ]

    assert measure_usage(events) == Usage(
        calls=2, input_tokens=122, cached_tokens=100, output_tokens=3, cost_usd=0.75
    )


@pytest.mark.parametrize("costs", [(None, None), (0.25, None)])
def test_half_a_price_is_no_price(costs):
    events = [call(ModelUsage(input_tokens=1, total_tokens=1, total_cost=cost)) for cost in costs]

    assert measure_usage(events).cost_usd is None


def test_a_call_that_failed_counts_and_nothing_is_nothing():
    assert measure_usage([call(None)]) == Usage(calls=1)
    assert measure_usage([]) == Usage()

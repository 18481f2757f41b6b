"""The coding agents against a provider's own wire format, through Inspect's own client for it."""

import pytest
from inspect_ai.model import GenerateConfig, get_model
from wire_server import provider

EDIT = "sed -i 's/name.split()\\[0\\]/name.strip()/' guests.py"
SUBMIT = "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"
KEY = "sk-canary-of-the-provider-77"


# In USD for a million tokens; an answer takes 600 new, 400 cached and 50 written.
PRICES = "{name}: {{input: 1.25, output: 10, input_cache_read: 0.125, input_cache_write: 1.25}}\n"
CALL_USD = (600 * 1.25 + 400 * 0.125 + 50 * 10) / 1e6

RESPONSES = ("openai/gpt-5.5", "/v1", "/responses", {"responses_api": True})
MESSAGES = ("anthropic/claude-sonnet-4-5", "", "/v1/messages", {"streaming": False})
COMPLETIONS = ("openai/gpt-4o", "/v1", "/chat/completions", {"responses_api": False})


@pytest.mark.parametrize(
    ("agent", "served", "commands"),
    [
        ("codex", RESPONSES, [EDIT]),
        ("claude-code", MESSAGES, [EDIT]),
        ("mini-swe-agent", COMPLETIONS, [EDIT, SUBMIT]),
    ],
)
def test_an_agents_calls_reach_the_provider_with_a_key_it_never_sees(
    evaluate, monkeypatch, tmp_path, agent, served, commands
):
    for variable in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(variable, KEY)
    name, suffix, path, options = served
    prices = tmp_path / "prices.yaml"
    prices.write_text(PRICES.format(name=name))
    spying = [f"env > env.txt; {commands[0]}", *commands[1:]]

    with provider(spying) as (address, seen):
        # For long answers its client would insist on a stream.
        config = GenerateConfig(max_tokens=4096)
        model = get_model(name, base_url=address + suffix, config=config, memoize=False, **options)
        ran = evaluate(agent, model=model, prices=str(prices), cost_usd=1.0)

    assert ran.result.outcome == "pass", ran.said
    assert {asked.partition("?")[0] for asked, *_ in seen} == {suffix + path}
    assert all(KEY in str(headers) for _, headers, _ in seen)
    assert "/opt/agent/bin:/opt/tools/bin" in ran.patch
    assert KEY not in ran.patch
    usage = ran.result.work.usage
    assert usage.input_tokens == 1000 * usage.calls
    assert usage.cached_tokens == 400 * usage.calls
    assert usage.cost_usd == pytest.approx(usage.calls * CALL_USD)
    assert ran.result.work.provenance.model == name

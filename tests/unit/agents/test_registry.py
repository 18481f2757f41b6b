import asyncio
import inspect

import pytest

from bugsweep.agents.registry import AGENTS, argument_of, load_agent
from bugsweep.domain.errors import UnknownPluginError, UsageError


@pytest.mark.parametrize("name", AGENTS)
def test_every_agent_of_the_table_offers_what_an_agent_must(name):
    module = load_agent(name)

    assert isinstance(module.NEEDS_REFERENCE, bool)
    assert isinstance(module.NEEDS_MODEL, bool)
    assert inspect.iscoroutinefunction(module.equip)
    assert callable(module.build)


def test_a_name_may_have_an_argument():
    assert load_agent("codex:0.171.0") is load_agent("codex")
    assert argument_of("command:sh -c 'a: b'") == "sh -c 'a: b'"
    assert argument_of("codex") == ""


def test_an_unknown_name_is_told_without_its_argument():
    with pytest.raises(UnknownPluginError, match="`codx`") as caught:
        load_agent("codx:1.0")

    assert "did you mean `codex`" in caught.value.hint


def test_the_loop_of_model_and_tools_has_one_other_kind():
    with pytest.raises(UsageError, match="`react:swep`"):
        asyncio.run(load_agent("react:swep").equip("swep"))


@pytest.mark.parametrize("name", ["noop", "reference"])
def test_an_argument_that_means_nothing_is_refused(name):
    with pytest.raises(UsageError, match="behind a colon"):
        asyncio.run(load_agent(name).equip("1.0"))


@pytest.mark.parametrize(
    ("argument", "words"),
    [("", "no command"), ("'open", "cannot be read"), ("./gone.sh", "no program")],
)
def test_a_command_that_cannot_be_is_refused(argument, words):
    with pytest.raises(UsageError, match=words):
        asyncio.run(load_agent("command").equip(argument))


def test_a_version_that_is_none_is_refused():
    with pytest.raises(UsageError, match="no version"):
        asyncio.run(load_agent("codex").equip("1.0 --registry=elsewhere"))

import pytest

from bugsweep.agents.prompts import PromptCondition, render_prompt, render_return

REQUEST = "Find and fix issues in Notes's search."


def lines(condition):
    return render_prompt(REQUEST, condition).splitlines()


def test_the_request_comes_first_and_word_for_word():
    assert lines(PromptCondition())[0] == REQUEST


def test_without_the_hint_exactly_the_three_lines_about_the_browser_are_missing():
    told, untold = lines(PromptCondition()), lines(PromptCondition(mentions_browser=False))

    missing = [line for line in told if line not in untold]
    assert len(missing) == 3
    assert all("rowser" in line or "Chromium" in line for line in missing)
    assert [line for line in untold if line not in told] == []


@pytest.mark.parametrize(
    ("minutes", "words"), [(20, "20 minutes"), (1, "1 minute from"), (0.5, "0.5 minutes")]
)
def test_the_time_is_told(minutes, words):
    told = render_prompt(REQUEST, PromptCondition(minutes=minutes))

    assert words in told
    assert len(told.splitlines()) == len(lines(PromptCondition())) + 1


def test_without_a_limit_nothing_is_said_of_time():
    assert "minute" not in render_prompt(REQUEST, PromptCondition())


@pytest.mark.parametrize(("minutes", "words"), [(12.4, "12 minutes left"), (1.2, "1 minute left")])
def test_who_is_sent_back_is_told_what_is_left(minutes, words):
    assert words in render_return(minutes, PromptCondition())


def test_who_was_not_told_of_the_browser_is_not_told_when_sent_back():
    assert "browser" in render_return(5, PromptCondition())
    assert "browser" not in render_return(5, PromptCondition(mentions_browser=False))

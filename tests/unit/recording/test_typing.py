"""A text that is typed slowly is one text."""

from types import SimpleNamespace

import pytest

from bugsweep.recording.recorder import Recorder


class Notebook:
    """Keeps the kinds of what is noted, in order."""

    def __init__(self):
        self.noted = []

    def add_action(self, **facts):
        self.noted.append((facts["action"], facts.get("value", "")))

    def add_state(self, page, **_):
        self.noted.append(("state", page))


def letters(value, typing=1):
    return {"kind": "fill", "names": ["Name"], "value": value, "typing": typing}


def state(page):
    return {"kind": "state", "page": page, "url": "/", "title": "", "isLeaving": False}


@pytest.mark.asyncio
async def test_a_page_that_is_seen_between_two_letters_ends_no_text():
    notebook = Notebook()
    recorder = Recorder(None, notebook, own_path="")
    press = {"kind": "press", "names": ["Name"], "value": "Enter"}

    for told in (letters("B"), state("B"), letters("Bo"), state("Bo"), press, state("after")):
        recorder._saw(SimpleNamespace(number=1), "someone", told)

    assert notebook.noted == [
        ("state", "B"),
        ("fill", "Bo"),
        ("state", "Bo"),
        ("press", "Enter"),
        ("state", "after"),
    ]

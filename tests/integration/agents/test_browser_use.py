"""The real browser-use, with a scripted model behind its provider's wire format."""

import json
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from wire_server import answering

PROGRAM = Path(sys.executable).with_name("bugsweep")


def index_of(pattern, text):
    """The number that browser-use gives an element of the page."""
    return int(re.search(rf"\[(\d+)\]<{pattern}", text)[1])


def actions(turn, text):
    """What the model does next; it reads the numbers of elements off the page."""
    if turn == 0:
        return [{"navigate": {"url": "http://127.0.0.1:13200/", "new_tab": False}}]
    if turn == 1:
        entry = {"index": index_of("input", text), "text": "Zarathustra Hidden", "clear": True}
        return [{"input": entry}]
    if turn == 2:
        return [{"click": {"index": index_of("button", text)}}]
    page = text.rpartition("<browser_state>")[2]
    result = "PASS" if "Zarathustra Hidden" in page else "FAIL"
    steps = [{"number": n, "result": "PASS", "seen": "done"} for n in (1, 2, 3)]
    steps.append({"number": 4, "result": result, "seen": "the list of guests"})
    return [{"done": {"data": {"steps": steps, "verdict": result, "reason": "so it is"}}}]


@contextmanager
def provider():
    """`POST /v1/chat/completions`; gives the address."""
    turns = []

    def reply(path, headers, body):
        text = json.dumps(body["messages"], ensure_ascii=False)
        thought = {
            "thinking": "",
            "evaluation_previous_goal": "",
            "memory": "",
            "next_goal": "go on",
            "action": actions(len(turns), text),
        }
        turns.append(text)
        message = {"role": "assistant", "content": json.dumps(thought)}
        answer = {
            "id": "chat_1",
            "object": "chat.completion",
            "created": 1,
            "model": body["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 1000, "completion_tokens": 50, "total_tokens": 1050},
        }
        return "application/json", json.dumps(answer).encode()

    with answering(reply) as address:
        yield f"{address}/v1", turns


def test_browser_use_judges_the_app_in_its_own_network(toy_task, tmp_path, require, monkeypatch):
    require(shutil.which("bwrap"), "bubblewrap is not installed")
    argv = [PROGRAM, "verify", toy_task, "--build", "buggy", "--only", "target", "--json"]

    with provider() as (address, turns):
        monkeypatch.setenv("OPENAI_BASE_URL", address)
        monkeypatch.setenv("OPENAI_API_KEY", "a-key-of-no-provider")
        done = subprocess.run(
            [*argv, "--executor", "browser-use:openai/gpt-5.5"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    (verdict,) = json.loads(done.stdout)
    assert verdict["kind"] == "FAIL", verdict["reason"]
    assert done.returncode == 1
    assert verdict["executor"] == "browser-use:openai/gpt-5.5"
    assert [step["kind"] for step in verdict["steps"]] == ["PASS"] * 3 + ["FAIL"]
    assert verdict["usage"]["calls"] == len(turns) == 4

"""The coding agents themselves, driven by a scripted model: browser, edit, patch, verdict."""

import re

import pytest
from inspect_ai.model import ModelOutput, get_model
from scripted_model import USAGE, scripted_model

LOOK = """\
cat > /tmp/look.py <<'EOF'
import sys, time
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    browser = playwright.chromium.launch()
    page = browser.new_page()
    for _ in range(60):
        page.goto("http://127.0.0.1:13200/")
        page.get_by_label("Name").fill("Ann Lee")
        page.get_by_role("button", name="Add").click()
        names = page.get_by_role("listitem").all_inner_texts()
        if sys.argv[1] in names:
            break
        time.sleep(0.5)
    print(f"IN THE BROWSER: [{names[-1]}]")
    browser.close()
EOF
python3 /tmp/look.py Ann"""
EDIT = "sed -i 's/name.split()\\[0\\]/name.strip()/' guests.py && git diff --stat"
LOOK_AGAIN = "for i in 1 2 3 4 5 6 7 8; do python3 /tmp/look.py 'Ann Lee' && break; sleep 1; done"


# How an agent ends that has no other way.
ENDS = {"mini-swe-agent": "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"}


AGENTS = ["codex", "claude-code", "gemini-cli", "kimi-code", "mini-swe-agent", "opencode", "react"]


@pytest.mark.parametrize("agent", AGENTS)
def test_an_agent_finds_the_bug_in_the_browser_and_its_patch_is_verified(evaluate, agent):
    commands = [LOOK, EDIT, LOOK_AGAIN]
    model = scripted_model(commands, ends_by=ENDS.get(agent), rests_after=1)

    ran = evaluate(agent, model=model, minutes=20)

    assert ran.result.outcome == "pass", ran.said
    assert "IN THE BROWSER: [Ann]" in ran.seen
    assert "IN THE BROWSER: [Ann Lee]" in ran.seen
    assert ran.result.patch.files == 1
    assert ran.result.patch.added_lines == 1
    use = ran.result.browser
    assert use.launches >= 2
    assert use.actions["fill"] == use.actions["click"] >= 2
    assert use.encounter.triggered is True, use.encounter
    work = ran.result.work
    # It ended early with commands left, then with none, and then did nothing more.
    assert work.sent_back == 2
    assert work.ended_by == ""
    assert work.usage.calls >= len(commands) + 3
    assert work.usage.input_tokens == work.usage.calls * USAGE.input_tokens
    assert work.provenance.model == "mockllm/model"
    assert work.provenance.agent_version


def browsing_model():
    """Uses the tools of a browser by the marks that a page's snapshot gives its elements."""

    def policy(messages, tools, tool_choice, config):
        told = [message.text for message in messages if message.role == "tool"]
        marks = dict(re.findall(r"- (textbox|button)[^\n]*\[ref=(\w+)\]", "\n".join(told)))
        calls = [
            ("browser_navigate", lambda: {"url": "http://127.0.0.1:13200/"}),
            ("browser_snapshot", dict),
            ("browser_type", lambda: {**at(marks["textbox"]), "text": "Ann Lee"}),
            ("browser_click", lambda: at(marks["button"])),
            ("browser_snapshot", dict),
            ("bash", lambda: {"command": EDIT}),
            ("submit", lambda: {"answer": "Done."}),
        ]
        name, arguments = calls[len(told)]
        output = ModelOutput.for_tool_call("mockllm/model", name, arguments())
        output.usage = USAGE.model_copy()
        return output

    def at(mark):
        return {"element": "it", "target": mark}

    return get_model("mockllm/model", custom_outputs=policy, memoize=False)


def test_react_drives_the_browser_by_tools(evaluate):
    ran = evaluate("react", model=browsing_model())

    assert ran.result.outcome == "pass", (ran.said, ran.seen)
    assert ran.result.patch.files == 1
    use = ran.result.browser
    assert use.launches == 1
    assert use.actions == {"goto": 1, "fill": 1, "click": 1}
    assert use.encounter.triggered is True, use.encounter

"""The explorer's tools, asked for by the MCP SDK's own client over stdio and HTTP."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from toy_apps.exploration import shop
from toy_apps.serving import serve

mcp = pytest.importorskip("mcp", reason="the MCP SDK is not installed")
pytestmark = pytest.mark.asyncio(loop_scope="session")

PROGRAM = str(Path(sys.executable).with_name("bugsweep"))
TOOLS = {"survey", "explore", "probe", "play", "replay", "verify", "vocabulary", "properties"}
SCENARIO = [
    {"do": "open", "value": "/items/new"},
    {"do": "type", "on": "Name", "value": "{item} of ours"},
    {"do": "type", "on": "Day", "value": "2026-03-14"},
    {"do": "choose", "on": "Category", "value": "Paint"},
    {"do": "click", "on": "Save", "means": "made"},
    {"do": "open", "value": "/items", "means": "listed"},
    {"do": "click", "on": "edit", "row": "{item}", "means": "opened"},
]
HOLDS = 'the field "Name" has the value "{item} of ours"'


async def test_a_client_surveys_an_app_plays_a_scenario_and_verifies_its_test():
    parameters = mcp.StdioServerParameters(command=PROGRAM, args=["mcp"])

    with serve(shop.pages("shifted_day", per_page=100)) as url:
        async with mcp.Client(parameters) as client:

            async def say(tool, **given):
                return (await client.call_tool(tool, {"app": url, **given})).content[0].text

            tools = {tool.name for tool in (await client.list_tools()).tools}
            seen = await say("survey", seconds=6)
            played = await say("play", steps=SCENARIO, title="A day", expect=[HOLDS])
            again = await say("replay", name="F1", seconds=20)
            judged = await say("verify", feature=again[again.index("Feature:") :])
            stuck = await say("play", steps=[{"do": "click", "on": "Nowhere"}])

    assert tools == TOOLS
    assert "life: /items/new (Name, Note, Category), many" in seen
    assert "“Day” comes back changed after “2026-03-14” was saved" in played
    assert f"Holds: {HOLDS.partition('{')[0]}" in played
    assert "F2" not in played
    assert "It is broken again" in again
    assert 'has the value "2026-03-14"' in again
    assert judged.startswith("FAIL")
    assert "step 1: nothing to click is called “Nowhere”; there is “Home”" in stuck


async def test_a_client_is_served_over_http():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [PROGRAM, "mcp", "--http", str(port)], stderr=subprocess.PIPE, text=True
    )

    try:
        next(line for line in server.stderr if "running on" in line)
        async with mcp.Client(f"http://127.0.0.1:{port}/mcp") as client:
            told = await client.call_tool("properties", {})
    finally:
        server.terminate()
        server.communicate(timeout=30)

    assert "- deleted-is-gone: A thing that was deleted must be gone" in told.content[0].text

"""The explorer's tools, asked for by the MCP SDK's own client over stdio."""

import sys
from pathlib import Path

import pytest

from toy_apps.exploration import shop
from toy_apps.serving import serve

mcp = pytest.importorskip("mcp", reason="the MCP SDK is not installed")
pytestmark = pytest.mark.asyncio(loop_scope="session")

FEATURE = """Feature: Shop

  Scenario: Its front page
    Given I open "/"
    Then the page has no script error
    And I do not see "Zqsettled"
"""


async def test_a_client_surveys_and_verifies_an_app():
    program = Path(sys.executable).with_name("bugsweep")
    parameters = mcp.StdioServerParameters(command=str(program), args=["mcp"])

    with serve(shop.pages()) as url:
        async with mcp.Client(parameters) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            seen = await client.call_tool("survey", {"url": url, "seconds": 6})
            judged = await client.call_tool("verify", {"url": url, "feature": FEATURE})

    assert tools == {"survey", "explore", "verify", "vocabulary", "properties"}
    assert "Forms:\n- " in seen.content[0].text
    assert judged.content[0].text.startswith("PASS")

"""Codex CLI and Claude Code as a user has them, with `bugsweep mcp` among their servers."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from wire_server import provider

from bugsweep.agents.equipment import AGENT
from bugsweep.agents.registry import load_agent
from bugsweep.domain.errors import BugsweepError
from toy_apps.exploration import shop
from toy_apps.serving import serve

pytest.importorskip("mcp", reason="the MCP SDK is not installed")

BUGSWEEP = str(Path(sys.executable).with_name("bugsweep"))
ASKED = "Find a bug in the shop."
FOUND = "POST /items/new answers 500"

# As in docs/how-to/explore-an-app.md, and a provider that is no company's.
CODEX = f"""\
model = "gpt-5.5"
model_provider = "wire"

[model_providers.wire]
name = "wire"
base_url = "{{address}}/v1"
wire_api = "responses"

[mcp_servers.bugsweep]
command = "{BUGSWEEP}"
args = ["mcp"]
startup_timeout_sec = 60
tool_timeout_sec = 900
required = true
default_tools_approval_mode = "approve"
"""
CLAUDE = {"mcpServers": {"bugsweep": {"command": BUGSWEEP, "args": ["mcp"]}}}


def codex(address, home):
    """How a user starts it, and its settings."""
    (home / ".codex").mkdir()
    (home / ".codex/config.toml").write_text(CODEX.format(address=address))
    return ["exec", "--skip-git-repo-check", ASKED], {}


def claude(address, home):
    """How a user starts it, and its settings."""
    settings = home / "mcp.json"
    settings.write_text(json.dumps(CLAUDE))
    argv = ["-p", ASKED, "--mcp-config", settings, "--allowedTools", "mcp__bugsweep"]
    env = {
        "ANTHROPIC_BASE_URL": address,
        "ANTHROPIC_API_KEY": "none",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "MCP_TIMEOUT": "60000",
    }
    return argv, env


@pytest.fixture
def program(require):
    """Find an agent's own program, as it is installed for trials."""

    def find(agent, command):
        require(shutil.which("npm"), "npm is not installed")
        try:
            binds = asyncio.run(load_agent(agent).equip("")).binds
        except BugsweepError as error:
            require(None, f"{agent} cannot be had: {error}")
        places = {str(bind.target): bind.source for bind in binds}
        own = places.get(f"{AGENT}/bin/{command}")
        return own or places[AGENT] / "node_modules/.bin" / command

    return find


@pytest.mark.parametrize(
    ("agent", "command", "settings"), [("codex", "codex", codex), ("claude-code", "claude", claude)]
)
def test_a_coding_agent_finds_a_bug_by_the_explorers_tools(
    program, tmp_path, agent, command, settings
):
    with serve(shop.pages("crash_on_note")) as app:
        calls = [
            ("survey", {"app": app, "seconds": 10}),
            ("probe", {"app": app, "what": "1", "minutes": 0.5}),
        ]
        with provider(calls) as (address, seen):
            argv, env = settings(address, tmp_path)
            done = subprocess.run(
                [program(agent, command), *argv],
                cwd=tmp_path,
                env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), **env},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=240,
                check=False,
            )

    told = json.dumps([body for *_, body in seen], ensure_ascii=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "life: /items/new (Name, Note, Category), many" in told
    assert f"F1: {FOUND}" in told
    assert "And I click the button" in told

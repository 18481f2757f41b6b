"""The subjects under evaluation, and what they are told."""

from bugsweep.agents.registry import AGENTS, load_agent

__all__ = ["AGENTS", "load_agent"]

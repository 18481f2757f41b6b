"""Evaluations of agents, as Inspect tasks: one module per task family."""

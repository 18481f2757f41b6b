"""Finds bugs in a running app without a language model: probes, oracles, confirmation."""

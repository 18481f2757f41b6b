"""Finds the bugs in a running web application, and measures how well agents do the same."""

__version__ = "0.1.0"

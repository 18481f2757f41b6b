"""Formats of other projects: read into our records, written from our tasks."""

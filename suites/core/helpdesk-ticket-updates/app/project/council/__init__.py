"""The help desk of a town council."""

"""Programs that run in environments of their own, and import nothing of bugsweep."""

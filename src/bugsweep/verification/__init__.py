"""Judge candidates and builds by their behaviour tests: executors, trials of a task, gates."""

"""Tables, charts and pages. They read run folders and nothing else."""

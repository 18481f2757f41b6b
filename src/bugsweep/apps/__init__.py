"""Apps made ready and kept running: Images, prepared once, and Instances, fresh each time."""

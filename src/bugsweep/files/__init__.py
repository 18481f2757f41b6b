"""The formats on disk: task folder, suite, patch. Each reader says file, line and field."""

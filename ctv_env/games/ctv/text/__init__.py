"""Text output: log, action names, the map in plain text."""

"""Words: names, actions, the log, the position in plain text."""

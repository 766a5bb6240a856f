"""Text output: names, actions, reasons, the log, the position."""

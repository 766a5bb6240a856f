"""The game in words: names, actions, reasons, the log, the position."""

"""The game in words: log, action names, the map in plain text."""

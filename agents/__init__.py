"""Players: scripted, searching and learning agents, their training and their evaluation."""

"""Who plays: scripted and learning agents, their training and their evaluation."""

"""How the game is drawn: the printed map, counters, marks of what is being decided, and the margin."""

"""Drawing of the game: the printed map, counters, marks of the current decision, and the margin."""

"""The rulebook's table of contents: one file a chapter, the sequence of play included."""

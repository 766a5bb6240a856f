"""Pictures of drawings: SVG, pixels, a window, colours of a terminal.  Nothing here knows a game."""

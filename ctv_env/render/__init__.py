"""Output of drawings: SVG, pixels, a window, terminal colours.  Nothing here depends on a game."""

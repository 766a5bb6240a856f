"""Agents that play by the compiled policies of a game, or by none."""

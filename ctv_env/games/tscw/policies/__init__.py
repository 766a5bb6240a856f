"""Compiled opponents.  They draw from ``w.rng``, never from the game's dice."""

POLICIES = ("random", "greedy")
"""Names of the policies, weakest first."""
RANDOM, GREEDY = range(len(POLICIES))

"""Compiled opponents.  They draw from ``w.rng``, never from the game's dice."""

POLICIES = ("random", "greedy", "staff")
"""Names of the policies, weakest first."""
RANDOM, GREEDY, STAFF = range(len(POLICIES))

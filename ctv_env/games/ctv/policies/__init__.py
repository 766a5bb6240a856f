"""Compiled opponents, one file each: they play inside a batch, and use only what their side may see (5.2).

A policy is a function ``(s, t, w) -> action`` at a decision node whose mask is in ``w.mask``.  Its randomness comes
from ``w.rng``, never from the dice of the game.
"""

POLICIES = ("random", "greedy", "staff")
"""Names of the policies, weakest first; the index is the code for ``choose.choose``."""

RANDOM, GREEDY, STAFF = range(len(POLICIES))

"""Compiled opponents, one file each: they play inside a batch, and see no more than their side may (5.2).

A policy is a function ``(s, t, w) -> action`` at a decision node whose mask lies in ``w.mask``.  Its own randomness
comes from ``w.rng``, never from the dice of the game.
"""

POLICIES = ("random", "greedy", "staff")
"""Names of the policies, the weakest first; the index is the code that ``choose.choose`` takes."""

RANDOM, GREEDY, STAFF = range(len(POLICIES))

"""The toy: the smallest game that uses all of the contract.  Start at spec.py; docs/add-a-game.md explains it."""

ENVIRONMENTS = {"three": "toygame/Three-v0", "four": "toygame/Four-v0"}
"""Gymnasium's environment ids by scenario; the first is the default scenario."""

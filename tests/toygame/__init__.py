"""The toy game: the smallest game that uses the whole contract.  Start with spec.py; see docs/add-a-game.md."""

ENVIRONMENTS = {"three": "toygame/Three-v0", "four": "toygame/Four-v0"}
"""Gymnasium's environment ids by scenario; the first is the default scenario."""

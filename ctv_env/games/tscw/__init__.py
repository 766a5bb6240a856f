"""The Spanish Civil War, reconstructed order of battle.  Start with README.md in this folder."""

ENVIRONMENTS = {
    "north-1937": "ctv_env/North1937-v0",
    "1937": "ctv_env/SpanishCivilWar1937-v0",
}
"""Gymnasium's environment ids by scenario; the first is the default scenario."""

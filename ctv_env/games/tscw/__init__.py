"""The Spanish Civil War, reconstructed order of battle.  Start with README.md in this folder."""

ENVIRONMENTS = {
    "north-1937": "ctv_env/North1937-v0",
    "1937": "ctv_env/SpanishCivilWar1937-v0",
}
"""Gymnasium's environment ids by scenario; the first is the default scenario."""

MOST_DECISIONS = {"north-1937": 34_080, "1937": 84_960}
"""Bound on the decisions of a game by scenario: the spec's ``max_steps``, whose tables are too slow to load here."""

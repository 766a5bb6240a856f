"""Arriba España, reconstructed charts.  Start with README.md in this folder."""

ENVIRONMENTS = {
    "campaign": "ctv_env/ArribaEspana-v0",
    "first-year": "ctv_env/ArribaEspanaFirstYear-v0",
    "rising": "ctv_env/ArribaEspanaRising-v0",
}
"""Gymnasium's environment ids by scenario; the first is the default scenario."""

MOST_DECISIONS = {"campaign": 152_040, "first-year": 54_300, "rising": 21_720}
"""Bound on the decisions of a game by scenario: the spec's ``max_steps``, whose tables are too slow to load here."""

"""Arriba España, reconstructed charts.  Start with README.md in this folder."""

ENVIRONMENTS = {
    "campaign": "ctv_env/ArribaEspana-v0",
    "first-year": "ctv_env/ArribaEspanaFirstYear-v0",
    "rising": "ctv_env/ArribaEspanaRising-v0",
}
"""Gymnasium's environment ids by scenario; the first is the default scenario."""

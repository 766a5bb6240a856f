"""Corpo Truppe Volontarie: Santander 1937.  Start at README.md here."""

ENVIRONMENTS = {
    "campaign": "ctv_env/Santander1937-v0",
    "escudo": "ctv_env/Escudo1937-v0",
    "reinosa": "ctv_env/Reinosa1937-v0",
    "last-stand": "ctv_env/LastStand1937-v0",
    "duel": "ctv_env/Duel1937-v0",
}
"""Gymnasium's environment ids by scenario; the first is the default scenario."""

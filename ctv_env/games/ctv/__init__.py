"""Corpo Truppe Volontarie: Santander 1937.  Start at README.md here."""

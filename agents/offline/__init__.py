"""Recorded games as data sets, and agents that learn from them without playing."""

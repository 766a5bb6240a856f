"""Observations: what an agent sees as numbers.  Nothing is hidden: both sides see the whole position."""

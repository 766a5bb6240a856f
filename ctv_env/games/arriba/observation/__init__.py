"""Observations as arrays.  Nothing is hidden: both sides see the whole position."""

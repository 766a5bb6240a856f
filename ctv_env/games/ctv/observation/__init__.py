"""Observations of a position by one side: arrays, visible pieces, visible events."""

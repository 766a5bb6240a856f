"""Conversion of positions to and from JSON-serialisable data."""

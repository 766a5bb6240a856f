"""Positions as JSON-able data, and back."""

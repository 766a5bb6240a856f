"""Observations (being written)."""


def observe(states, i, tables, works, side):
    """Arrays that ``side`` sees."""
    return {}

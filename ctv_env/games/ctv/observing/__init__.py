"""Observations, one file per array: what they hold is declared in ``layout.py``, ``observe.py`` puts them together."""

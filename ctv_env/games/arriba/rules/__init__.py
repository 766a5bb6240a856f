"""The rulebook, one file a chapter, and what several chapters share: ``pieces.py``, ``support.py``."""

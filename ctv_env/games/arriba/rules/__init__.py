"""The rules, one file or more per chapter; several chapters share ``pieces.py`` and ``support.py``."""

"""Editing a game's data files: what can be edited, and how a list of edits becomes new files (``Editor``)."""

"""Untrusted values in error messages."""

import reprlib

_LONGEST = 80  # characters

_SHORT = reprlib.Repr()
_SHORT.maxlevel, _SHORT.maxstring, _SHORT.maxother, _SHORT.maxlong = 2, _LONGEST, _LONGEST, _LONGEST
_SHORT.maxdict = _SHORT.maxlist = _SHORT.maxtuple = _SHORT.maxset = 6


def quoted(value: object) -> str:
    """Return ``repr(value)`` cut to a readable length, however long, deep or repetitive the value is."""
    text = _SHORT.repr(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."

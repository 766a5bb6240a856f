"""Colours of a terminal."""

import os
import typing


def has_colour(stream: typing.TextIO) -> bool:
    """Whether text written there may be coloured: it is a terminal, and nobody forbids it (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

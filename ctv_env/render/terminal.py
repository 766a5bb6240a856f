"""Terminal colours."""

import os
import typing


def has_colour(stream: typing.TextIO | None) -> bool:
    """Return whether text may be coloured: the output is a terminal and NO_COLOR (https://no-color.org) is not set."""
    if stream is None:  # a service may have closed it
        return False
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

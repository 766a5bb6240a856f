"""Parts of the margin: size and caption."""

from ctv_env.core.drawing import Label
from ctv_env.games.ctv.drawing import palette

WIDE, PAD = 246.0, 12.0
"""Width of a part of the right margin, and the padding of its text."""


def caption(text: str) -> Label:
    """Return the heading of a part."""
    return Label(PAD, 20, text.upper(), 12, palette.FAINT, "start", bold=True, spacing=1.1)

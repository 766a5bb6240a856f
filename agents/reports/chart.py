"""Charts by matplotlib."""

import contextlib
import pathlib
import typing
from collections.abc import Iterator

_DPI = 120


@contextlib.contextmanager
def chart(
    picture: pathlib.Path, rows: int, columns: int, size: tuple[float, float], **more: typing.Any
) -> Iterator[tuple[typing.Any, typing.Any]]:
    """Yield a figure of ``rows`` x ``columns`` axes, which is written to ``picture`` at the end of the block.

    Args:
        picture: file to write; its suffix determines the format.
        rows, columns: of axes.
        size: width and height in inches.
        more: further keywords of ``matplotlib.pyplot.subplots``.
    """
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(rows, columns, figsize=size, layout="constrained", **more)
    try:
        yield figure, axes
        figure.savefig(picture, dpi=_DPI)
    finally:
        plt.close(figure)

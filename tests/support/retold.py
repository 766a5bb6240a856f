"""Observations compared with what a naive twin says that they show, channel by channel."""

import numpy as np

from ctv_env.core.observation import Layout


def differing(arrays: dict[str, np.ndarray], told: dict, layouts: tuple[Layout, ...]) -> list[str]:
    """Return the channels of which an array shows something else than the twin, such as ``"hexes.units"``.

    Args:
        arrays: of a side, as whole numbers.
        told: of each array the numbers of each channel; of an array with rows a list of them, one a row.  A row without
            a channel has zeros there.
        layouts: of the arrays.

    Raises:
        AssertionError: the twin lacks a channel, or has one that is not declared.
    """
    found = []
    for layout in layouts:
        array = arrays[layout.name].reshape(-1, layout.n_channels)
        rows = told[layout.name] if isinstance(told[layout.name], list) else [told[layout.name]]
        assert len(rows) == len(array), layout.name
        names = {channel.name for channel in layout.channels}
        assert set().union(*rows) == names, f"{layout.name}: {set().union(*rows) ^ names}"
        first = 0
        for channel in layout.channels:
            nothing = [0] * channel.n
            expected = np.array([row.get(channel.name, nothing) for row in rows])
            if not np.array_equal(array[:, first : first + channel.n], expected):
                found.append(f"{layout.name}.{channel.name}")
            first += channel.n
    return found


def flattened(flat: np.ndarray, layouts: tuple[Layout, ...]) -> dict[str, np.ndarray]:
    """Return the arrays that the observation ``flat`` holds, all rows of a channel together."""
    arrays, first = {}, 0
    for layout in layouts:
        size = int(np.prod(layout.shape))
        part = flat[first : first + size]
        arrays[layout.name] = part.reshape(layout.n_channels, -1).T if layout.before else part
        first += size
    return arrays

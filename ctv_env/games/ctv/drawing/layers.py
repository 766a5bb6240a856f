"""Layers that are drawn on request: zones of control, supply, what a policy would do."""

import functools

import numpy as np

from ctv_env.core.drawing import Circle, Label, Paint, Path, Still, Window
from ctv_env.games.ctv.drawing import palette
from ctv_env.games.ctv.drawing.geometry import RADIUS
from ctv_env.games.ctv.drawing.marks import hex_window, ring
from ctv_env.games.ctv.model.codes import (
    DONE,
    FIRST_HEX,
    FIRST_PIECE,
    MAP,
    N_CELLS,
    NATIONALIST,
    REPUBLICAN,
)
from ctv_env.games.ctv.observation.visibility import Sight

LAYERS = ("zoc", "supply")
"""Layers by name; those of a policy and of a value come with their numbers."""
_LEAST = 0.005  # probabilities below are not drawn


@functools.cache
def _hatch(side: int) -> Still:
    """Slanting lines, to the right for the Nationalist, to the left for the Republican, so that both can be seen."""
    slope, reach = (1, -1)[side], 0.62 * RADIUS
    d = "".join(
        f"M{x - slope * 9:.1f} {reach * 0.75:.1f}L{x + slope * 9:.1f} {-reach * 0.75:.1f}"
        for x in (-20, -10, 0, 10, 20)
    )
    return Still([Path(d, Paint(stroke=palette.ZOC[side], width=1.7, opacity=0.75))])


def zones_of_control(sight: Sight) -> list[Window]:
    """Zones of control of both sides, which are open to all (7.1, ruling R-56)."""
    zoc, played = sight.state["zoc"], sight.t["terrain"][:N_CELLS] > 0
    return [
        hex_window(sight, c, _hatch(side), mark=f"zoc {('nationalist', 'republican')[side]}")
        for side in (NATIONALIST, REPUBLICAN)
        for c in np.flatnonzero((zoc[side][:N_CELLS] > 0) & played).tolist()
    ]


@functools.cache
def _drop(side: int) -> Still:
    """A dot at the western or eastern end of the hex."""
    x = (-24, 24)[side]
    return Still([Circle(x, 0, 3.4, Paint(palette.NET[side], palette.WHITE, 1.1))])


def supply(sight: Sight, net: np.ndarray) -> list[Window]:
    """The hexes that supply reaches (6.2.1); in fog only the own ones.

    Args:
        net: int8 (2, N_CELLS).
    """
    sides = (sight.side,) if sight.fogged else (NATIONALIST, REPUBLICAN)
    return [
        hex_window(sight, c, _drop(side), mark=f"supply {('nationalist', 'republican')[side]}")
        for side in sides
        for c in np.flatnonzero(net[side]).tolist()
    ]


@functools.lru_cache(maxsize=512)
def _share(percent: int, strength: int) -> Still:
    """A probability: a hex the fuller the likelier, up to the likeliest, and its per cent; counters stay legible."""
    words = f"{percent}%" if percent else "<1%"
    return Still(
        [
            Path(ring(2), Paint(palette.POLICY, opacity=0.05 + 0.025 * strength)),
            Path(ring(2), Paint(stroke=palette.POLICY, width=1.6 + 0.24 * strength)),
            Label(0, -24, words, 13, palette.WHITE, bold=True, halo=palette.POLICY),
        ]
    )


def probabilities(sight: Sight, policy: np.ndarray) -> list[Window]:
    """What a policy would do: on hexes, and on the hexes where the pieces stand that it would name."""
    chances = np.zeros(N_CELLS)
    chances += policy[FIRST_HEX:]
    for p in np.flatnonzero(policy[FIRST_PIECE:FIRST_HEX] > 0).tolist():
        if sight.state["piece_place"][p] == MAP and sight.known[p]:
            chances[int(sight.state["piece_hex"][p])] += policy[FIRST_PIECE + p]
    most = max(float(chances.max()), float(policy[DONE]), _LEAST)
    return [
        hex_window(sight, c, _share(round(100 * chances[c]), round(10 * chances[c] / most)), mark="policy")
        for c in np.flatnonzero(chances >= _LEAST).tolist()
    ]

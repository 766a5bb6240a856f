"""Optional layers: zones of control, supply, action probabilities of a policy."""

import functools

import numpy as np

from ctv_env.core.drawing import Circle, Label, Paint, Path, StaticGroup, Window
from ctv_env.games.ctv.drawing import palette
from ctv_env.games.ctv.drawing.geometry import RADIUS
from ctv_env.games.ctv.drawing.marks import hex_window, ring
from ctv_env.games.ctv.model.codes import DONE, FIRST_HEX, FIRST_PIECE, N_CELLS, PLACE, SIDE
from ctv_env.games.ctv.observation.visibility import Visibility

LAYERS = ("zoc", "supply")
"""Layers by name; those of a policy and a value are requested by passing their numbers."""
_LEAST = 0.005  # lower probabilities are not drawn


@functools.cache
def _hatch(side: int) -> StaticGroup:
    """Draw slanting lines, to the right for the Nationalist, to the left for the Republican, so that both show."""
    slope, reach = (1, -1)[side], 0.62 * RADIUS
    d = "".join(
        f"M{x - slope * 9:.1f} {reach * 0.75:.1f}L{x + slope * 9:.1f} {-reach * 0.75:.1f}"
        for x in (-20, -10, 0, 10, 20)
    )
    return StaticGroup([Path(d, Paint(stroke=palette.ZOC[side], width=1.7, opacity=0.75))])


def zones_of_control(visible: Visibility) -> list[Window]:
    """Draw the zones of control of both sides, which are public (7.1, ruling R-56)."""
    zoc, played = visible.state["zoc"], visible.t["terrain"][:N_CELLS] > 0
    return [
        hex_window(visible, c, _hatch(side), mark=f"zoc {('nationalist', 'republican')[side]}")
        for side in (SIDE.NATIONALIST, SIDE.REPUBLICAN)
        for c in np.flatnonzero((zoc[side][:N_CELLS] > 0) & played).tolist()
    ]


@functools.cache
def _drop(side: int) -> StaticGroup:
    """Draw a dot at the western or eastern end of the hex."""
    x = (-24, 24)[side]
    return StaticGroup([Circle(x, 0, 3.4, Paint(palette.NET[side], palette.WHITE, 1.1))])


def supply(visible: Visibility, net: np.ndarray) -> list[Window]:
    """Mark the hexes that supply reaches (6.2.1); in fog only those of the viewing side.

    Args:
        net: int8 (2, N_CELLS).
    """
    sides = (visible.side,) if visible.fogged else (SIDE.NATIONALIST, SIDE.REPUBLICAN)
    return [
        hex_window(visible, c, _drop(side), mark=f"supply {('nationalist', 'republican')[side]}")
        for side in sides
        for c in np.flatnonzero(net[side]).tolist()
    ]


@functools.lru_cache(maxsize=512)
def _share(percent: int, strength: int) -> StaticGroup:
    """Draw a probability: its percentage, and a fill of the hex in proportion to it; counters stay legible."""
    words = f"{percent}%" if percent else "<1%"
    return StaticGroup(
        [
            Path(ring(2), Paint(palette.POLICY, opacity=0.05 + 0.025 * strength)),
            Path(ring(2), Paint(stroke=palette.POLICY, width=1.6 + 0.24 * strength)),
            Label(0, -24, words, 13, palette.WHITE, bold=True, halo=palette.POLICY),
        ]
    )


def probabilities(visible: Visibility, policy: np.ndarray) -> list[Window]:
    """Draw the action probabilities of a policy, those of pieces in the pieces' hexes."""
    chances = np.zeros(N_CELLS)
    chances += policy[FIRST_HEX:]
    for p in np.flatnonzero(policy[FIRST_PIECE:FIRST_HEX] > 0).tolist():
        if visible.state["piece_place"][p] == PLACE.MAP and visible.known[p]:
            chances[int(visible.state["piece_hex"][p])] += policy[FIRST_PIECE + p]
    most = max(float(chances.max()), float(policy[DONE]), _LEAST)
    return [
        hex_window(visible, c, _share(round(100 * chances[c]), round(10 * chances[c] / most)), mark="policy")
        for c in np.flatnonzero(chances >= _LEAST).tolist()
    ]

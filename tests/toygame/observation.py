"""Observations: numbers for each area, then for the whole game."""

import numpy as np

from ctv_env.core.jit import array_at, jit
from ctv_env.core.observation import Channel, Layout
from ctv_env.core.terms import FIRST, SECOND
from toygame.model import COUNTERS, FIRST_MOVE, MAX_ACTIONS, ROUNDS, SIDES, Node

MOST = 60
"""Upper bound of men and gold."""

AREA = (
    Channel("own_men", "men of the observer in the area", MOST),
    Channel("other_men", "men of the other side", MOST),
    Channel("worth", "gold that the area pays at most", 4),
    Channel("reach", "whether the observer can order its column there now"),
)
GENERAL = (
    Channel("own_gold", "gold of the observer", MOST),
    Channel("other_gold", "gold of the other side", MOST),
    Channel("cup", "counters left of each kind", 6, n=len(COUNTERS)),
    Channel("price", "of a man in this round, 0 before it is known", 3),
    Channel("turn", "round", ROUNDS),
    Channel("order", "the order that the observer has given in secret, its action and one; 0 for none", MAX_ACTIONS),
    Channel("side", "which side the observer is", n=len(SIDES)),
    Channel("decides", "whether the observer decides"),
    Channel("node", "what is decided", n=len(Node)),
)
_AREA, _GENERAL, _N_NODES = len(AREA), Layout("general", GENERAL).n_channels, len(Node)


def layouts(n_areas: int) -> dict[str, tuple[Layout, ...]]:
    """Return the kinds of observation for a board of that size: the same numbers in one array or in two."""
    flat = tuple(channel._replace(name=f"{channel.name}_{k}") for k in range(n_areas) for channel in AREA)
    return {
        "flat": (Layout("flat", flat + GENERAL),),
        "areas": (Layout("areas", AREA, before=(n_areas,)), Layout("general", GENERAL)),
    }


@jit
def fill_row(s, t, w, side, kind, row, has_static):
    """See ``core.terms.Hooks``; of secret orders only the observer's own is included."""
    out = array_at(row, (int(t.n_areas) * _AREA + _GENERAL,), np.uint8)
    decides = int(s.to_move == side)
    for area in range(t.n_areas):
        k = area * _AREA
        out[k] = s.men[side] if s.place[side] == area else 0
        out[k + 1] = s.men[1 - side] if s.place[1 - side] == area else 0
        out[k + 2] = t.worth[area]
        out[k + 3] = decides * w.mask[FIRST_MOVE + area]
    general = out[int(t.n_areas) * _AREA :]
    general[0], general[1] = s.gold[side], s.gold[1 - side]
    general[2], general[3], general[4] = s.cup[0], s.cup[1], s.cup[2]
    general[5], general[6] = s.price, s.turn
    general[7] = s.order + 1 if side == FIRST else 0
    general[8], general[9], general[10] = side == FIRST, side == SECOND, decides
    for node in range(_N_NODES):
        general[11 + node] = s.node == node

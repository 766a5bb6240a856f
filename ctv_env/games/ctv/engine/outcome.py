"""The score that counts as 1 in a reward, and the potential of a position for the Nationalist, for shaped rewards."""

from ctv_env.core.bitboard import put, spread
from ctv_env.core.jit import jit, lowest_bit
from ctv_env.games.ctv.model.codes import BOARD_ROWS, COLUMNS, FIRST_ROW, NODE, PLACE, SIDE, SIDE_SLOTS
from ctv_env.games.ctv.rules.r14_victory import brigades_eliminated, hex_vp, objectives_held

# Terms of the potential; the weights sum to 1.
_VICTORY_WEIGHT, _MATERIAL_WEIGHT, _MORALE_WEIGHT = 0.7, 0.2, 0.1
_NEARNESS = 0.6  # maximum worth of an objective that is not held, as a share of one that is
_FAR_AWAY = 12  # distance in hexes at which an objective no longer counts as approached


@jit
def _worth(s, t, objectives, r, nearness):
    """Victory points of ``objectives``, bits of row ``r``, times ``nearness``."""
    total = 0
    while objectives:
        total += hex_vp(s, t, (r - 1) * COLUMNS + lowest_bit(objectives))
        objectives &= objectives - 1
    return total * nearness


@jit
def _approached(s, t, w):
    """Worth of objectives not held, which falls with the distance of the nearest Nationalist combat unit.

    ``w.front`` spreads from the units by one hex per round, over any terrain; ``w.way`` has the objectives not reached.
    """
    open_ones = 0
    for r in range(1, BOARD_ROWS - 1):
        w.way[r] = 0
        objectives = int(t.objective_rows[r])
        while objectives:
            k = lowest_bit(objectives)
            objectives &= objectives - 1
            if s.cell_control[(r - 1) * COLUMNS + k] != SIDE.NATIONALIST:
                w.way[r] |= 1 << k
        open_ones |= int(w.way[r])
    for r in range(BOARD_ROWS):
        w.front[r] = 0
    for u in range(SIDE_SLOTS):
        if s.piece_place[u] == PLACE.MAP and t.is_combat[u]:
            put(w.front, COLUMNS, int(s.piece_hex[u]), True)
    total = 0.0
    for hexes in range(_FAR_AWAY):
        if open_ones == 0:
            break
        open_ones = 0
        for r in range(1, BOARD_ROWS - 1):
            total += _worth(s, t, int(w.way[r]) & int(w.front[r]), r, _NEARNESS * (1.0 - hexes / _FAR_AWAY))
            w.way[r] &= ~int(w.front[r])
            open_ones |= int(w.way[r])
        spread(w.front, w.reached, t.beside_rows, FIRST_ROW)
    return total


@jit
def _progress(s, t, w):
    """Victory points held or approached, as a share of those that win, 0 to 1."""
    brigades = min(brigades_eliminated(s, t) / t.brigades_for_vp, 1.0) * t.brigade_vp
    return min((brigades + objectives_held(s, t) + _approached(s, t, w)) / t.vp_to_win, 1.0)


@jit
def _steps_left(s, t, side):
    """Steps of the ground units of ``side`` on the map, as a share of all in the scenario, 0 to 1."""
    left = 0
    full = 0
    for u in range(side * SIDE_SLOTS, (side + 1) * SIDE_SLOTS):
        if s.piece_place[u] != PLACE.UNUSED:
            left += int(s.unit_steps[u])
            full += int(t.steps[u])
    return left / full if full > 0 else 0.0


@jit
def potential(s, t, w):
    """Return the potential for the Nationalist, -1 to 1, for reward shaping: 0 at the end of the game.

    Its terms are victory points held or approached, steps left on either side, and the Republican morale marker.  Sets
    in ``w`` are overwritten.
    """
    if s.node == NODE.OVER:
        return 0.0
    victory = 2.0 * _progress(s, t, w) - 1.0
    material = _steps_left(s, t, SIDE.NATIONALIST) - _steps_left(s, t, 1 - SIDE.NATIONALIST)
    morale = 2.0 * s.morale / t.morale_max - 1.0
    return _VICTORY_WEIGHT * victory + _MATERIAL_WEIGHT * material + _MORALE_WEIGHT * morale


@jit
def score_scale(t):
    """Victory points with which the Nationalist wins (14.1)."""
    return int(t.vp_to_win)

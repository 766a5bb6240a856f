"""How a game stands and how it ended, from the view of a side: the facts behind the rewards."""

from ctv_env.core.hexgrid import hex_distance
from ctv_env.core.jit import jit
from ctv_env.games.ctv.codes import (
    COLUMNS,
    FIRST_ROW,
    MAP,
    N_CELLS,
    NATIONALIST,
    NOBODY,
    OVER,
    SIDE_SLOTS,
    UNUSED,
)
from ctv_env.games.ctv.rules.r14_victory import brigades_eliminated, hex_vp, victory_points

# What the potential is made of; the weights sum to 1.
_VICTORY_WEIGHT, _MATERIAL_WEIGHT, _MORALE_WEIGHT = 0.7, 0.2, 0.1
_NEARNESS = 0.6  # an objective with the attacker beside it is worth up to this much of one that he holds
_FAR_AWAY = 12.0  # hexes from which an objective counts as not approached at all


@jit
def vp_margin(s, t, side):
    """Victory points above those that win for the Nationalist (14.1); for the Republican the same below zero."""
    margin = victory_points(s, t) - int(t.vp_to_win)
    return margin if side == NATIONALIST else -margin


@jit
def result(s, side):
    """1 if ``side`` has won, -1 if it has lost, 0 while the game goes on."""
    if s.winner == NOBODY:
        return 0
    return 1 if s.winner == side else -1


@jit
def _nearness(s, t, c):
    """1 for an objective that the Nationalist holds; else less, by how near his next combat unit is."""
    if s.cell_control[c] == NATIONALIST:
        return 1.0
    nearest = _FAR_AWAY
    for u in range(SIDE_SLOTS):
        if s.piece_place[u] == MAP and t.is_combat[u]:
            nearest = min(nearest, float(hex_distance(COLUMNS, FIRST_ROW, int(s.piece_hex[u]), c)))
    return _NEARNESS * (1.0 - nearest / _FAR_AWAY)


@jit
def _progress(s, t):
    """Victory points held or approached, of those that win, 0 to 1."""
    total = min(brigades_eliminated(s, t) / t.brigades_for_vp, 1.0) * t.brigade_vp
    for c in range(N_CELLS):
        if t.vp[c] > 0:
            total += hex_vp(s, t, c) * _nearness(s, t, c)
    return min(total / t.vp_to_win, 1.0)


@jit
def _steps_left(s, t, side):
    """Steps of the ground units of ``side`` on the map, of all that the scenario gives it, 0 to 1."""
    left = 0
    full = 0
    for u in range(side * SIDE_SLOTS, (side + 1) * SIDE_SLOTS):
        if s.piece_place[u] != UNUSED:
            left += int(s.unit_steps[u])
            full += int(t.steps[u])
    return left / full if full > 0 else 0.0


@jit
def potential(s, t, side):
    """How well ``side`` stands, -1 to 1, for reward shaping: zero-sum, and 0 at the end of the game.

    Victory points held or approached, steps left on either side, and the Republican morale marker.
    """
    if s.node == OVER:
        return 0.0
    victory = 2.0 * _progress(s, t) - 1.0
    material = _steps_left(s, t, NATIONALIST) - _steps_left(s, t, 1 - NATIONALIST)
    morale = 2.0 * s.morale / t.morale_max - 1.0
    value = _VICTORY_WEIGHT * victory + _MATERIAL_WEIGHT * material + _MORALE_WEIGHT * morale
    return value if side == NATIONALIST else -value

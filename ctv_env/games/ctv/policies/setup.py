"""PLACE and PLACE_TRENCH: near the historical deployment, which covers the line."""

from ctv_env.core.hexgrid import hex_distance
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.actions import hex_action
from ctv_env.games.ctv.model.codes import COLUMNS, DONE, FIRST_HEX, FIRST_ROW, N_CELLS, NOWHERE, SIDE


@jit
def choose_place(s, t, w):
    """Return the legal hex nearest to that of the piece in the historical deployment (ruling R-55)."""
    goal = NOWHERE
    best = 0
    for c in range(N_CELLS):
        if w.mask[FIRST_HEX + c]:
            away = distance_from_history(s, t, c)
            if goal == NOWHERE or away < best:
                goal = c
                best = away
    return hex_action(goal)


@jit
def distance_from_history(s, t, c):
    """Hexes from ``c`` to that of the piece in the historical deployment; 0 if it has none."""
    wanted = int(t.start_hex[s.piece])
    return hex_distance(COLUMNS, FIRST_ROW, wanted, c) if wanted != NOWHERE else 0


@jit
def choose_trench(s, t, w):
    """Dig where the historical trenches were, else where the most units are at the front."""
    goal = NOWHERE
    best = 0
    for c in range(N_CELLS):
        if w.mask[FIRST_HEX + c]:
            value = value_of_trench(s, t, c)
            if value > best:
                goal = c
                best = value
    return hex_action(goal) if goal != NOWHERE else DONE


@jit
def value_of_trench(s, t, c):
    """Worth of a trench in ``c``."""
    value = 2 * int(s.cell_combat[c]) + int(t.start_trench[c]) * COLUMNS
    return value + (1 if t.front_bit[SIDE.REPUBLICAN, c] >= 0 else 0)

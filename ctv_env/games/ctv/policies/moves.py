"""MOVE and MOVE_TO: move piece by piece to the most valuable hex, until no move gains anything."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.actions import hex_action, piece_action
from ctv_env.games.ctv.model.codes import DONE, END_SC, FIRST_HEX, FIRST_PIECE, N_CELLS, N_GROUND, NOWHERE, OFF
from ctv_env.games.ctv.model.staff_constants import STAFF, constant
from ctv_env.games.ctv.policies.plan import survey
from ctv_env.games.ctv.policies.posts import value_of
from ctv_env.games.ctv.rules.pieces import is_column
from ctv_env.games.ctv.rules.r08_costs import allowance
from ctv_env.games.ctv.rules.r08_movement import is_destination
from ctv_env.games.ctv.rules.r08_paths import FAR, reach

COMBAT_UNITS, HEADQUARTERS, COLUMNS_OF_SUPPLY = range(3)
WAVES = (COMBAT_UNITS, HEADQUARTERS, COLUMNS_OF_SUPPLY)  # order of movement


@jit
def choose_mover(s, t, w, orders):
    """Return the first piece that gains by a move: combat units, HQs, then columns; each moves once per segment."""
    survey(s, t, w, int(s.to_move), orders)
    for wave in WAVES:
        for p in range(END_SC):
            if w.mask[FIRST_PIECE + p] and wave_of(t, p) == wave and s.piece_mp[p] == allowance(s, t, p):
                if best_move(s, t, w, p) != NOWHERE:
                    return piece_action(p)
    return DONE


@jit
def wave_of(t, p):
    if is_column(p):
        return COLUMNS_OF_SUPPLY
    return COMBAT_UNITS if p < N_GROUND and t.is_combat[p] else HEADQUARTERS


@jit
def best_move(s, t, w, p):
    """Return the most valuable destination of ``p``, NOWHERE if none justifies the move."""
    reach(s, t, w, p, OFF)
    best = value_of(s, t, w, p, int(s.piece_hex[p])) + inertia_of(t, w, p)
    goal = NOWHERE
    for c in range(N_CELLS):
        if min(w.cost[c], w.cost[c + N_CELLS + 1]) < FAR and is_destination(s, t, w, p, c):
            value = value_of(s, t, w, p, c)
            if value > best:
                best = value
                goal = c
    return goal


@jit
def inertia_of(t, w, p):
    """Return the gain from which ``p`` moves."""
    return constant(t, w, STAFF.COLUMN_INERTIA if is_column(p) else STAFF.INERTIA)


@jit
def choose_destination(s, t, w, orders):
    """Return the most valuable destination of the chosen piece."""
    survey(s, t, w, int(s.to_move), orders)
    return hex_action(best_hex(s, t, w, int(s.piece)))


@jit
def best_hex(s, t, w, p):
    """Return the legal hex in which ``p`` is worth most."""
    goal = NOWHERE
    best = 0
    for c in range(N_CELLS):
        if w.mask[FIRST_HEX + c]:
            value = value_of(s, t, w, p, c)
            if goal == NOWHERE or value > best:
                best = value
                goal = c
    return goal

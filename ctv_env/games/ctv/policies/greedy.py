"""A greedy opponent: each decision in isolation, towards the nearest objective and at the best current odds."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.actions import hex_action, piece_action
from ctv_env.games.ctv.model.codes import (
    CELLS,
    DONE,
    END_SC,
    FIRST_HEX,
    FIRST_PIECE,
    N_CELLS,
    N_PIECES,
    NODE,
    NOWHERE,
    OFF,
    SIDE,
)
from ctv_env.games.ctv.policies.after_combat import choose_loss
from ctv_env.games.ctv.policies.enemy_estimate import TENTHS, estimate_enemy
from ctv_env.games.ctv.policies.fights import choose_attacker, joint_attack
from ctv_env.games.ctv.policies.plan import spread_nearness
from ctv_env.games.ctv.policies.setup import choose_place
from ctv_env.games.ctv.policies.uniform import uniform
from ctv_env.games.ctv.rules.pieces import is_column
from ctv_env.games.ctv.rules.r05_stacking import keeps_the_limit
from ctv_env.games.ctv.rules.r08_costs import allowance
from ctv_env.games.ctv.rules.r08_movement import is_destination
from ctv_env.games.ctv.rules.r08_paths import reach
from ctv_env.games.ctv.rules.r14_victory import hex_vp

ODDS = 2  # minimum odds of an attack
FAR_AWAY = 99  # maximum distance from an objective in hexes


@jit
def greedy(s, t, w):
    """Return the action of the side to move at the current decision node, whose mask is in ``w``."""
    node = int(s.node)
    if node == NODE.MOVE:
        return _choose_mover(s, t, w)
    if node == NODE.MOVE_TO:
        return _choose_destination(s, t, w)
    if node == NODE.TARGET:
        return _choose_target(s, t, w)
    if node == NODE.ATTACKERS:
        return choose_attacker(s, t, w)
    if NODE.SUPPORT_ATT <= node <= NODE.SUPPLY_COLUMN_DEF or node == NODE.ADVANCE:
        return _first_piece(w)
    if node in (NODE.LOSS_ATT, NODE.LOSS_DEF):
        return choose_loss(s, t, w)
    if node == NODE.RETREAT and w.mask[DONE]:
        return DONE
    if node == NODE.PLACE:
        return choose_place(s, t, w)
    return uniform(w)


@jit
def _measure_ways(s, t, w, side):
    """Fill ``w.near``: hexes by land to the nearest objective; for the Nationalist, to the nearest not yet held."""
    tail = 0
    for c in range(CELLS):
        w.near[c] = FAR_AWAY
    for c in range(N_CELLS):
        if hex_vp(s, t, c) > 0 and (side == SIDE.REPUBLICAN or s.cell_control[c] != side):
            w.near[c] = 0
            w.queue[tail] = c
            tail += 1
    spread_nearness(t, w, tail)


@jit
def _choose_mover(s, t, w):
    """Return the first piece that can get nearer to an objective; each moves once per segment."""
    _measure_ways(s, t, w, int(s.to_move))
    for p in range(END_SC):
        if w.mask[FIRST_PIECE + p] and s.piece_mp[p] == allowance(s, t, p) and _gets_nearer(s, t, w, p):
            return piece_action(p)
    return DONE


@jit
def _gets_nearer(s, t, w, p):
    reach(s, t, w, p, OFF)
    for c in range(N_CELLS):
        if w.near[c] < w.near[int(s.piece_hex[p])] and is_destination(s, t, w, p, c) and _has_room(s, t, p, c):
            return True
    return False


@jit
def _has_room(s, t, p, c):
    return is_column(p) or keeps_the_limit(s, t, p, c)


@jit
def _choose_destination(s, t, w):
    """Return the hex nearest to an objective, if possible one with room."""
    _measure_ways(s, t, w, int(s.to_move))
    p = int(s.piece)
    goal = NOWHERE
    best = 0
    for c in range(N_CELLS):
        if w.mask[FIRST_HEX + c]:
            away = int(w.near[c]) + (0 if _has_room(s, t, p, c) else FAR_AWAY)
            if goal == NOWHERE or away < best:
                goal = c
                best = away
    return hex_action(goal)


@jit
def _choose_target(s, t, w):
    """Return the attack with the best odds of all units that may join, if they are sufficient."""
    side = int(s.to_move)
    estimate_enemy(s, t, w, side)
    best = ODDS * TENTHS
    action = DONE
    for c in range(N_CELLS):
        if w.mask[FIRST_HEX + c]:
            odds = TENTHS * joint_attack(s, t, side, c) // max(int(w.foe_defence[c]), 1)
            if odds >= best:
                best = odds
                action = hex_action(c)
    return action


@jit
def _first_piece(w):
    """Return the first legal piece: nothing is saved for later."""
    for p in range(N_PIECES):
        if w.mask[FIRST_PIECE + p]:
            return piece_action(p)
    return DONE

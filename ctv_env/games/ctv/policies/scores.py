"""What the staff thinks of each legal action: the scores by which it chooses, for learners that see them.

Scores of one decision compare with each other; those of different kinds of decisions have different units.
"""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.actions import as_cell, as_piece
from ctv_env.games.ctv.model.codes import DONE, FIRST_HEX, NODE, NOWHERE, PLACE
from ctv_env.games.ctv.model.staff_constants import STAFF, constant
from ctv_env.games.ctv.policies.after_combat import (
    gain_of_advance,
    should_stand,
    value_of_loss,
    value_of_retreat,
    value_of_withdrawal,
)
from ctv_env.games.ctv.policies.enemy_estimate import TENTHS
from ctv_env.games.ctv.policies.fights import column_named, gain_of_attack
from ctv_env.games.ctv.policies.moves import best_move, inertia_of
from ctv_env.games.ctv.policies.plan import attack_of, survey
from ctv_env.games.ctv.policies.posts import value_of
from ctv_env.games.ctv.policies.setup import distance_from_history, value_of_trench
from ctv_env.games.ctv.policies.support import effect_of_disorganising, gain_of_support
from ctv_env.games.ctv.rules.r09_bombardment import points
from ctv_env.games.ctv.rules.r10_retreat import retreat_from

STAND = 100  # score of standing instead of a retreat; its opposite where the stack had better not


@jit
def begin_scores(s, t, w):
    """Prepare ``score_of`` at the current node, whose mask is in ``w``; return two numbers that it takes."""
    side = int(s.to_move)
    survey(s, t, w, side)
    if NODE.SUPPORT_ATT <= s.node <= NODE.SUPPLY_COLUMN_DEF:
        net = points(s, t, side) - points(s, t, 1 - side)
        return net, effect_of_disorganising(s, t, w, side)
    if s.node in (NODE.MOVE_TO, NODE.ADVANCE_TO):
        return value_of(s, t, w, int(s.piece), int(s.piece_hex[s.piece])), 0
    if s.node == NODE.RETREAT:
        return int(s.cell_first[retreat_from(s, t)]), 0
    return 0, 0


@jit
def score_of(s, t, w, action, first, second):
    """Return the score of a legal ``action``; ``first`` and ``second`` are what ``begin_scores`` has returned.

    Passing scores 0 wherever the staff passes unless something scores more.
    """
    if action == DONE:
        return _score_of_passing(s, t, w)
    if action >= FIRST_HEX:
        return _score_of_cell(s, t, w, as_cell(action), first)
    return _score_of_piece(s, t, w, as_piece(action), first, second)


@jit
def _score_of_passing(s, t, w):
    if s.node == NODE.ATTACKERS:
        return TENTHS * column_named(s, t, w, int(s.target))
    if s.node == NODE.RETREAT:
        return STAND if should_stand(s, t, w) else -STAND
    return 0


@jit
def _score_of_piece(s, t, w, p, first, second):
    node = int(s.node)
    if node == NODE.MOVE:
        return _gain_of_move(s, t, w, p)
    if node == NODE.ATTACKERS:
        return attack_of(s, t, p)
    if NODE.SUPPORT_ATT <= node <= NODE.SUPPLY_COLUMN_DEF:
        return gain_of_support(t, w, first, second, p)
    if node in (NODE.LOSS_ATT, NODE.LOSS_DEF):
        return value_of_loss(s, t, p)
    if node == NODE.ADVANCE:
        return gain_of_advance(s, t, w, p)
    if node == NODE.WITHDRAW:
        return value_of_withdrawal(s, t, w, p)
    return int(w.worth[int(s.piece_hex[p])]) if node == NODE.BREAKDOWN and s.piece_place[p] == PLACE.MAP else 0


@jit
def _gain_of_move(s, t, w, p):
    """What ``p`` gains by the best of its moves, beyond its inertia; 0 if no move gains anything."""
    goal = best_move(s, t, w, p)
    if goal == NOWHERE:
        return 0
    return value_of(s, t, w, p, goal) - value_of(s, t, w, p, int(s.piece_hex[p])) - inertia_of(t, w, p)


@jit
def _score_of_cell(s, t, w, c, first):
    node = int(s.node)
    if node in (NODE.MOVE_TO, NODE.ADVANCE_TO):
        return value_of(s, t, w, int(s.piece), c) - first
    if node == NODE.TARGET:
        side = int(s.to_move)
        return gain_of_attack(s, t, w, side, c) - constant(t, w, STAFF.HURDLE + side)
    if node == NODE.RETREAT:
        return value_of_retreat(s, t, w, first, c)
    if node == NODE.PLACE_SC:
        return value_of(s, t, w, int(s.piece), c)
    if node == NODE.PLACE:
        return -distance_from_history(s, t, c)
    return value_of_trench(s, t, c) if node == NODE.PLACE_TRENCH else 0

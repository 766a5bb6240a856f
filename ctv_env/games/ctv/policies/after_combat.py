"""What follows a combat, and the choices made beside it: losses, retreats, advances, withdrawals, breakdowns."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.actions import hex_action, piece_action
from ctv_env.games.ctv.model.codes import (
    DONE,
    FIRST_HEX,
    FIRST_PIECE,
    N_CELLS,
    N_GROUND,
    N_PIECES,
    NATIONALIST,
    NOWHERE,
)
from ctv_env.games.ctv.policies.moves import best_hex
from ctv_env.games.ctv.policies.plan import defence_of, survey
from ctv_env.games.ctv.policies.posts import value_of
from ctv_env.games.ctv.rules.pieces import is_ground
from ctv_env.games.ctv.rules.r10_retreat import retreat_from
from ctv_env.games.ctv.rules.r14_victory import hex_vp

FULL_STRENGTH = 100  # a unit with two steps bleeds before one with its last
FRONT_DUTY = 10
PURSUIT = (8, 0)  # by side, of an advance whatever the hex: the next objective comes nearer
LAST_STEPS = 2  # a stack with no more than this left does not stand


@jit
def choose_loss(s, t, w):
    """Who bleeds: a unit with a step to spare, and of those the weakest attacker."""
    action = DONE
    best = -1000
    for u in range(N_GROUND):
        if w.mask[FIRST_PIECE + u]:
            steps = int(s.unit_steps[u])
            value = (FULL_STRENGTH if steps > 1 else 0) - int(t.attack[steps, u]) - int(t.defence[steps, u])
            if value > best:
                best = value
                action = piece_action(u)
    return action


@jit
def choose_retreat(s, t, w):
    """Stand in an objective, or where enough steps remain; else back to the best hex."""
    side = int(s.to_move)
    survey(s, t, w, side)
    stack = int(s.cell_first[retreat_from(s, t)])
    if w.mask[DONE] and _should_stand(s, t):
        return DONE
    goal = NOWHERE
    best = 0
    for c in range(N_CELLS):
        if w.mask[FIRST_HEX + c]:
            value = value_of(s, t, w, stack, c) + defence_of(s, t, stack, c)
            if goal == NOWHERE or value > best:
                goal = c
                best = value
    return hex_action(goal) if goal != NOWHERE else DONE


@jit
def _should_stand(s, t):
    """True if the stack can bear the loss: it does not die of it, and the hex or its strength is worth it."""
    steps = 0
    c = int(s.target)
    u = int(s.cell_first[c])
    while u != NOWHERE:
        steps += int(s.unit_steps[u]) if t.is_combat[u] else 0
        u = int(s.unit_next[u])
    left = steps - int(s.owed_def)
    if left <= 0:
        return False
    return hex_vp(s, t, c) > 0 or left >= LAST_STEPS


@jit
def choose_advance(s, t, w):
    """Advance with whoever gains by it, the most valuable first."""
    survey(s, t, w, int(s.to_move))
    pursuit = PURSUIT[int(s.to_move)]
    action = DONE
    best = 0
    for u in range(N_GROUND):
        if w.mask[FIRST_PIECE + u]:
            gain = pursuit + value_of(s, t, w, u, int(s.target)) - value_of(s, t, w, u, int(s.piece_hex[u]))
            if gain > best:
                best = gain
                action = piece_action(u)
    return action


@jit
def choose_advance_hex(s, t, w):
    """The hex of an advance that is worth most."""
    survey(s, t, w, int(s.to_move))
    return hex_action(best_hex(s, t, w, int(s.piece)))


@jit
def choose_withdrawal(s, t, w):
    """The infantry that the front needs least, and any air unit (12.3)."""
    survey(s, t, w, int(s.to_move))
    action = DONE
    best = -1000
    for p in range(N_PIECES):
        if w.mask[FIRST_PIECE + p]:
            value = 0
            if is_ground(p):
                value = FRONT_DUTY * int(w.near[int(s.piece_hex[p])]) - int(t.attack[int(s.unit_steps[p]), p])
            if value > best:
                best = value
                action = piece_action(p)
    return action


@jit
def choose_breakdown(s, t, w):
    """A battalion where it holds most: an objective, else near the enemy (13.3)."""
    survey(s, t, w, int(s.to_move))
    action = DONE
    best = -1000
    for u in range(N_GROUND):
        if w.mask[FIRST_PIECE + u]:
            value = int(w.worth[int(s.piece_hex[u])])
            if value > best:
                best = value
                action = piece_action(u)
    return action


@jit
def choose_new_column(s, t, w):
    """Where the new supply column is worth most (9.3)."""
    survey(s, t, w, NATIONALIST)
    return hex_action(best_hex(s, t, w, int(s.piece)))

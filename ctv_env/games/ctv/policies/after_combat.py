"""Choices after and outside of combat: losses, retreats, advances, withdrawals, breakdowns, new columns."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.actions import hex_action, piece_action
from ctv_env.games.ctv.model.codes import DONE, FIRST_HEX, FIRST_PIECE, N_CELLS, N_GROUND, N_PIECES, NOWHERE, SIDE
from ctv_env.games.ctv.model.staff_constants import STAFF, constant
from ctv_env.games.ctv.policies.moves import best_hex
from ctv_env.games.ctv.policies.plan import defence_of, survey
from ctv_env.games.ctv.policies.posts import value_of
from ctv_env.games.ctv.rules.pieces import is_ground
from ctv_env.games.ctv.rules.r10_retreat import retreat_from
from ctv_env.games.ctv.rules.r14_victory import hex_vp

FULL_STRENGTH = 100  # bonus for taking losses from units with two steps first
FRONT_DUTY = 10


@jit
def choose_loss(s, t, w):
    """Take the loss from a unit with a step to spare, preferably the weakest attacker."""
    action = DONE
    best = -1000
    for u in range(N_GROUND):
        if w.mask[FIRST_PIECE + u]:
            value = value_of_loss(s, t, u)
            if value > best:
                best = value
                action = piece_action(u)
    return action


@jit
def value_of_loss(s, t, u):
    """How readily ``u`` takes the loss of a step."""
    steps = int(s.unit_steps[u])
    return (FULL_STRENGTH if steps > 1 else 0) - int(t.attack[steps, u]) - int(t.defence[steps, u])


@jit
def choose_retreat(s, t, w):
    """Stand in an objective, or if enough steps remain; else retreat to the best hex."""
    side = int(s.to_move)
    survey(s, t, w, side)
    stack = int(s.cell_first[retreat_from(s, t)])
    if w.mask[DONE] and should_stand(s, t, w):
        return DONE
    goal = NOWHERE
    best = 0
    for c in range(N_CELLS):
        if w.mask[FIRST_HEX + c]:
            value = value_of_retreat(s, t, w, stack, c)
            if goal == NOWHERE or value > best:
                goal = c
                best = value
    return hex_action(goal) if goal != NOWHERE else DONE


@jit
def value_of_retreat(s, t, w, stack, c):
    """Worth of a retreat to ``c`` of the stack whose first unit is ``stack``."""
    return value_of(s, t, w, stack, c) + defence_of(s, t, stack, c)


@jit
def should_stand(s, t, w):
    """True if the stack survives the loss, and the hex or its strength justifies it."""
    steps = 0
    c = int(s.target)
    u = int(s.cell_first[c])
    while u != NOWHERE:
        steps += int(s.unit_steps[u]) if t.is_combat[u] else 0
        u = int(s.unit_next[u])
    left = steps - int(s.owed_def)
    if left <= 0:
        return False
    return hex_vp(s, t, c) > 0 or left >= constant(t, w, STAFF.LAST_STEPS)


@jit
def choose_advance(s, t, w):
    """Advance the unit that gains most by it."""
    survey(s, t, w, int(s.to_move))
    action = DONE
    best = 0
    for u in range(N_GROUND):
        if w.mask[FIRST_PIECE + u]:
            gain = gain_of_advance(s, t, w, u)
            if gain > best:
                best = gain
                action = piece_action(u)
    return action


@jit
def gain_of_advance(s, t, w, u):
    """What ``u`` gains by an advance into the target."""
    pursuit = constant(t, w, STAFF.PURSUIT + int(s.to_move))
    return pursuit + value_of(s, t, w, u, int(s.target)) - value_of(s, t, w, u, int(s.piece_hex[u]))


@jit
def choose_advance_hex(s, t, w):
    """Return the most valuable hex of an advance."""
    survey(s, t, w, int(s.to_move))
    return hex_action(best_hex(s, t, w, int(s.piece)))


@jit
def choose_withdrawal(s, t, w):
    """Withdraw the infantry that the front needs least, and any air unit (12.3)."""
    survey(s, t, w, int(s.to_move))
    action = DONE
    best = -1000
    for p in range(N_PIECES):
        if w.mask[FIRST_PIECE + p]:
            value = value_of_withdrawal(s, t, w, p)
            if value > best:
                best = value
                action = piece_action(p)
    return action


@jit
def value_of_withdrawal(s, t, w, p):
    """How easily the front does without ``p``."""
    if not is_ground(p):
        return 0
    return FRONT_DUTY * int(w.near[int(s.piece_hex[p])]) - int(t.attack[int(s.unit_steps[p]), p])


@jit
def choose_breakdown(s, t, w):
    """Leave a battalion where it is most useful: in an objective, else near the enemy (13.3)."""
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
    """Place the new supply column where it is worth most (9.3)."""
    survey(s, t, w, SIDE.NATIONALIST)
    return hex_action(best_hex(s, t, w, int(s.piece)))

"""LOSS, ADVANCE, ADVANCE_TO: who takes a loss, and who goes on where."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.actions import DONE
from ctv_env.games.tscw.model.codes import KIND, SIDE
from ctv_env.games.tscw.policies.actions import hex_action, piece_action
from ctv_env.games.tscw.policies.plan import survey
from ctv_env.games.tscw.policies.posts import value_of
from ctv_env.games.tscw.policies.seats import seat
from ctv_env.games.tscw.rules.pieces import attack_of, defence_of

ADVANCE_BONUS = (6, 0, 6, 0)  # by seat, worth of any advance
NOT_REBUILT = 3  # worth more of a unit that cannot be rebuilt (7.3)
STAFF = 50  # of an HQ


@jit
def choose_loss(s, t, w):
    """Take the step from the unit that misses it least."""
    side = int(s.to_move)
    action, least = DONE, 10000
    for p in range(int(t.n_pieces)):
        if w.mask[piece_action(p)] and worth_of_step(s, t, p, side) < least:
            action, least = piece_action(p), worth_of_step(s, t, p, side)
    return action


@jit
def worth_of_step(s, t, p, side):
    """Factors that go with the next step of a unit, weighted by what its side does with them."""
    if t.kind[p] == KIND.HQ:
        return STAFF
    face, left = int(s.face[p]), int(s.strength[p])
    attack = attack_of(s, t, p) - int(t.attack[face, left - 1, p])
    defence = defence_of(s, t, p) - int(t.defence[face, left - 1, p])
    worth = 3 * attack + defence if side == SIDE.NATIONALIST else attack + 2 * defence
    return worth + (NOT_REBUILT if t.white_dot[p] == 1 else 0)


@jit
def choose_advance(s, t, w):
    """Advance the unit that gains most by entering the emptied hex; nobody where all gain by staying."""
    side = int(s.phasing)
    survey(s, t, w, side)
    action, most = DONE, 0
    for p in range(int(t.n_pieces)):
        if w.mask[piece_action(p)]:
            gain = gain_of_advance(s, t, w, p)
            if gain > most:
                action, most = piece_action(p), gain
    return action


@jit
def gain_of_advance(s, t, w, p):
    """What a unit gains by entering the emptied hex."""
    here = value_of(s, t, w, p, int(s.piece_cell[p]))
    return ADVANCE_BONUS[seat(t, int(s.phasing))] + value_of(s, t, w, p, int(s.target)) - here


@jit
def choose_advance_cell(s, t, w):
    """Go on to the best cell, or stop where no other is better."""
    survey(s, t, w, int(s.phasing))
    p = int(s.piece)
    action, most = -1, 0
    if w.mask[DONE]:
        action, most = DONE, value_of(s, t, w, p, int(s.piece_cell[p]))
    for c in range(int(t.n_cells)):
        if w.mask[hex_action(t, c)]:
            value = value_of(s, t, w, p, c)
            if action < 0 or value > most:
                action, most = hex_action(t, c), value
    return action

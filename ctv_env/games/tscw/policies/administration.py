"""Set-up, events, resource points, arrivals, strategic movement, reserves: everything outside movement and combat."""

from ctv_env.core.hexgrid import hex_distance
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model import codes
from ctv_env.games.tscw.model.actions import DONE, FIRST_OPTION
from ctv_env.games.tscw.policies.actions import chit_action, hex_action, piece_action
from ctv_env.games.tscw.policies.moves import best_cell
from ctv_env.games.tscw.policies.plan import survey
from ctv_env.games.tscw.policies.posts import value_of
from ctv_env.games.tscw.rules.pieces import controls, is_hq, is_near
from ctv_env.games.tscw.rules.support import end_of, first_of

NO, YES = FIRST_OPTION, FIRST_OPTION + 1
LEAST_TRANSPORT = 20  # least gain of a strategic move
LEAST_MORALE = 15  # the mobilization must leave more
_NAT, _ITA = FIRST_OPTION, FIRST_OPTION + 1


@jit
def place(s, t, w):
    """The legal hex nearest to that of the fixed deployment, else the best."""
    if t.setup_cell[s.piece] == codes.OFF:
        return enter(s, t, w)
    action, least = -1, 0
    for c in range(int(t.n_cells)):
        if w.mask[hex_action(t, c)]:
            away = hexes_from_set_up(s, t, c)
            if action < 0 or away < least:
                action, least = hex_action(t, c), away
    return action


@jit
def hexes_from_set_up(s, t, c):
    """Hexes from the piece's hex in the fixed deployment to a cell."""
    return hex_distance(int(t.n_columns), int(t.first_row), int(t.setup_cell[s.piece]), c)


@jit
def enter(s, t, w):
    """The hex where the piece of the choice is worth most."""
    survey(s, t, w, int(s.to_move))
    return best_cell(s, t, w, int(s.piece))


# -- events ------------------------------------------------------------------------------------------------------------


@jit
def pick(s, t, w):
    """The piece of an event: the strongest if it gains, the weakest if it is lost."""
    act = int(t.chit_act[s.chit])
    sign = -1 if act in (codes.ACT.WITHDRAW_ONE, codes.ACT.USE_ENEMY_AIR) else 1
    return extreme(s, t, w, sign)


@jit
def extreme(s, t, w, sign):
    """The piece of the mask with the most factors, or with the least for a negative sign; DONE if there is none."""
    action, most = DONE, -10000
    for p in range(int(t.n_pieces)):
        if w.mask[piece_action(p)] and sign * factors_of(s, t, p) > most:
            action, most = piece_action(p), sign * factors_of(s, t, p)
    return action


@jit
def factors_of(s, t, p):
    """All factors of a piece at its full strength."""
    full, face = int(t.steps[s.face[p], p]), int(s.face[p])
    return int(t.attack[face, full, p]) + int(t.defence[face, full, p]) + int(t.factor[p])


@jit
def play_chit(s, t, w):
    """Play what the mask offers, the rain only against a side that has air units."""
    for chit in range(1, codes.N_CHITS + 1):
        if w.mask[chit_action(t, chit)]:
            if t.chit_act[chit] != codes.ACT.NO_AIR or (s.phasing != s.to_move and s.no_air == 0):
                return chit_action(t, chit)
    return DONE


@jit
def road_hex(s, t, w):
    """The hex with the most units."""
    action, most = -1, -1
    for c in range(int(t.n_cells)):
        if w.mask[hex_action(t, c)] and s.stack_units[c] > most:
            action, most = hex_action(t, c), int(s.stack_units[c])
    return action


# -- resource points ---------------------------------------------------------------------------------------------------


@jit
def spend(s, t, w):
    """Spend on the unit that gains most factors for a point."""
    side = int(s.to_move)
    action, most = DONE, 0
    for p in range(first_of(t, side), end_of(t, side)):
        if w.mask[piece_action(p)]:
            gain = gain_of_point(s, t, p)
            if gain > most:
                action, most = piece_action(p), gain
    return action


@jit
def gain_of_point(s, t, p):
    """Factors that a resource point gives a unit; HQs come first."""
    face, left = int(s.face[p]), int(s.strength[p])
    if s.where[p] != codes.WHERE.ON_MAP:
        left = 0
    gain = int(t.attack[face, left + 1, p]) + int(t.defence[face, left + 1, p])
    if left > 0:
        gain -= int(t.attack[face, left, p]) + int(t.defence[face, left, p])
    return gain + (100 if is_hq(t, p) else 0)


@jit
def purse(s, t):
    """Flechas are paid from the larger purse."""
    return _NAT if s.purse[codes.PURSE.NAT] >= s.purse[codes.PURSE.ITA] else _ITA


@jit
def mobilize(s, t):
    """Mobilize where morale can bear it."""
    return YES if int(s.rml) + int(t.mobilize_rml) > LEAST_MORALE else NO


# -- strategic movement ------------------------------------------------------------------------------------------------


@jit
def choose_carried(s, t, w):
    """The unit that gains most by going to another place of its kind, if it gains enough."""
    side = int(s.phasing)
    survey(s, t, w, side)
    action, most = DONE, LEAST_TRANSPORT
    for p in range(first_of(t, side), end_of(t, side)):
        if w.mask[piece_action(p)] and not is_hq(t, p):
            gain = gain_of_transport(s, t, w, p)
            if gain > most:
                action, most = piece_action(p), gain
    return action


@jit
def gain_of_transport(s, t, w, p):
    """What a unit gains by going to the best place of its kind, by sea or rail as the node says."""
    best = _best_place(s, t, w, p, int(s.phasing), s.node == codes.NODE.SEA_PIECE)
    return best - value_of(s, t, w, p, int(s.piece_cell[p]))


@jit
def _best_place(s, t, w, p, side, by_sea):
    """Worth of the best own port, or railway hex, that is likely open to a unit."""
    most = -10000
    for c in range(int(t.n_cells)):
        open_ = t.port[c] == 1 if by_sea else t.is_rail[c] == 1 and (not is_near(s, t, 1 - side, c) or _held(s, c))
        if open_ and controls(s, t, side, c) and s.stack_units[c] < t.max_units:
            most = max(most, value_of(s, t, w, p, c))
    return most


@jit
def _held(s, c):
    return int(s.stack_units[c]) + int(s.stack_hqs[c]) > 0

"""The greedy opponent: each decision by itself.

It rebuilds what it can, attacks at good odds with all it has, commits all support, and walks toward the nearest of what
it wants: Nationalists to the ports of the north, Republicans to their own front.
"""

from ctv_env.core.hexgrid import hex_distance
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.actions import DONE, FIRST_OPTION, FIRST_PIECE
from ctv_env.games.tscw.model.codes import N_CHITS, N_GROUPS, NODE, SIDE
from ctv_env.games.tscw.rules.pieces import attack_of, controls, defence_of, is_near
from ctv_env.games.tscw.rules.r15_strength import attack_sum, defence_sum, trace_all

_WANTED_ODDS = 2  # an attack is worth it from 2:1
_FAR = 999


@jit
def _first_hex(t):
    return FIRST_PIECE + int(t.n_pieces) + N_CHITS


@jit
def greedy(s, t, w):
    """Return an action for the current decision."""
    node = int(s.node)
    if node == NODE.TARGET:
        return _target(s, t, w)
    if node in (NODE.MOVE_TO, NODE.ADVANCE_TO, NODE.ARRIVE, NODE.SETUP_PLACE):
        return _nearest(s, t, w)
    if node == NODE.MOVE_PIECE:
        return _mover(s, t, w)
    if node in (NODE.LOSS_ATT, NODE.LOSS_DEF):
        return _cheapest(s, t, w)
    if node in (NODE.ARTILLERY_ATT, NODE.ARTILLERY_DEF, NODE.RP_FULL, NODE.MOBILIZE):
        return FIRST_OPTION + 1
    if node in (NODE.SEA_PIECE, NODE.RAIL_PIECE, NODE.RESERVE_HQ):
        return DONE
    return _something(t, w)


@jit
def _something(t, w):
    """The first action that names something, DONE if there is none."""
    for action in range(1, int(t.n_actions)):
        if w.mask[action] == 1:
            return action
    return DONE


@jit
def _target(s, t, w):
    """The hex with the best odds, if they are good enough."""
    mask = _first_hex(t)
    trace_all(s, t, w)
    best = DONE
    best_odds = 100 * _WANTED_ODDS - 1
    for c in range(int(t.n_cells)):
        if w.mask[mask + c] == 1:
            defence = defence_sum(s, t, w, c)
            odds = 100 * attack_sum(s, t, w, c, 7, False) // max(defence, 1)
            if odds > best_odds:
                best_odds = odds
                best = mask + c
    return best


@jit
def _worth(s, t, side, c):
    """How far a cell is from what a side wants; lower is better."""
    nearest = _FAR
    for group in range(N_GROUPS):
        port = int(t.port_cell[group])
        if side != SIDE.NATIONALIST or not controls(s, t, SIDE.NATIONALIST, port):
            nearest = min(nearest, hex_distance(int(t.n_columns), int(t.first_row), c, port))
    worth = 2 * nearest - (3 if is_near(s, t, 1 - side, c) else 0)
    return worth + (int(s.stack_units[c]) // 4)


@jit
def _nearest(s, t, w):
    """The hex nearest to what the side wants; it stops rather than go back."""
    mask, side = _first_hex(t), int(s.to_move)
    best = -1
    least = _FAR * 3
    if w.mask[DONE] == 1:
        best = DONE
        least = _worth(s, t, side, int(s.piece_cell[s.piece]))
    for c in range(int(t.n_cells)):
        if w.mask[mask + c] == 1:
            worth = _worth(s, t, side, c)
            if worth < least:
                least = worth
                best = mask + c
    return best if best >= 0 else _something(t, w)


@jit
def _mover(s, t, w):
    """A unit that is not beside an enemy; DONE if all are."""
    side = int(s.to_move)
    for p in range(int(t.n_pieces)):
        if w.mask[FIRST_PIECE + p] == 1 and not is_near(s, t, 1 - side, int(s.piece_cell[p])):
            return FIRST_PIECE + p
    return DONE


@jit
def _cheapest(s, t, w):
    """The loss of the weakest unit."""
    best = DONE
    least = _FAR
    for p in range(int(t.n_pieces)):
        if w.mask[FIRST_PIECE + p] == 1 and attack_of(s, t, p) + defence_of(s, t, p) < least:
            least = attack_of(s, t, p) + defence_of(s, t, p)
            best = FIRST_PIECE + p
    return best

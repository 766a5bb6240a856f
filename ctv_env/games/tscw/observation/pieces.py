"""The channels of the pieces: ``out[p, channel]`` is a number of piece ``p``."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.actions import FIRST_PIECE
from ctv_env.games.tscw.model.channels import P
from ctv_env.games.tscw.model.codes import KIND, OFF, ROLE, WHERE
from ctv_env.games.tscw.rules.r15_fog import knows_flight, knows_piece
from ctv_env.games.tscw.rules.support import side_of

_MOST_TURNS = 20


@jit
def fill_pieces(s, t, w, side, out):
    """Write all channels; of an enemy unit that the observer does not know, only that it is on the map."""
    out[:] = 0
    decides = s.to_move == side
    for p in range(int(t.n_pieces)):
        out[p, P.own] = 1 if side_of(t, p) == side else 0
        out[p, P.where + int(s.where[p])] = 1
        out[p, P.kind + int(t.kind[p])] = 1
        if knows_piece(s, t, side, p):
            out[p, P.known] = 1
            _fill_face(s, t, out, p)
            _fill_marks(s, t, side, out, p)
        if decides:
            out[p, P.legal] = w.mask[FIRST_PIECE + p]


@jit
def _fill_face(s, t, out, p):
    """What the counter shows, and where it is."""
    face, steps, c = int(s.face[p]), int(s.strength[p]), int(s.piece_cell[p])
    row = c // int(t.n_columns)
    out[p, P.row] = row if c != OFF else 0
    out[p, P.column] = c - row * int(t.n_columns) if c != OFF else 0
    out[p, P.strength] = steps
    out[p, P.attack] = t.attack[face, steps, p] if t.kind[p] < KIND.AIR else t.factor[p]
    out[p, P.defence] = t.defence[face, steps, p]
    out[p, P.ma] = t.ma[face, p]
    out[p, P.size + int(t.echelon[face, p])] = 1
    to_come = max(0, min(int(t.entry[p]) - int(s.turn), _MOST_TURNS))
    out[p, P.entry] = to_come if s.where[p] != WHERE.ON_MAP else 0
    change = int(t.change_turn[face, p])
    to_change = max(1, min(change - int(s.turn) + 1, _MOST_TURNS))
    out[p, P.change] = to_change if change > 0 else 0


@jit
def _fill_marks(s, t, side, out, p):
    """Its marks."""
    out[p, P.supply + int(s.supply[p])] = 1
    out[p, P.used] = s.used[p]
    out[p, P.reserve] = s.reserve[p]
    out[p, P.landed] = s.landed[p]
    out[p, P.carried] = s.carried[p]
    out[p, P.moved] = s.moved[p]
    out[p, P.attacked] = s.attacked[p]
    out[p, P.fought] = s.fought[p]
    out[p, P.eligible] = s.eligible[p]
    out[p, P.march] = s.may_march[p]
    out[p, P.bonus] = s.bonus[p]
    role = int(s.role[p])
    out[p, P.attacks] = 1 if role & ROLE.ATTACKS != 0 else 0
    out[p, P.pursues] = 1 if role & ROLE.PURSUES != 0 else 0
    flies = role & ROLE.FLIES != 0 and knows_flight(s, t, side, p)
    out[p, P.flies] = 1 if flies else 0
    out[p, P.chosen] = 1 if s.piece == p else 0

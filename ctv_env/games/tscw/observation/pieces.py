"""The channels of the pieces.  ``out[first + p * row + channel * stride]`` is a number of piece ``p``."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.actions import FIRST_PIECE
from ctv_env.games.tscw.model.codes import AIR, ATTACKS, FLIES, OFF, ON_MAP, PURSUES
from ctv_env.games.tscw.observation.knowledge import knows_flight, knows_piece
from ctv_env.games.tscw.observation.layout import P
from ctv_env.games.tscw.rules.pieces import attack_of, defence_of, size_of
from ctv_env.games.tscw.rules.support import side_of

_MOST_TURNS = 20


@jit
def fill_pieces(s, t, w, side, out, first, row, stride):
    """Write all channels; of an enemy unit that the observer does not know, only that it is on the map."""
    decides = s.to_move == side
    for p in range(int(t.n_pieces)):
        at = first + p * row
        out[at + P.own * stride] = 1 if side_of(t, p) == side else 0
        out[at + (P.where + int(s.where[p])) * stride] = 1
        out[at + (P.kind + int(t.kind[p])) * stride] = 1
        if knows_piece(s, t, side, p):
            out[at + P.known * stride] = 1
            _fill_face(s, t, out, at, stride, p)
            _fill_marks(s, t, side, out, at, stride, p)
        if decides:
            out[at + P.legal * stride] = w.mask[FIRST_PIECE + p]


@jit
def _fill_face(s, t, out, at, stride, p):
    """What the counter shows, and where it is."""
    c = int(s.piece_cell[p])
    if c != OFF:
        out[at + P.row * stride] = c // int(t.n_columns)
        out[at + P.column * stride] = c % int(t.n_columns)
    out[at + P.strength * stride] = s.strength[p]
    out[at + P.attack * stride] = attack_of(s, t, p) if t.kind[p] < AIR else int(t.factor[p])
    out[at + P.defence * stride] = defence_of(s, t, p)
    out[at + P.ma * stride] = t.ma[s.face[p], p]
    out[at + (P.size + size_of(s, t, p)) * stride] = 1
    out[at + P.entry * stride] = max(0, min(int(t.entry[p]) - int(s.turn), _MOST_TURNS)) if s.where[p] != ON_MAP else 0
    change = int(t.change_turn[s.face[p], p])
    if change > 0:
        out[at + P.change * stride] = max(1, min(change - int(s.turn) + 1, _MOST_TURNS))


@jit
def _fill_marks(s, t, side, out, at, stride, p):
    """Its marks."""
    out[at + (P.supply + int(s.supply[p])) * stride] = 1
    out[at + P.used * stride] = s.used[p]
    out[at + P.reserve * stride] = s.reserve[p]
    out[at + P.landed * stride] = s.landed[p]
    out[at + P.carried * stride] = s.carried[p]
    out[at + P.moved * stride] = s.moved[p]
    out[at + P.attacked * stride] = s.attacked[p]
    out[at + P.fought * stride] = s.fought[p]
    out[at + P.eligible * stride] = s.eligible[p]
    out[at + P.march * stride] = s.may_march[p]
    out[at + P.bonus * stride] = s.bonus[p]
    out[at + P.attacks * stride] = 1 if s.role[p] & ATTACKS != 0 else 0
    out[at + P.pursues * stride] = 1 if s.role[p] & PURSUES != 0 else 0
    flies = s.role[p] & FLIES != 0 and knows_flight(s, t, side, p)
    out[at + P.flies * stride] = 1 if flies else 0
    out[at + P.chosen * stride] = 1 if s.piece == p else 0

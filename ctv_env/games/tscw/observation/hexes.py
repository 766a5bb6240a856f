"""The channels of the hexes.  ``out[c * row + channel * stride]`` is a number of cell ``c``."""

from ctv_env.core.bitboard import holds
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.actions import FIRST_PIECE
from ctv_env.games.tscw.model.codes import ELSEWHERE, INLAND, N_CHITS, NO_PLACE, NOBODY_PIECE, OFF
from ctv_env.games.tscw.observation.knowledge import knows_piece
from ctv_env.games.tscw.observation.layout import H
from ctv_env.games.tscw.rules.pieces import attack_of, controls, defence_of, is_division, is_hq, occupies
from ctv_env.games.tscw.rules.r10_control import is_fort
from ctv_env.games.tscw.rules.support import side_of

_MOST, _ZERO = 255, 20


@jit
def fill_hexes(s, t, w, side, out, row, stride, with_map):
    """Write all channels; those of the printed map only on request."""
    first = FIRST_PIECE + int(t.n_pieces) + N_CHITS
    decides = s.to_move == side
    for c in range(int(t.n_cells)):
        at = c * row
        if with_map:
            _fill_map(t, out, at, stride, c)
        if t.land[c] == 1:
            _fill_state(s, t, side, out, at, stride, c)
            if decides:
                out[at + H.legal * stride] = w.mask[first + c]


@jit
def _fill_map(t, out, at, stride, c):
    """What is printed."""
    out[at + H.morale * stride] = int(t.morale[c]) + _ZERO
    if t.land[c] == 0:
        return
    out[at + H.land * stride] = 1
    out[at + (H.terrain + int(t.terrain[c])) * stride] = 1
    if t.place[c] != NO_PLACE:
        out[at + (H.place + int(t.place[c]) - 1) * stride] = 1
    out[at + H.port * stride] = t.port[c]
    if t.coast[c] != INLAND:
        out[at + (H.coast + int(t.coast[c]) - 1) * stride] = 1
    out[at + H.capital * stride] = t.capital[c]
    if t.region[c] != ELSEWHERE:
        out[at + (H.region + int(t.region[c])) * stride] = 1
    for d in range(N_DIRECTIONS):
        out[at + (H.river + d) * stride] = t.river[c, d]
        out[at + (H.rail + d) * stride] = t.rail[c, d]
        out[at + (H.open + d) * stride] = 1 if t.nbr[c, d] != OFF else 0


@jit
def _fill_state(s, t, side, out, at, stride, c):
    """Control, units, zones and marks."""
    columns = int(t.n_columns)
    for k in range(2):
        who = side if k == 0 else 1 - side
        out[at + (H.control + k) * stride] = 1 if controls(s, t, who, c) else 0
        if k == 0 or t.fog == 0:  # zones would betray units under fog of war
            out[at + (H.full_zoc + k) * stride] = 1 if holds(s.full_zoc_rows[who], columns, c) else 0
            out[at + (H.zoc + k) * stride] = 1 if holds(s.zoc_rows[who], columns, c) else 0
        if occupies(s, t, who, c):
            _fill_stack(s, t, side, out, at, stride, c, k)
    out[at + H.attacked * stride] = 1 if holds(s.attacked_rows, columns, c) else 0
    out[at + H.target * stride] = 1 if s.target == c else 0
    out[at + H.attackers * stride] = 1 if holds(s.battle_rows, columns, c) else 0
    out[at + H.chosen * stride] = 1 if s.cell == c else 0
    out[at + H.fort * stride] = 1 if t.line[c] >= 0 and is_fort(s, t, c) else 0
    out[at + H.slots * stride] = s.slots[c]


@jit
def _fill_stack(s, t, side, out, at, stride, c, k):
    """The units of a side in a cell, as far as the observer knows them."""
    units = 0
    divisions = 0
    attack = 0
    defence = 0
    p = int(s.cell_first[c])
    while p != NOBODY_PIECE:
        if not knows_piece(s, t, side, p):
            out[at + H.more * stride] = 1
        elif is_hq(t, p):
            out[at + (H.hqs + k) * stride] = 1
        else:
            units += 1
            divisions += 1 if is_division(s, t, p) else 0
            attack += attack_of(s, t, p)
            defence += defence_of(s, t, p)
        if s.piece == p and side_of(t, p) == side:
            out[at + (H.chosen + 1) * stride] = 1
        p = int(s.piece_next[p])
    out[at + (H.units + k) * stride] = units
    out[at + (H.divisions + k) * stride] = divisions
    out[at + (H.attack + k) * stride] = min(attack, _MOST)
    out[at + (H.defence + k) * stride] = min(defence, _MOST)

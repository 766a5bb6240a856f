"""The channels of the hexes: ``out[c, channel]`` is a number of cell ``c``."""

from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.actions import FIRST_PIECE
from ctv_env.games.tscw.model.channels import H
from ctv_env.games.tscw.model.codes import N_CHITS, NOBODY_PIECE, OFF, PLACE, REGION, SEA
from ctv_env.games.tscw.model.tables import LINE_HEXES
from ctv_env.games.tscw.rules.pieces import attack_of, defence_of, is_division, is_ground, is_hq
from ctv_env.games.tscw.rules.r10_control import is_fort
from ctv_env.games.tscw.rules.r15_fog import knows_piece
from ctv_env.games.tscw.rules.support import side_of

_MOST, _ZERO = 255, 20


@jit
def fill_hexes(s, t, w, side, out, with_map):
    """Write all channels; those of the printed map only on request."""
    out[:, : H.land] = 0
    if with_map:
        out[:, H.land :] = 0
        for c in range(int(t.n_cells)):
            _fill_map(t, out, c)
    for r in range(int(t.n_rows)):
        _fill_sets(s, t, side, out, r)
    for p in range(int(t.n_pieces)):
        if is_ground(t, p) and s.piece_cell[p] != OFF:
            _add_unit(s, t, side, out, p, int(s.piece_cell[p]))
    _fill_marks(s, t, side, out)
    if s.to_move == side:
        _fill_legal(t, w, out)


@jit
def _fill_map(t, out, c):
    """What is printed."""
    out[c, H.morale] = int(t.morale[c]) + _ZERO
    if t.land[c] == 0:
        return
    out[c, H.land] = 1
    out[c, H.terrain + int(t.terrain[c])] = 1
    if t.place[c] != PLACE.NONE:
        out[c, H.place + int(t.place[c]) - 1] = 1
    out[c, H.port] = t.port[c]
    if t.coast[c] != SEA.NONE:
        out[c, H.coast + int(t.coast[c]) - 1] = 1
    out[c, H.capital] = t.capital[c]
    if t.region[c] != REGION.ELSEWHERE:
        out[c, H.region + int(t.region[c])] = 1
    for d in range(N_DIRECTIONS):
        out[c, H.river + d] = t.river[c, d]
        out[c, H.rail + d] = t.rail[c, d]
        out[c, H.open + d] = 1 if t.nbr[c, d] != OFF else 0


@jit
def _fill_sets(s, t, side, out, r):
    """Write the sets of cells in a row of the board: control, zones, attacks."""
    enemy, columns = 1 - side, int(t.n_columns)
    control, enemy_control = int(s.control_rows[side, r + 1]), int(s.control_rows[enemy, r + 1])
    full_zoc, zoc = int(s.full_zoc_rows[side, r + 1]), int(s.zoc_rows[side, r + 1])
    seen = 1 if t.fog == 0 else 0  # zones would betray units under fog of war
    enemy_full_zoc, enemy_zoc = int(s.full_zoc_rows[enemy, r + 1]) * seen, int(s.zoc_rows[enemy, r + 1]) * seen
    attacked, attackers = int(s.attacked_rows[r + 1]), int(s.battle_rows[r + 1])
    for k in range(columns):
        c = r * columns + k
        out[c, H.control] = (control >> k) & 1
        out[c, H.control + 1] = (enemy_control >> k) & 1
        out[c, H.full_zoc] = (full_zoc >> k) & 1
        out[c, H.full_zoc + 1] = (enemy_full_zoc >> k) & 1
        out[c, H.zoc] = (zoc >> k) & 1
        out[c, H.zoc + 1] = (enemy_zoc >> k) & 1
        out[c, H.attacked] = (attacked >> k) & 1
        out[c, H.attackers] = (attackers >> k) & 1


@jit
def _fill_marks(s, t, side, out):
    """Write what single cells are marked with, and the slots."""
    if s.target != OFF:
        out[s.target, H.target] = 1
    if s.cell != OFF:
        out[s.cell, H.chosen] = 1
    if s.piece != NOBODY_PIECE and side_of(t, int(s.piece)) == side and s.piece_cell[s.piece] != OFF:
        out[s.piece_cell[s.piece], H.chosen + 1] = 1
    for c in range(int(t.n_cells)):
        out[c, H.slots] = s.slots[c]
    for line in range(int(t.n_lines)):
        for k in range(LINE_HEXES):
            c = int(t.line_cell[line, k])
            if c != OFF and is_fort(s, t, c):
                out[c, H.fort] = 1


@jit
def _fill_legal(t, w, out):
    """Write the cells that the mask names."""
    first = FIRST_PIECE + int(t.n_pieces) + N_CHITS
    for c in range(int(t.n_cells)):
        out[c, H.legal] = w.mask[first + c]


@jit
def _add_unit(s, t, side, out, p, c):
    """Add ground unit ``p`` to its stack in cell ``c``, as far as ``side`` knows it."""
    k = 0 if side_of(t, p) == side else 1
    if not knows_piece(s, t, side, p):
        out[c, H.more] = 1
    elif is_hq(t, p):
        out[c, H.hqs + k] = 1
    else:
        out[c, H.units + k] += 1
        out[c, H.divisions + k] += 1 if is_division(s, t, p) else 0
        out[c, H.attack + k] = min(int(out[c, H.attack + k]) + attack_of(s, t, p), _MOST)
        out[c, H.defence + k] = min(int(out[c, H.defence + k]) + defence_of(s, t, p), _MOST)

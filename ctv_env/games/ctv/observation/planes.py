"""The array ``planes``: channels of the 17 x 20 board, with cells indexed as in the HEX actions.

There is one loop per plane: loops over arrays by cell are vectorised, loops over pieces or sets of cells only visit
existing ones.  The declarations of the channels in ``channels.py`` determine which filler runs after which change;
planes that are written in full are zeroed first.
"""

import numpy as np

from ctv_env.core.bitboard import add_disk
from ctv_env.core.events import CODE
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.channels import PIECES_IN_HEX, PLANES, ROOM, ROOM_ZERO
from ctv_env.games.ctv.model.codes import (
    BOARD_ROWS,
    COLUMNS,
    END_SC,
    FIRST_HEX,
    FIRST_ROW,
    N_CELLS,
    N_PIECES,
    NODE,
    NOWHERE,
    OFF,
    PLACE,
    ROLE,
    SIDE_SLOTS,
    TERRAIN,
    TRENCH,
)
from ctv_env.games.ctv.model.events import EV, EVENTS
from ctv_env.games.ctv.observation.changes import touched_cell, touched_piece
from ctv_env.games.ctv.observation.choice import chosen_piece, retreating_cell
from ctv_env.games.ctv.observation.stacks import fill_stacks
from ctv_env.games.ctv.rules.pieces import is_hq
from ctv_env.games.ctv.rules.r05_fog import knows
from ctv_env.games.ctv.rules.r06_supply import sources, trace_net
from ctv_env.games.ctv.rules.r14_victory import hex_vp

_AT, _ALL, _LOCAL = PLANES.first, PLANES.refills, PLANES.local_refills
_RUNS = PLANES.runs
_CONTROL_CELL = EVENTS.column("CONTROL", "cell")
_BITS = (np.arange(256)[:, None] >> np.arange(8) & 1).astype(np.uint8)  # the bits of every byte


@jit
def fill_planes(s, t, w, side, change, out):
    """Write the part of the observation of ``side`` that ``change`` may affect to ``out``, uint8 (PLANES.size,).

    ``w.mask`` must hold the mask of the node and is unchanged; other scratch in ``w`` is overwritten.

    Args:
        change: code of the change since ``out`` was written: NEW, ANY or one of ``changes.py``.
    """
    for k in range(_RUNS.shape[1]):
        _clear(out[_RUNS[change, k, 0] : _RUNS[change, k, 1]])
    _fill_board(s, t, w, side, change, out)
    _fill_zones(s, t, w, side, change, out)
    fill_stacks(s, t, w, side, change, out)
    _fill_choice(s, t, w, side, change, out)


@jit
def _clear(run):
    for k in range(run.shape[0]):
        run[k] = 0


# -- the board and its control -------------------------------------------------------------------------------------


@jit
def _fill_board(s, t, w, side, change, out):
    if _ALL.map >> change & 1:
        _fill_map(t, out)
    if _ALL.vp >> change & 1:
        _fill_vp(s, t, out)
    if _ALL.control >> change & 1:
        _fill_control(s, t, side, out)
    elif _LOCAL.control >> change & 1:
        _refill_control(s, t, w, side, change, out)
    if _ALL.trench >> change & 1:
        _add_trenches(s, out)


@jit
def _fill_map(t, out):
    """Write what is printed on the map."""
    _fill_terrain(t, TERRAIN.SEA, out[_AT.off_map :])
    _fill_terrain(t, TERRAIN.CLEAR, out[_AT.clear :])
    _fill_terrain(t, TERRAIN.CITY, out[_AT.city :])
    _fill_terrain(t, TERRAIN.HILL, out[_AT.hill :])
    _fill_terrain(t, TERRAIN.MOUNTAIN, out[_AT.mountain :])
    for c in range(N_CELLS):
        out[_AT.odd_row + c] = (FIRST_ROW + c // COLUMNS) & 1
    for d in range(6):
        for c in range(N_CELLS):
            out[_AT.open_side + d * N_CELLS + c] = t.nbr[c, d] != OFF
        for c in range(N_CELLS):
            out[_AT.road + d * N_CELLS + c] = t.road[c, d]
        for c in range(N_CELLS):
            out[_AT.river + c] += t.river[c, d]


@jit
def _fill_terrain(t, terrain, plane):
    for c in range(N_CELLS):
        plane[c] = t.terrain[c] == terrain


@jit
def _fill_vp(s, t, out):
    for c in range(N_CELLS):
        out[_AT.vp + c] = t.vp[c]
    if t.factory_cell != OFF:
        out[_AT.vp + int(t.factory_cell)] = hex_vp(s, t, int(t.factory_cell))


@jit
def _fill_control(s, t, side, out):
    """Write control, and what depends on it: supply sources and room for pieces."""
    for c in range(N_CELLS):
        out[_AT.own_control + c] = s.cell_control[c] == side
    for c in range(N_CELLS):
        out[_AT.enemy_control + c] = s.cell_control[c] == 1 - side
    for c in range(N_CELLS):
        _fill_room(s, t, side, c, out)
    _fill_sources(s, t, side, out)


@jit
def _refill_control(s, t, w, side, change, out):
    """Update control after a step of ``side``, which may have gained several hexes."""
    for k in range(int(w.n_event)):
        if w.event[k, CODE] == EV.CONTROL:
            c = int(w.event[k, _CONTROL_CELL])
            out[_AT.own_control + c] = 1
            out[_AT.enemy_control + c] = 0
            _fill_room(s, t, side, c, out)
            _fill_sources(s, t, side, out)
    for k in range(2):
        c = touched_cell(s, w, change, k)
        if c != NOWHERE:
            _fill_room(s, t, side, c, out)


@jit
def _fill_room(s, t, side, c, out):
    room = min(max(ROOM_ZERO + t.stack_limit[c] - s.cell_sp[c], 0), ROOM)
    out[_AT.own_room + c] = room if s.cell_control[c] == side else ROOM_ZERO


@jit
def _fill_sources(s, t, side, out):
    for r in range(1, BOARD_ROWS - 1):
        _put_row(sources(s, t, side, r), r, out, _AT.own_source)
        _put_row(sources(s, t, 1 - side, r), r, out, _AT.enemy_source)


@jit
def _add_trenches(s, out):
    for p in range(TRENCH, N_PIECES):
        if s.piece_place[p] == PLACE.MAP:
            out[_AT.trench + int(s.piece_hex[p])] = 1


# -- zones of control, supply, ranges ------------------------------------------------------------------------------


@jit
def _fill_zones(s, t, w, side, change, out):
    if _ALL.own_net >> change & 1:
        _fill_net(s, t, w, side, out)
    if _ALL.own_zoc >> change & 1:
        _fill_own_zoc(s, side, out)
    elif _LOCAL.own_zoc >> change & 1:
        for k in range(2):
            _refill_own_zoc(s, t, side, touched_cell(s, w, change, k), out)
    if _ALL.enemy_zoc >> change & 1:
        _fill_enemy_zoc(s, side, out)
    if _ALL.own_hq_reach >> change & 1:
        _fill_hq_reach(s, t, w, side, side, out[_AT.own_hq_reach :])
    elif _LOCAL.own_hq_reach >> change & 1:
        p = touched_piece(s, w, change)
        if p != NOWHERE and is_hq(t, p):
            _fill_hq_reach(s, t, w, side, side, out[_AT.own_hq_reach :])
    if _ALL.enemy_hq_reach >> change & 1:
        _fill_hq_reach(s, t, w, side, 1 - side, out[_AT.enemy_hq_reach :])


@jit
def _fill_net(s, t, w, side, out):
    if s.node != NODE.MOVE or s.to_move != side:  # at MOVE the mask has already traced it
        trace_net(s, t, w, side, side, NOWHERE)
    for r in range(1, BOARD_ROWS - 1):
        _put_row(int(w.net[side, r]), r, out, _AT.own_net)


@jit
def _fill_own_zoc(s, side, out):
    for c in range(N_CELLS):
        out[_AT.own_zoc + c] = min(s.zoc[side, c], PIECES_IN_HEX)


@jit
def _refill_own_zoc(s, t, side, c, out):
    """Update ZoC next to ``c``, if that is a cell."""
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d]) if c != NOWHERE else OFF
        if n != OFF:
            out[_AT.own_zoc + n] = min(s.zoc[side, n], PIECES_IN_HEX)


@jit
def _fill_enemy_zoc(s, side, out):
    for c in range(N_CELLS):
        out[_AT.enemy_zoc + c] = s.zoc[1 - side, c] > 0


@jit
def _fill_hq_reach(s, t, w, side, owner, plane):
    """Write the hexes in range of HQs of ``owner`` that can still bombard, as far as ``side`` knows them (9.2)."""
    for r in range(BOARD_ROWS):
        w.front[r] = 0
    for u in range(owner * SIDE_SLOTS, (owner + 1) * SIDE_SLOTS):
        if is_hq(t, u) and s.piece_place[u] == PLACE.MAP and s.unit_supplied[u] and not s.piece_used[u]:
            if knows(s, t, side, u):
                add_disk(w.front, COLUMNS, FIRST_ROW, int(s.piece_hex[u]), int(t.hq_range))
    for r in range(1, BOARD_ROWS - 1):
        _put_row(int(w.front[r]), r, plane, 0)


@jit
def _put_row(cells, r, out, plane):
    """Write a row of cells, given as bits, to a plane: eight at a time."""
    first = plane + (r - 1) * COLUMNS
    for byte in range(0, COLUMNS, 8):
        for k in range(min(8, COLUMNS - byte)):
            out[first + byte + k] = _BITS[(cells >> byte) & 255, k]


# -- the choice in progress, and the legal hexes -------------------------------------------------------------------


@jit
def _fill_choice(s, t, w, side, change, out):
    if _ALL.moving >> change & 1:
        _fill_moving(s, t, side, out)
    elif _LOCAL.moving >> change & 1:
        for k in range(2):
            _refill_moving(s, t, side, touched_cell(s, w, change, k), out)
    if _ALL.roles >> change & 1:
        _fill_roles(s, t, side, out)
    elif _LOCAL.roles >> change & 1:
        for k in range(2):
            _refill_roles(s, t, side, touched_cell(s, w, change, k), out)
    if _ALL.retreats >> change & 1:
        _fill_retreats(s, t, out)
    if _ALL.legal >> change & 1:
        _fill_legal(s, w, side, out)


@jit
def _fill_moving(s, t, side, out):
    p = chosen_piece(s, t, side)
    if p != NOWHERE and s.piece_hex[p] != NOWHERE:
        out[_AT.moving + int(s.piece_hex[p])] = 1


@jit
def _refill_moving(s, t, side, c, out):
    """Update cell ``c``, if it is one."""
    if c != NOWHERE:
        p = chosen_piece(s, t, side)
        out[_AT.moving + c] = p != NOWHERE and s.piece_hex[p] == c


@jit
def _fill_roles(s, t, side, out):
    """Write the target, attackers and supporters, as far as ``side`` knows them."""
    if s.target != NOWHERE:
        out[_AT.target + int(s.target)] = 1
    for p in range(END_SC):
        if s.piece_role[p] != ROLE.NONE and s.piece_place[p] == PLACE.MAP:
            _add_role(s, t, side, p, out)


@jit
def _refill_roles(s, t, side, c, out):
    """Update cell ``c``, if it is one."""
    if c == NOWHERE:
        return
    out[_AT.target + c] = s.target == c
    out[_AT.attacks + c] = 0
    out[_AT.supports + c] = 0
    u = int(s.cell_first[c])
    while u != NOWHERE:
        _add_role(s, t, side, u, out)
        u = int(s.unit_next[u])
    if s.cell_sc[c] != NOWHERE:
        _add_role(s, t, side, int(s.cell_sc[c]), out)


@jit
def _add_role(s, t, side, p, out):
    """Add piece ``p``, which is on the map, to the combat channels of its hex."""
    if not knows(s, t, side, p):
        return
    c = int(s.piece_hex[p])
    if s.piece_role[p] == ROLE.ATTACKS and s.target != NOWHERE:
        out[_AT.attacks + c] = min(int(out[_AT.attacks + c]) + 1, PIECES_IN_HEX)
    elif s.piece_role[p] == ROLE.SUPPORTS:
        out[_AT.supports + c] = 1


@jit
def _fill_retreats(s, t, out):
    if retreating_cell(s, t) != NOWHERE:
        out[_AT.retreats + retreating_cell(s, t)] = 1
    if s.retreat_hex != NOWHERE:
        out[_AT.retreats + int(s.retreat_hex)] = 1


@jit
def _fill_legal(s, w, side, out):
    if s.to_move == side:
        for c in range(N_CELLS):
            out[_AT.legal + c] = w.mask[FIRST_HEX + c]

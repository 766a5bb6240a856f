"""The array ``planes``: channels of the 17 x 20 board, a cell's index as in the HEX actions.

One loop a plane: over arrays by cell that is a few instructions for sixteen cells; over pieces or sets of cells only
what there is.
"""

import numpy as np

from ctv_env.core.bitboard import add_disk
from ctv_env.core.bitboard import around as cells_around
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit, lowest_bit
from ctv_env.games.ctv.model.codes import (
    ATTACKS,
    BOARD_ROWS,
    COLUMNS,
    END_SC,
    FIRST_HEX,
    FIRST_ROW,
    MAP,
    MOVE,
    N_CELLS,
    N_PIECES,
    NAT_SC,
    NOWHERE,
    OFF,
    SIDE_SLOTS,
    SUPPORTS,
    TRENCH,
)
from ctv_env.games.ctv.model.events import (
    ATTACKER_PIECE,
    CONTROL_CELL,
    EV_ATTACKER,
    EV_CONTROL,
    EV_TARGET,
    EVENT_CODE,
    MOVED_GOAL,
    MOVED_PIECE,
    MOVED_START,
    SUPPORT_PIECE,
    TARGET_CELL,
)
from ctv_env.games.ctv.observation.choice import chosen_piece, retreating_cell
from ctv_env.games.ctv.observation.last_seen import freshness
from ctv_env.games.ctv.observation.layout import (
    EIGHTHS,
    FIRST_NOW,
    MIDDLE,
    MOST_DSG,
    MOST_MP,
    MOST_STEPS,
    PIECES_IN_HEX,
    PLANES,
    ROOM,
    ROOM_ZERO,
)
from ctv_env.games.ctv.observation.strength import (
    UNIT,
    around,
    enemy_strengths,
    hidden_strengths,
    log_odds,
    own_strengths,
    with_terrain,
)
from ctv_env.games.ctv.rules.pieces import is_hq, side_of
from ctv_env.games.ctv.rules.r05_fog import knows, knows_trench
from ctv_env.games.ctv.rules.r06_supply import sources, trace_net
from ctv_env.games.ctv.rules.r14_victory import hex_vp

_NOW = FIRST_NOW * N_CELLS
_OWN_SOURCE = PLANES.at("own_source") * N_CELLS
_ENEMY_SOURCE = PLANES.at("enemy_source") * N_CELLS
_VP = PLANES.at("vp") * N_CELLS
_OWN_CONTROL = PLANES.at("own_control") * N_CELLS
_ENEMY_CONTROL = PLANES.at("enemy_control") * N_CELLS
_OWN_UNITS = PLANES.at("own_units") * N_CELLS
_OWN_HQ = PLANES.at("own_hq") * N_CELLS
_OWN_COLUMN = PLANES.at("own_column") * N_CELLS
_OWN_ATTACK = PLANES.at("own_attack") * N_CELLS
_OWN_DEFENCE = PLANES.at("own_defence") * N_CELLS
_OWN_STEPS = PLANES.at("own_steps") * N_CELLS
_OWN_ROOM = PLANES.at("own_room") * N_CELLS
_OWN_DSG = PLANES.at("own_dsg") * N_CELLS
_OWN_UNSUPPLIED = PLANES.at("own_unsupplied") * N_CELLS
_OWN_MP = PLANES.at("own_mp") * N_CELLS
_OWN_ZOC = PLANES.at("own_zoc") * N_CELLS
_OWN_NET = PLANES.at("own_net") * N_CELLS
_OWN_HQ_REACH = PLANES.at("own_hq_reach") * N_CELLS
_ENEMY_PIECES = PLANES.at("enemy_pieces") * N_CELLS
_ENEMY_SEEN = PLANES.at("enemy_seen") * N_CELLS
_ENEMY_ATTACK = PLANES.at("enemy_attack") * N_CELLS
_ENEMY_DEFENCE = PLANES.at("enemy_defence") * N_CELLS
_ENEMY_STEPS = PLANES.at("enemy_steps") * N_CELLS
_ENEMY_DSG = PLANES.at("enemy_dsg") * N_CELLS
_ENEMY_UNSUPPLIED = PLANES.at("enemy_unsupplied") * N_CELLS
_ENEMY_ZOC = PLANES.at("enemy_zoc") * N_CELLS
_ENEMY_HQ_REACH = PLANES.at("enemy_hq_reach") * N_CELLS
_LAST_ATTACK = PLANES.at("last_attack") * N_CELLS
_LAST_DEFENCE = PLANES.at("last_defence") * N_CELLS
_LAST_FRESH = PLANES.at("last_fresh") * N_CELLS
_ODDS = PLANES.at("odds") * N_CELLS
_TRENCH = PLANES.at("trench") * N_CELLS
_MOVING = PLANES.at("moving") * N_CELLS
_TARGET = PLANES.at("target") * N_CELLS
_ATTACKS = PLANES.at("attacks") * N_CELLS
_SUPPORTS = PLANES.at("supports") * N_CELLS
_RETREATS = PLANES.at("retreats") * N_CELLS
_LEGAL = PLANES.at("legal") * N_CELLS
_OWN_STACK = (
    _OWN_UNITS,
    _OWN_HQ,
    _OWN_COLUMN,
    _OWN_ATTACK,
    _OWN_DEFENCE,
    _OWN_STEPS,
    _OWN_DSG,
    _OWN_UNSUPPLIED,
    _OWN_MP,
    _SUPPORTS,
)
_SIZE = PLANES.size
_BITS = (np.arange(256)[:, None] >> np.arange(8) & 1).astype(np.uint8)  # the bits of every byte, one by one


@jit
def fill_planes(s, t, w, side, out, has_map):
    """Write what ``side`` sees into ``out``, uint8 (PLANES.size,), plane by plane; uses scratch of ``w``.

    ``w.mask`` must hold the mask of the node and is left as it is.

    Args:
        has_map: not 0 if the planes that the tables alone tell are there already.
    """
    if not has_map:
        for k in range(_NOW):
            out[k] = t.map_planes[k]
    for k in range(_NOW, _SIZE):
        out[k] = 0
    _fill_control(s, t, side, out)
    _fill_zones(s, t, w, side, out)
    _fill_stacks(s, t, side, out)
    _add_memories(s, t, side, out)
    _add_trenches(s, t, side, out)
    _fill_choice(s, t, w, side, out)


@jit
def renew_choice(s, w, out):
    """As ``fill_planes`` where ``out`` is the sight of a side just before it chose a piece to move."""
    for c in range(N_CELLS):
        out[_MOVING + c] = 0
    out[_MOVING + int(s.piece_hex[s.piece])] = 1
    _fill_legal(w, out)


@jit
def renew_moved(s, t, w, side, out):
    """As ``fill_planes`` where ``out`` is the sight of ``side`` just before a piece of its own moved.

    ``w.event`` tells of the move: the piece left one hex for another, and may have brought those between them under
    control.  The net of supply, which the mask has needed too, may have changed anywhere.
    """
    _fill_net(w, side, out)
    if is_hq(t, int(w.event[0, MOVED_PIECE])):
        _fill_hq_reach(s, t, w, side, side, out[_OWN_HQ_REACH:])
    for k in range(int(w.n_event)):
        if w.event[k, EVENT_CODE] == EV_CONTROL:
            c = int(w.event[k, CONTROL_CELL])
            out[_OWN_CONTROL + c] = 1
            out[_ENEMY_CONTROL + c] = 0
            _fill_room(s, t, side, c, out)
            _fill_sources(s, t, side, out)
    for column in (MOVED_START, MOVED_GOAL):
        c = int(w.event[0, column])
        out[_MOVING + c] = 0
        _fill_room(s, t, side, c, out)
        _refill_own_stack(s, t, side, c, out)
        for d in range(N_DIRECTIONS):
            n = int(t.nbr[c, d])
            if n != OFF:
                out[_OWN_ZOC + n] = min(s.zoc[side, n], PIECES_IN_HEX)
    for column in (MOVED_START, MOVED_GOAL):
        c = int(w.event[0, column])
        _fill_odds(s, t, side, c, out)
        for d in range(N_DIRECTIONS):
            n = int(t.nbr[c, d])
            if n != OFF:
                _fill_odds(s, t, side, n, out)
    _fill_legal(w, out)


@jit
def renew_named(s, t, w, side, out):
    """As ``fill_planes`` where ``out`` is the sight of ``side`` just before it named a target, attacker or support.

    ``w.event`` tells of it.  That the enemy sees a piece now is no news to its owner, but for the trench around it.
    """
    code = int(w.event[0, EVENT_CODE])
    if code == EV_TARGET:
        out[_TARGET + int(w.event[0, TARGET_CELL])] = 1
    elif code == EV_ATTACKER:
        _add(out, _ATTACKS + int(s.piece_hex[w.event[0, ATTACKER_PIECE]]), 1, PIECES_IN_HEX)
    elif is_hq(t, int(w.event[0, SUPPORT_PIECE])):
        _refill_own_stack(s, t, side, int(s.piece_hex[w.event[0, SUPPORT_PIECE]]), out)
        _fill_hq_reach(s, t, w, side, side, out[_OWN_HQ_REACH:])
    _add_trenches(s, t, side, out)
    _fill_legal(w, out)


@jit
def _fill_legal(w, out):
    for c in range(N_CELLS):
        out[_LEGAL + c] = w.mask[FIRST_HEX + c]


@jit
def _fill_control(s, t, side, out):
    """What can be read off the arrays by cell."""
    for c in range(N_CELLS):
        out[_VP + c] = t.vp[c]
    if t.factory_cell != OFF:
        out[_VP + int(t.factory_cell)] = hex_vp(s, t, int(t.factory_cell))
    for c in range(N_CELLS):
        out[_OWN_CONTROL + c] = s.cell_control[c] == side
    for c in range(N_CELLS):
        out[_ENEMY_CONTROL + c] = s.cell_control[c] == 1 - side
    for c in range(N_CELLS):
        _fill_room(s, t, side, c, out)
    for c in range(N_CELLS):
        out[_OWN_ZOC + c] = min(s.zoc[side, c], PIECES_IN_HEX)
    for c in range(N_CELLS):
        out[_ENEMY_ZOC + c] = s.zoc[1 - side, c] > 0
    for c in range(N_CELLS):
        out[_ODDS + c] = MIDDLE


@jit
def _fill_room(s, t, side, c, out):
    room = min(max(ROOM_ZERO + t.stack_limit[c] - s.cell_sp[c], 0), ROOM)
    out[_OWN_ROOM + c] = room if s.cell_control[c] == side else ROOM_ZERO


@jit
def _put_row(cells, r, out, plane):
    """A row of cells, given as bits, into a plane: eight at a time."""
    first = plane + (r - 1) * COLUMNS
    for byte in range(0, COLUMNS, 8):
        for k in range(min(8, COLUMNS - byte)):
            out[first + byte + k] = _BITS[(cells >> byte) & 255, k]


@jit
def _fill_zones(s, t, w, side, out):
    """Sources, the own supply net, and how far the HQs of both sides reach."""
    if s.node != MOVE or s.to_move != side:  # there the mask has needed it too
        trace_net(s, t, w, side, side, NOWHERE)
    _fill_net(w, side, out)
    _fill_sources(s, t, side, out)
    _fill_hq_reach(s, t, w, side, side, out[_OWN_HQ_REACH:])
    _fill_hq_reach(s, t, w, side, 1 - side, out[_ENEMY_HQ_REACH:])


@jit
def _fill_net(w, side, out):
    for r in range(1, BOARD_ROWS - 1):
        _put_row(int(w.net[side, r]), r, out, _OWN_NET)


@jit
def _fill_sources(s, t, side, out):
    for r in range(1, BOARD_ROWS - 1):
        _put_row(sources(s, t, side, r), r, out, _OWN_SOURCE)
        _put_row(sources(s, t, 1 - side, r), r, out, _ENEMY_SOURCE)


@jit
def _fill_hq_reach(s, t, w, side, owner, plane):
    """The hexes that HQs of ``owner``, as far as ``side`` knows them, can still bombard or support (9.2)."""
    for r in range(BOARD_ROWS):
        w.front[r] = 0
    for u in range(owner * SIDE_SLOTS, (owner + 1) * SIDE_SLOTS):
        if is_hq(t, u) and s.piece_place[u] == MAP and s.unit_supplied[u] and not s.piece_used[u]:
            if knows(s, t, side, u):
                add_disk(w.front, COLUMNS, FIRST_ROW, int(s.piece_hex[u]), int(t.hq_range))
    for r in range(1, BOARD_ROWS - 1):
        _put_row(int(w.front[r]), r, plane, 0)


@jit
def _fill_stacks(s, t, side, out):
    """The pieces of both sides, and their odds where they are in contact."""
    hidden = hidden_strengths(s, t, side)
    for u in range(side * SIDE_SLOTS, (side + 1) * SIDE_SLOTS):
        if s.piece_place[u] == MAP:
            _add_own_unit(s, t, u, out)
    for u in range((1 - side) * SIDE_SLOTS, (2 - side) * SIDE_SLOTS):
        if s.piece_place[u] == MAP:
            _add_enemy_unit(s, t, side, u, hidden, out)
    for p in range(NAT_SC, END_SC):
        if s.piece_place[p] == MAP:
            if side_of(p) == side:
                _add_own_column(s, p, out)
            else:
                _add_enemy_piece(s, t, side, p, hidden, out)
    for c in range(N_CELLS):
        out[_OWN_DEFENCE + c] = with_terrain(t, out[_OWN_DEFENCE + c], c)
    for c in range(N_CELLS):
        out[_ENEMY_DEFENCE + c] = with_terrain(t, out[_ENEMY_DEFENCE + c], c)
    for r in range(1, BOARD_ROWS - 1):
        contact = int(s.unit_rows[side, r]) & cells_around(s.unit_rows[1 - side], t.open_rows, FIRST_ROW, r)
        contact |= int(s.unit_rows[1 - side, r]) & cells_around(s.unit_rows[side], t.open_rows, FIRST_ROW, r)
        while contact:
            _fill_odds(s, t, side, (r - 1) * COLUMNS + lowest_bit(contact), out)
            contact &= contact - 1


@jit
def _add(out, k, n, most):
    out[k] = min(int(out[k]) + int(n), most)


@jit
def _raise(out, k, n, most):
    out[k] = min(max(int(out[k]), int(n)), most)


@jit
def _refill_own_stack(s, t, side, c, out):
    """The channels of the own pieces in ``c`` anew; there may be none."""
    for plane in _OWN_STACK:
        out[plane + c] = 0
    u = int(s.cell_first[c])
    while u != NOWHERE:
        _add_own_unit(s, t, u, out)
        u = int(s.unit_next[u])
    if s.cell_sc[c] != NOWHERE:
        _add_own_column(s, int(s.cell_sc[c]), out)
    out[_OWN_DEFENCE + c] = with_terrain(t, out[_OWN_DEFENCE + c], c)


@jit
def _add_own_unit(s, t, u, out):
    """Add own unit ``u`` to the channels of its hex; the terrain is left out of the defence."""
    c = int(s.piece_hex[u])
    attack, defence = own_strengths(s, t, u)
    _add(out, _OWN_UNITS + c, 1, PIECES_IN_HEX)
    _add(out, _OWN_ATTACK + c, attack, EIGHTHS)
    _add(out, _OWN_DEFENCE + c, defence, EIGHTHS)
    _add(out, _OWN_STEPS + c, s.unit_steps[u], MOST_STEPS)
    _add(out, _OWN_UNSUPPLIED + c, 1 - int(s.unit_supplied[u]), PIECES_IN_HEX)
    _raise(out, _OWN_DSG + c, s.unit_dsg[u], MOST_DSG)
    _raise(out, _OWN_MP + c, s.piece_mp[u], MOST_MP)
    out[_OWN_HQ + c] |= is_hq(t, u)
    out[_SUPPORTS + c] |= s.piece_role[u] == SUPPORTS


@jit
def _add_own_column(s, p, out):
    """Add own supply column ``p`` to the channels of its hex."""
    c = int(s.piece_hex[p])
    out[_OWN_COLUMN + c] = 1
    _raise(out, _OWN_MP + c, s.piece_mp[p], MOST_MP)
    out[_SUPPORTS + c] |= s.piece_role[p] == SUPPORTS


@jit
def _add_enemy_unit(s, t, side, u, hidden, out):
    """Add enemy unit ``u`` to the channels of its hex: that it is there, and what is seen of it."""
    _add_enemy_piece(s, t, side, u, hidden, out)
    if knows(s, t, side, u):
        c = int(s.piece_hex[u])
        _add(out, _ENEMY_STEPS + c, s.unit_steps[u], MOST_STEPS)
        _add(out, _ENEMY_UNSUPPLIED + c, 1 - int(s.unit_supplied[u]), PIECES_IN_HEX)
        _raise(out, _ENEMY_DSG + c, s.unit_dsg[u], MOST_DSG)


@jit
def _add_enemy_piece(s, t, side, p, hidden, out):
    """Add enemy unit or supply column ``p`` to what its hex shows of either; the terrain is left out of the defence."""
    c = int(s.piece_hex[p])
    attack, defence = enemy_strengths(s, t, side, p, hidden)
    _add(out, _ENEMY_PIECES + c, 1, PIECES_IN_HEX)
    _add(out, _ENEMY_ATTACK + c, attack, EIGHTHS)
    _add(out, _ENEMY_DEFENCE + c, defence, EIGHTHS)
    if knows(s, t, side, p):
        _add(out, _ENEMY_SEEN + c, 1, PIECES_IN_HEX)
        out[_SUPPORTS + c] |= s.piece_role[p] == SUPPORTS


@jit
def _fill_odds(s, t, side, c, out):
    """Log odds of an attack on the enemy in ``c``, or of one that own units there must bear; even if there is none."""
    odds = MIDDLE
    if s.cell_side[c] == side:
        odds = 2 * MIDDLE - log_odds(around(t, out[_ENEMY_ATTACK:], c), int(out[_OWN_DEFENCE + c]))
    elif s.cell_side[c] == 1 - side:
        odds = log_odds(around(t, out[_OWN_ATTACK:], c), int(out[_ENEMY_DEFENCE + c]))
    out[_ODDS + c] = odds


@jit
def _add_memories(s, t, side, out):
    """Enemy units out of sight, where they were last seen and with the steps that they then had (ruling R-64)."""
    for u in range((1 - side) * SIDE_SLOTS, (2 - side) * SIDE_SLOTS):
        if s.seen_turn[u] == 0 or s.piece_place[u] != MAP or knows(s, t, side, u):
            continue
        c = int(s.seen_hex[u])
        steps = int(s.seen_steps[u])
        out[_LAST_ATTACK + c] = min(int(out[_LAST_ATTACK + c]) + int(t.attack[steps, u]) * UNIT, EIGHTHS)
        out[_LAST_DEFENCE + c] = min(int(out[_LAST_DEFENCE + c]) + int(t.defence[steps, u]) * UNIT, EIGHTHS)
        out[_LAST_FRESH + c] = max(int(out[_LAST_FRESH + c]), freshness(s, t, side, u))


@jit
def _add_trenches(s, t, side, out):
    for p in range(TRENCH, N_PIECES):
        if s.piece_place[p] == MAP and knows_trench(s, t, side, int(s.piece_hex[p])):
            out[_TRENCH + int(s.piece_hex[p])] = 1


@jit
def _fill_choice(s, t, w, side, out):
    """The half-made choice, and the hexes that may be named now."""
    p = chosen_piece(s, t, side)
    if p != NOWHERE and s.piece_hex[p] != NOWHERE:
        out[_MOVING + int(s.piece_hex[p])] = 1
    if s.target != NOWHERE:
        out[_TARGET + int(s.target)] = 1
        first = int(s.phasing) * SIDE_SLOTS
        for u in range(first, first + SIDE_SLOTS):
            if s.piece_role[u] == ATTACKS and s.piece_place[u] == MAP and knows(s, t, side, u):
                c = int(s.piece_hex[u])
                out[_ATTACKS + c] = min(int(out[_ATTACKS + c]) + 1, PIECES_IN_HEX)
    if retreating_cell(s, t) != NOWHERE:
        out[_RETREATS + retreating_cell(s, t)] = 1
    if s.retreat_hex != NOWHERE:
        out[_RETREATS + int(s.retreat_hex)] = 1
    if s.to_move == side:
        _fill_legal(w, out)

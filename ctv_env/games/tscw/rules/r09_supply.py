"""Chapter 9: lines of supply.

A line has two legs: from the unit, three hexes at most, to a town, city or HQ, and from there to an ultimate supply
source.  The *trunk* of a net is all cells that a second leg can use; its *bases* are the towns and HQs on it, with no
chain of them (9.5); it *feeds* the cells from which a first leg reaches a base.  All are sets of cells as bits in
``w``, by net, and ``LIFTED`` without the moving unit, ``TRIAL`` with it elsewhere.
"""

from ctv_env.core.bitboard import around, flood, holds, put
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import LANDING, LINE, NET, NOBODY_PIECE, OFF, PLACE, SIDE, SUPPLY, WHERE
from ctv_env.games.tscw.model.kernel import rule_kernel
from ctv_env.games.tscw.model.tables import LINE_HEXES, MAX_HQS
from ctv_env.games.tscw.rules.pieces import controls, is_column, is_ground, is_hq, refresh_cell
from ctv_env.games.tscw.rules.support import side_of

LIFTED, TRIAL = 3, 4  # sets of ``w`` besides the nets


@jit
def side_of_net(net):
    """Side that a net supplies (9.7, 9.8, ruling T-41)."""
    return SIDE.NATIONALIST if net == NET.N else SIDE.REPUBLICAN


@jit
def mark_lines(s, t, w, side, lifted):
    """Mark the cells that can carry first and second legs, with a unit taken away, or NOBODY_PIECE (T-38, T-39)."""
    enemy = 1 - side
    columns = int(t.n_columns)
    for r in range(1, int(t.n_rows) + 1):
        free = ~int(s.zoc_rows[enemy, r]) | int(s.unit_rows[side, r])
        w.carry[r] = int(t.land_rows[r]) & ~int(s.unit_rows[enemy, r]) & free
        w.own[r] = int(w.carry[r]) & int(s.control_rows[side, r])
    if lifted != NOBODY_PIECE and is_sole_block(s, t, lifted):
        put(w.carry, columns, int(s.piece_cell[lifted]), False)
        put(w.own, columns, int(s.piece_cell[lifted]), False)


@jit
def is_sole_block(s, t, p):
    """True if a unit alone keeps an enemy ZOC from cutting lines through its hex (10.3, T-48)."""
    c = int(s.piece_cell[p])
    alone = int(s.stack_units[c]) + int(s.stack_hqs[c]) == 1
    return alone and holds(s.zoc_rows[1 - side_of(t, p)], t.n_columns, c)


@jit
def _close_forts(s, t, w):
    """Fill ``w.sides`` with the hexsides that Nationalist lines may cross: none of an active line (15.14.5).

    A hex of ``w.own`` that they do not control yet is one that the mover takes on its way, and so destroys (T-186).
    """
    columns = int(t.n_columns)
    for d in range(N_DIRECTIONS):
        for r in range(int(t.n_rows) + 2):
            w.sides[d, r] = t.open_rows[d, r]
    for line in range(int(t.n_lines)):
        if s.line[line] != LINE.ACTIVE:
            continue
        for k in range(LINE_HEXES):
            c = int(t.line_cell[line, k])
            if c == OFF or holds(s.destroyed_rows, columns, c):
                continue
            if holds(w.own, columns, c) and not controls(s, t, SIDE.NATIONALIST, c):
                continue
            for d in range(N_DIRECTIONS):
                if t.fort_side[c, d] == 1:
                    put(w.sides[d], columns, c, False)
                    put(w.sides[5 - d], columns, int(t.near[c, d]), False)


@jit
def _has_active_line(s, t):
    for line in range(int(t.n_lines)):
        if s.line[line] == LINE.ACTIVE:
            return True
    return False


@rule_kernel(numbers=5)
def trace(s, t, w, net, out, lifted, hq, hq_cell):
    """Trace a net over ``w.carry`` and ``w.own`` into the sets ``out`` of ``w`` (9.4, 9.7, 9.8).

    Args:
        lifted: HQ that is no source now, or NOBODY_PIECE.
        hq: HQ that is one in ``hq_cell`` instead, or NOBODY_PIECE.
    """
    if net == NET.N and _has_active_line(s, t):
        _close_forts(s, t, w)
        _trace(s, t, w, w.sides, net, out, lifted, hq, hq_cell)
    else:
        _trace(s, t, w, t.open_rows, net, out, lifted, hq, hq_cell)


@jit
def _trace(s, t, w, sides, net, out, lifted, hq, hq_cell):
    end, first, side = int(t.n_rows) + 1, int(t.first_row), side_of_net(net)
    trunk, base, fed = w.trunk[out], w.bases[out], w.fed[out]
    trunk[0] = 0
    trunk[end] = 0
    for r in range(1, end):
        trunk[r] = int(t.source_rows[net, r]) & int(w.own[r])
    flood(trunk[: end + 1], w.own, sides, first)
    for r in range(1, end):
        base[r] = int(trunk[r]) & int(t.town_rows[r])
    for k in range(MAX_HQS):
        p = int(t.hq[side, k])
        if p == NOBODY_PIECE:
            break
        if s.where[p] == WHERE.ON_MAP and p != lifted:
            _add_hq(t, w, out, int(s.piece_cell[p]))
    if hq != NOBODY_PIECE:
        _add_hq(t, w, out, hq_cell)
    for r in range(end + 1):
        fed[r] = base[r] if 0 < r < end else 0
    for _ in range(int(t.first_leg)):
        for r in range(end + 1):
            w.flow[r] = int(fed[r]) & int(w.carry[r]) if 0 < r < end else 0
        for r in range(1, end):
            fed[r] = int(fed[r]) | around(w.flow, sides, first, r)


@jit
def _add_hq(t, w, out, c):
    """Add an HQ with a second leg to the bases (T-40)."""
    if holds(w.trunk[out], t.n_columns, c):
        put(w.bases[out], t.n_columns, c, True)


@jit
def trace_net(s, t, w, net):
    """Trace a net as it stands."""
    mark_lines(s, t, w, side_of_net(net), NOBODY_PIECE)
    trace(s, t, w, net, net, NOBODY_PIECE, NOBODY_PIECE, OFF)


@jit
def trace_side(s, t, w, side):
    """Trace all nets of a side."""
    if side == SIDE.NATIONALIST:
        trace_net(s, t, w, NET.N)
    else:
        trace_net(s, t, w, NET.R)
        trace_net(s, t, w, NET.NORTH)


@jit
def is_fed(s, t, w, p):
    """True if a unit on the map is fully supplied; its net must be traced (9.4, 11.8)."""
    return s.landed[p] != LANDING.NONE or holds(w.fed[t.net[p]], t.n_columns, int(s.piece_cell[p]))


@jit
def supply_now(s, t, w, p):
    """Supply state of a unit on the map at this moment; its net must be traced (9.1, 9.6, ruling T-43)."""
    if is_fed(s, t, w, p):
        return SUPPLY.FULL
    return SUPPLY.TOWN if t.place[s.piece_cell[p]] != PLACE.NONE else SUPPLY.OUT


@jit
def would_be_fed(s, t, w, p, c):
    """True if a unit that is off the map would be fully supplied in a cell; its net must be traced (T-30)."""
    net = int(t.net[p])
    if holds(w.fed[net], t.n_columns, c):
        return True
    side = side_of_net(net)
    mark_lines(s, t, w, side, NOBODY_PIECE)
    put(w.carry, t.n_columns, c, True)
    put(w.own, t.n_columns, c, True)
    trace(s, t, w, net, TRIAL, NOBODY_PIECE, p if is_hq(t, p) else NOBODY_PIECE, c)
    return holds(w.fed[TRIAL], t.n_columns, c)


@rule_kernel()
def check_supply(s, t, w):
    """Set the supply states of all units of both sides (9.2, ruling T-43); ZOC of columns follow (T-44)."""
    trace_side(s, t, w, SIDE.NATIONALIST)
    trace_side(s, t, w, SIDE.REPUBLICAN)
    for p in range(int(t.n_pieces)):
        if s.where[p] == WHERE.ON_MAP and is_ground(t, p):
            s.supply[p] = supply_now(s, t, w, p)
    for p in range(int(t.n_pieces)):
        if s.where[p] == WHERE.ON_MAP and is_ground(t, p) and is_column(s, t, p):
            refresh_cell(s, t, side_of(t, p), int(s.piece_cell[p]))

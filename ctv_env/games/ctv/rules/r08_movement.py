"""Chapter 8, moves: which pieces can move, where they can go, and the move itself.

``trace_net_of_mover`` is called first at MOVE, and ``reach_of_chosen`` at MOVE_TO (``prepare`` in
``engine/node_table.py``).
"""

from ctv_env.core.bitboard import around, holds, put
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit, lowest_bit
from ctv_env.games.ctv.model.codes import (
    BOARD_ROWS,
    COLUMNS,
    END_SC,
    FIRST_HEX,
    FIRST_PIECE,
    FIRST_ROW,
    NAT_SC,
    NOWHERE,
    OFF,
    PLACE,
)
from ctv_env.games.ctv.model.events import EV, emit
from ctv_env.games.ctv.model.reasons import WHY
from ctv_env.games.ctv.rules.pieces import is_ground, lift_unit, lose_sight, put_column, put_unit, side_of
from ctv_env.games.ctv.rules.r06_supply import stays_connected, supplied_on_entry, supplied_without, trace_net
from ctv_env.games.ctv.rules.r07_zoc import in_enemy_zoc
from ctv_env.games.ctv.rules.r08_costs import leaving_cost, may_end_move, may_enter, step_cost
from ctv_env.games.ctv.rules.r08_paths import cost_to, find_path, reach
from ctv_env.games.ctv.rules.r10_control import enter_hex


@jit
def mark_open_neighbours(s, t, w):
    """Mark in ``w.beside_open`` the cells next to an open one: one in which any piece of the mover may end in supply.

    Movement points are ignored.  Open cells hold no pieces at all.  ``w.fed[side]`` must hold the mover's current net
    (``trace_net``).
    """
    side = int(s.phasing)
    for r in range(1, BOARD_ROWS - 1):
        w.way[r] = int(w.fed[side, r]) & ~(int(s.unit_rows[0, r]) | int(s.unit_rows[1, r]))
    for p in range(NAT_SC, END_SC):
        if s.piece_place[p] == PLACE.MAP:
            put(w.way, COLUMNS, int(s.piece_hex[p]), False)
    for r in range(1, BOARD_ROWS - 1):
        w.beside_open[r] = around(w.way, t.open_rows, FIRST_ROW, r)


@jit
def has_room_to_move(s, t, w, p):
    """True if a cheap check shows that ``p`` can move: it can afford any step, and an open hex is adjacent.

    ``mark_open_neighbours`` must have run, and supply must not depend on the piece itself (see ``can_move``).
    """
    c = int(s.piece_hex[p])
    dearest = int(t.dearest_half_mp[int(t.motorised[p]), int(s.weather)])
    return (
        holds(w.beside_open, COLUMNS, c)
        and not _carries_alone(s, p, c)
        and int(s.piece_mp[p]) >= dearest + leaving_cost(s, t, p, c)
        and int(t.sp[p]) < 2 * int(t.least_stack_limit)
    )


@jit
def _carries_alone(s, p, c):
    """True if the hex ``c`` of ``p`` carries no line of supply without it: in ZoC, with no other unit (6.2.1)."""
    return is_ground(p) and s.cell_ground[c] == 1 and in_enemy_zoc(s, side_of(p), c)


@jit
def can_move(s, t, w, p):
    """True if ``p`` has a legal destination; ``w.net[side]`` and ``w.fed[side]`` must hold the current net of its side.

    Checking the six neighbours is usually enough.  The net without the piece differs from the current one only if it
    alone keeps a line open through its own hex; paths beyond a full hex are searched only if no neighbour is legal.
    """
    if s.piece_mp[p] == 0:
        return False
    side = side_of(p)
    c = int(s.piece_hex[p])
    alone = _carries_alone(s, p, c)
    local = alone and stays_connected(s, t, w, side, c)
    layer = side
    if alone and not local:
        trace_net(s, t, w, side, 2, p)
        layer = 2
    points = int(s.piece_mp[p]) - leaving_cost(s, t, p, c)
    only_through = False
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if step_cost(s, t, p, c, d) > points or not may_enter(s, p, n):
            continue
        if supplied_without(s, t, w, p, c, n) if local else supplied_on_entry(s, t, w, p, layer, n):
            if may_end_move(s, t, p, n):
                return True
            only_through = True
    if not only_through:
        return False
    reach(s, t, w, p, OFF)
    for n in range(OFF):
        if is_destination(s, t, w, p, n):
            return True
    return False


@jit
def is_destination(s, t, w, p, c):
    """True if ``p`` may move to ``c`` with its remaining points, after ``reach`` (rule 8.1, rulings R-23, R-24)."""
    return cost_to(w, c) <= int(s.piece_mp[p]) and c != s.piece_hex[p] and may_end_move(s, t, p, c)


@jit
def why_not_move(s, t, w, p):
    """Reason why ``p`` may not be chosen to move, after ``trace_net_of_mover`` (rules 8.1, 8.1.1; ruling R-23)."""
    if p >= END_SC:
        return WHY.NOT_HERE
    if side_of(p) != s.phasing:
        return WHY.NOT_YOURS
    if s.piece_place[p] != PLACE.MAP:
        return WHY.NOT_ON_MAP
    if s.piece_mp[p] == 0:
        return WHY.NO_POINTS
    return WHY.LEGAL if can_move(s, t, w, p) else WHY.CANNOT_MOVE


@jit
def mark_movers(s, t, w):
    """Set ``w.mask`` for the pieces that may be chosen to move, and count them, after ``trace_net_of_mover``.

    Equivalent to ``why_not_move`` for each piece, but a cheap check settles most of them.
    """
    n = 0
    mark_open_neighbours(s, t, w)
    for p in range(END_SC):
        if s.piece_mp[p] == 0 or side_of(p) != s.phasing or s.piece_place[p] != PLACE.MAP:
            continue
        if has_room_to_move(s, t, w, p) or can_move(s, t, w, p):
            w.mask[FIRST_PIECE + p] = 1
            n += 1
    return n


@jit
def why_not_move_to(s, t, w, c):
    """Reason why the chosen piece may not move to ``c``, after ``reach_of_chosen`` (rules 5.1.1, 7.2, 8.1, 8.1.1)."""
    p = int(s.piece)
    if is_destination(s, t, w, p, c):
        return WHY.LEGAL
    if c == s.piece_hex[p]:
        return WHY.STAYS
    if not may_enter(s, p, c):
        return WHY.ENEMY_THERE
    if not may_end_move(s, t, p, c):
        return WHY.TWICE_FULL if is_ground(p) else WHY.COLUMN_THERE
    return WHY.OUT_OF_REACH if supplied_on_entry(s, t, w, p, 2, c) else WHY.UNSUPPLIED


@jit
def mark_destinations(s, t, w):
    """Set ``w.mask`` for the hexes that the chosen piece may move to, and count them, after ``reach_of_chosen``.

    Equivalent to ``why_not_move_to`` for each hex, but faster, since the reasons are not needed.
    """
    n = 0
    p = int(s.piece)
    for r in range(1, BOARD_ROWS - 1):
        cells = int(w.reached[r])
        while cells:
            c = (r - 1) * COLUMNS + lowest_bit(cells)
            cells &= cells - 1
            if is_destination(s, t, w, p, c):
                w.mask[FIRST_HEX + c] = 1
                n += 1
    return n


@jit
def move_piece(s, t, w, p, goal):
    """Move ``p`` to ``goal``, entering every hex on the way (8.1, 10.8); an enemy ZoC there ends the move (7.2)."""
    reach(s, t, w, p, goal)
    cost = cost_to(w, goal)
    find_path(s, t, w, p, goal)
    start = int(s.piece_hex[p])
    side = side_of(p)
    emit(w, EV.MOVED, p, start, goal, cost)
    lose_sight(s, t, p)  # it leaves its hex (ruling R-56)
    if is_ground(p):
        lift_unit(s, t, p)
        walk(s, t, w, p, side)
        put_unit(s, t, p, goal)
    else:
        s.cell_sc[start] = NOWHERE
        s.sc_moved[p] = 1  # on its movement side until the end of the turn (rule 9.3.2, ruling R-26)
        put_column(s, p, goal)
    s.piece_mp[p] = 0 if in_enemy_zoc(s, side, goal) else int(s.piece_mp[p]) - cost


@jit
def walk(s, t, w, p, side):
    """Enter the hexes of the path in ``w.queue``, in order; return True if the first was an objective captured."""
    first_won = False
    n_steps = int(w.n_queue)
    for k in range(n_steps):
        c = int(w.queue[k])
        if k < n_steps - 1:
            emit(w, EV.THROUGH, p, c)
        won = enter_hex(s, t, w, side, c)
        if k == 0:
            first_won = won
    return first_won
